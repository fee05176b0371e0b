// Sockets of streams, each bound to one interface: nothing is sent to, heard from or joined on another one. IPv4 only, as AES67.
#pragma once
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace rowdesk::aes67 {

/** What can't be opened, in words for the operator. */
class NetworkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Interface {
  std::string name;
  uint32_t index;
  /** Its first IPv4 address. */
  in_addr address;
  bool operator==(const Interface& other) const {
    return name == other.name && index == other.index && address.s_addr == other.address.s_addr;
  }
};

/** Throws NetworkError for an interface that is not there or has no IPv4 address. */
Interface interface_named(const std::string& name);
/** Four numbers with dots. Throws NetworkError for other text. */
in_addr address_of(const std::string& text);
inline bool is_multicast(in_addr address) { return IN_MULTICAST(ntohl(address.s_addr)); }
/** What to do about an error of a socket that sends or receives. */
std::string words_of(int error);

class Socket {
 public:
  explicit Socket(const Interface& interface);
  ~Socket();
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int descriptor() const { return descriptor_; }
  /** Throws NetworkError that begins with `what`. */
  void set(int level, int option, const void* value, size_t bytes, const char* what);
  void set(int level, int option, int value, const char* what) { set(level, option, &value, sizeof value, what); }
  void bind_to(in_addr address, uint16_t port);
  /** The system gives less where it must. */
  void buffer(bool is_of_receiver, uint32_t bytes);

 private:
  int descriptor_;
};

/** A datagram as it came. */
struct Arrived {
  std::span<const uint8_t> packet;
  /** CLOCK_REALTIME at which the system had it. */
  uint64_t realtime_ns;
  in_addr source;
  /** Longer than any packet of AES67; its end is missing. */
  bool is_cut;
};

/** Room for the datagrams of one recvmmsg(2), for all sockets in turn. */
class Arrivals {
 public:
  static constexpr uint32_t most = 64;
  /** A packet of AES67 is 1440 bytes with at most a header of 12 bytes, 15 contributors, and an extension. */
  static constexpr uint32_t most_bytes = 1536;
  Arrivals();
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;

 private:
  friend class ReceiveSocket;
  struct alignas(8) Control {
    std::array<uint8_t, 96> bytes;
  };
  std::vector<uint8_t> bytes_;
  std::array<mmsghdr, most> messages_{};
  std::array<iovec, most> vectors_{};
  std::array<sockaddr_in, most> sources_{};
  std::array<Control, most> controls_{};
  std::array<Arrived, most> arrived_{};
};

struct ReceiveAddress {
  /** A group, or the interface's own address. */
  in_addr address;
  uint16_t port;
  /** 0 for any sender. */
  in_addr source;
};

class ReceiveSocket {
 public:
  /** buffer_bytes: what the system should hold of what is not read yet. Throws NetworkError. */
  ReceiveSocket(const Interface& interface, const ReceiveAddress& from, uint32_t buffer_bytes);

  // Network thread.
  /** Up to `most` of what has arrived, in order, valid until the next read into `into`. An error counts as nothing arrived. */
  std::span<const Arrived> read(Arrivals& into, uint32_t most);
  /** errno of the last read, 0 for none. */
  int error() const { return error_; }
  /** Datagrams that the system dropped since the last call, as its buffer was full. */
  uint32_t take_overrun();

 private:
  Socket socket_;
  int error_ = 0;
  uint32_t dropped_ = 0, told_ = 0;
};

/** Sends to any address, from one interface with one TTL and DSCP. */
class TransmitSocket {
 public:
  /** ttl: 1 to 255. dscp: 0 to 63. Throws NetworkError. */
  TransmitSocket(const Interface& interface, uint8_t ttl, uint8_t dscp, uint32_t buffer_bytes);

  /** Network thread: sends messages in order. Returns how many went before the first that did not, whose errno is `error`. */
  uint32_t send(std::span<mmsghdr> messages, int& error);

 private:
  Socket socket_;
};

}  // namespace rowdesk::aes67
