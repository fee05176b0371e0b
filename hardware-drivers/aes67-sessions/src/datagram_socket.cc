#include "datagram_socket.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <system_error>

namespace rowdesk {
namespace {

bool fill(sockaddr_un& address, const std::string& path) {
  address = {};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path) || path.find('\0') != std::string::npos) return false;
  std::memcpy(address.sun_path, path.data(), path.size());
  return true;
}

[[noreturn]] void fail(int code, const std::string& path) {
  throw std::system_error(code, std::generic_category(), path);
}

}  // namespace

DatagramSocket::DatagramSocket(const std::string& path) : path_(path) {
  sockaddr_un address;
  if (!fill(address, path)) fail(ENAMETOOLONG, path);
  struct stat left;
  if (lstat(path.c_str(), &left) == 0 && S_ISSOCK(left.st_mode)) unlink(path.c_str());
  socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket_ < 0) fail(errno, path);
  if (bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    const int code = errno;
    close(socket_);
    fail(code, path);
  }
}

DatagramSocket::~DatagramSocket() {
  close(socket_);
  unlink(path_.c_str());
}

int DatagramSocket::send(const uint8_t* bytes, std::size_t count, const std::string& to) noexcept {
  sockaddr_un address;
  if (!fill(address, to)) return ENAMETOOLONG;
  const auto sent = sendto(socket_, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT,
                           reinterpret_cast<const sockaddr*>(&address), sizeof address);
  return sent < 0 ? errno : 0;
}

std::optional<DatagramSocket::Datagram> DatagramSocket::receive() {
  std::array<uint8_t, most_bytes> buffer;
  sockaddr_un from{};
  iovec part{buffer.data(), buffer.size()};
  msghdr message{};
  message.msg_name = &from;
  message.msg_namelen = sizeof from;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  const auto count = recvmsg(socket_, &message, MSG_DONTWAIT);
  if (count < 0) return std::nullopt;
  constexpr auto before_path = offsetof(sockaddr_un, sun_path);
  const std::size_t length = message.msg_namelen > before_path ? message.msg_namelen - before_path : 0;
  // A name may fill its place without a null behind it; one of the abstract namespace begins with null, and is none here.
  std::string name(from.sun_path, strnlen(from.sun_path, std::min(length, sizeof from.sun_path)));
  return Datagram{std::move(name), {buffer.begin(), buffer.begin() + count}, (message.msg_flags & MSG_TRUNC) != 0};
}

}  // namespace rowdesk
