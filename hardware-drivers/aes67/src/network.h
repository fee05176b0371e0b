// The network as a device: interfaces and orders, the streams and sockets that follow from them, and the thread that has them. All
// functions run on one thread, the control thread.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "network_thread.h"
#include "orders.h"

namespace rowdesk::aes67 {

/** What could not be opened. is_partial: the order's other path is open. */
struct Unopened {
  std::string id, reason;
  bool is_partial;
};

struct Received {
  std::string id;
  /** malformed and foreign have what the sockets saw as well. */
  ReceiveFigures figures;
  uint64_t overrun, socket_errors;
  size_t path_count;
};

struct Transmitted {
  std::string id;
  uint64_t packets, dropped;
  std::string reason;
};

class Network {
 public:
  /** inputs, outputs: of the device and of `cycles`, which outlive this. */
  Network(Cycles& cycles, uint32_t inputs, uint32_t outputs);
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  /** Throws NetworkError for settings out of range. */
  void start(const ThreadSettings& settings);
  void stop();

  /** One per path, '' for none. Throws NetworkError, and changes nothing. */
  void open(const std::vector<std::string>& names);
  /** An interface is gone, or is another one than its sockets have. */
  bool is_stale() const;

  void receive(std::vector<ReceiveOrder> orders);
  void transmit(std::vector<TransmitOrder> orders);
  /** As of the last change. */
  const std::vector<Unopened>& unopened_receive() const { return unopened_receive_; }
  const std::vector<Unopened>& unopened_transmit() const { return unopened_transmit_; }

  void set_utc_offset(int32_t seconds);
  std::vector<Received> received();
  std::vector<Transmitted> transmitted();
  uint64_t steps() const { return thread_ ? thread_->steps() : 0; }
  double deviation_ppm() const { return thread_ ? thread_->deviation_ppm() : 0; }
  double mean_us() const { return thread_ ? thread_->mean_us() : 0; }
  double take_most_us() { return thread_ ? thread_->take_most_us() : 0; }

 private:
  struct Receiving {
    ReceiveOrder order;
    std::shared_ptr<Receiver> receiver;
    std::array<ReceivePath, most_paths> paths;
  };
  struct Transmitting {
    TransmitOrder order;
    std::shared_ptr<Transmitter> transmitter;
    /** By path; null where it is not open. */
    std::array<std::shared_ptr<TransmitSocket>, most_paths> sockets;
  };
  /** Path, TTL, DSCP. */
  using SocketKey = std::tuple<uint32_t, uint32_t, uint32_t>;

  /** Throws NetworkError for a path without an interface. */
  const Interface& interface_of(uint32_t path) const;
  std::unique_ptr<Plan> renewed(bool opens_anew);
  void renew(bool opens_anew);
  void renew_receive(bool opens_anew);
  void renew_transmit();
  void open_path(Receiving& line, uint32_t path, const Receiving* before);
  std::shared_ptr<TransmitSocket> socket_for(const TransmitOrder& order, uint32_t path);
  void plan_receive(Plan& plan);
  void plan_transmit(Plan& plan);
  uint32_t packets_per_block(uint32_t packet_frames) const;

  Cycles& cycles_;
  const uint32_t inputs_, outputs_;
  std::vector<std::optional<Interface>> interfaces_;
  std::vector<ReceiveOrder> receive_orders_;
  std::vector<TransmitOrder> transmit_orders_;
  std::vector<Receiving> receiving_;
  std::vector<Transmitting> transmitting_;
  std::map<SocketKey, std::shared_ptr<TransmitSocket>> transmit_sockets_;
  std::vector<Unopened> unopened_receive_, unopened_transmit_;
  ThreadSettings settings_{};
  std::mt19937 random_{std::random_device{}()};
  /** Declared last: it ends before what it uses. */
  std::unique_ptr<NetworkThread> thread_;
};

}  // namespace rowdesk::aes67
