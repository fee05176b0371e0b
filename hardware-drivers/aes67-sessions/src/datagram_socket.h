// A Unix socket of datagrams (unix(7)), which Node has none of: what ptp4l is asked by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rowdesk {

class DatagramSocket {
 public:
  /** Bytes of a datagram that are read; the rest of a longer one is lost. */
  static constexpr std::size_t most_bytes = 2048;

  struct Datagram {
    /** The path of the sender; empty for one without a name. */
    std::string from;
    std::vector<uint8_t> bytes;
    bool is_truncated;
  };

  /** Binds a path, in place of a socket that an ended process left there. Throws std::system_error. */
  explicit DatagramSocket(const std::string& path);
  ~DatagramSocket();
  DatagramSocket(const DatagramSocket&) = delete;
  DatagramSocket& operator=(const DatagramSocket&) = delete;

  /** Never waits. The errno of a failure (EAGAIN where the receiver's queue is full), 0 for none. */
  int send(const uint8_t* bytes, std::size_t count, const std::string& to) noexcept;

  /** The next datagram that has arrived; nothing where there is none. Never waits. */
  std::optional<Datagram> receive();

 private:
  std::string path_;
  int socket_ = -1;
};

}  // namespace rowdesk
