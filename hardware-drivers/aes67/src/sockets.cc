#include "sockets.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <linux/net_tstamp.h>
#include <net/if.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

namespace rowdesk::aes67 {
namespace {

std::string text_of(in_addr address) {
  char text[INET_ADDRSTRLEN] = "";
  inet_ntop(AF_INET, &address, text, sizeof text);
  return text;
}

sockaddr_in socket_address(in_addr address, uint16_t port) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr = address;
  to.sin_port = htons(port);
  return to;
}

}  // namespace

Interface interface_named(const std::string& name) {
  const uint32_t index = name.size() < IFNAMSIZ ? if_nametoindex(name.c_str()) : 0;
  if (index == 0) throw NetworkError("there is no interface " + name + " on this machine");
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) throw NetworkError(std::string("the addresses of interfaces can't be read: ") + std::strerror(errno));
  Interface found{name, index, {INADDR_ANY}};
  for (const ifaddrs* each = all; each != nullptr && found.address.s_addr == INADDR_ANY; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET || name != each->ifa_name) continue;
    sockaddr_in own;
    std::memcpy(&own, each->ifa_addr, sizeof own);
    found.address = own.sin_addr;
  }
  freeifaddrs(all);
  if (found.address.s_addr == INADDR_ANY) throw NetworkError("interface " + name + " has no IPv4 address, which AES67 needs");
  return found;
}

in_addr address_of(const std::string& text) {
  in_addr address{};
  if (inet_pton(AF_INET, text.c_str(), &address) == 1) return address;
  in6_addr newer{};
  if (inet_pton(AF_INET6, text.c_str(), &newer) == 1) throw NetworkError(text + " is an IPv6 address; AES67 streams have IPv4 ones");
  throw NetworkError("\"" + text.substr(0, 64) + "\" is no IPv4 address");
}

std::string words_of(int error) {
  switch (error) {
    case 0: return "";
    case EAGAIN:
    case ENOBUFS: return "the interface is too slow for the streams: its queue is full";
    case ENETDOWN: return "the interface is down";
    case ENODEV:
    case ENXIO: return "the interface is gone";
    case ENETUNREACH:
    case EHOSTUNREACH: return "the address can't be reached from this interface";
    case EPERM:
    case EACCES: return "the system forbids it: look at its firewall, and at the drop-in of the unit for the network";
    default: return std::strerror(error);
  }
}

Socket::Socket(const Interface& interface) : descriptor_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  if (descriptor_ < 0) throw NetworkError(std::string("no socket can be opened: ") + words_of(errno));
  try {
    // Without privileges since Linux 5.7.
    set(SOL_SOCKET, SO_BINDTODEVICE, interface.name.c_str(), interface.name.size() + 1, "the socket can't be bound to the interface");
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

Socket::~Socket() { close(descriptor_); }

void Socket::set(int level, int option, const void* value, size_t bytes, const char* what) {
  if (setsockopt(descriptor_, level, option, value, static_cast<socklen_t>(bytes)) == 0) return;
  // Of a socket that joins a group it means another thing than of one that sends.
  const bool is_join = level == IPPROTO_IP && (option == IP_ADD_MEMBERSHIP || option == MCAST_JOIN_SOURCE_GROUP);
  const bool is_limit = is_join && errno == ENOBUFS;
  throw NetworkError(std::string(what) + ": " + (is_limit ? "the system allows no more groups (sysctl net.ipv4.igmp_max_memberships)" : words_of(errno)));
}

void Socket::bind_to(in_addr address, uint16_t port) {
  const sockaddr_in own = socket_address(address, port);
  if (bind(descriptor_, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0) return;
  const std::string where = text_of(address) + " port " + std::to_string(port);
  if (errno == EADDRINUSE) throw NetworkError("another program holds " + where);
  throw NetworkError(where + " can't be used: " + words_of(errno));
}

void Socket::buffer(bool is_of_receiver, uint32_t bytes) {
  const int value = static_cast<int>(bytes);
  if (setsockopt(descriptor_, SOL_SOCKET, is_of_receiver ? SO_RCVBUFFORCE : SO_SNDBUFFORCE, &value, sizeof value) == 0) return;
  setsockopt(descriptor_, SOL_SOCKET, is_of_receiver ? SO_RCVBUF : SO_SNDBUF, &value, sizeof value);
}

Arrivals::Arrivals() : bytes_(static_cast<size_t>(most) * most_bytes) {
  for (uint32_t n = 0; n < most; ++n) {
    vectors_[n] = {bytes_.data() + static_cast<size_t>(n) * most_bytes, most_bytes};
    messages_[n].msg_hdr.msg_iov = &vectors_[n];
    messages_[n].msg_hdr.msg_iovlen = 1;
    messages_[n].msg_hdr.msg_name = &sources_[n];
    messages_[n].msg_hdr.msg_control = controls_[n].bytes.data();
  }
}

ReceiveSocket::ReceiveSocket(const Interface& interface, const ReceiveAddress& from, uint32_t buffer_bytes) : socket_(interface) {
  socket_.set(SOL_SOCKET, SO_REUSEADDR, 1, "the port can't be shared");
  socket_.set(IPPROTO_IP, IP_MULTICAST_ALL, 0, "groups of other programs can't be left out");
  socket_.set(SOL_SOCKET, SO_TIMESTAMPNS, 1, "packets can't have their arrival");
  socket_.set(SOL_SOCKET, SO_RXQ_OVFL, 1, "dropped packets can't be counted");
  socket_.buffer(true, buffer_bytes);
  if (!is_multicast(from.address) && from.address.s_addr != interface.address.s_addr) {
    throw NetworkError(text_of(from.address) + " is not the address of " + interface.name + ", which is " + text_of(interface.address));
  }
  socket_.bind_to(from.address, from.port);
  if (!is_multicast(from.address)) return;
  if (from.source.s_addr == INADDR_ANY) {
    const ip_mreqn group{from.address, interface.address, static_cast<int>(interface.index)};
    socket_.set(IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group, "the group can't be joined");
    return;
  }
  // ip_mreq_source names its interface by an address, which two may share; this one by its index.
  group_source_req group{};
  group.gsr_interface = interface.index;
  const sockaddr_in address = socket_address(from.address, 0), source = socket_address(from.source, 0);
  std::memcpy(&group.gsr_group, &address, sizeof address);
  std::memcpy(&group.gsr_source, &source, sizeof source);
  socket_.set(IPPROTO_IP, MCAST_JOIN_SOURCE_GROUP, &group, sizeof group, "the group can't be joined for its sender");
}

std::span<const Arrived> ReceiveSocket::read(Arrivals& into, uint32_t most) {
  const uint32_t room = std::min(most, Arrivals::most);
  for (uint32_t n = 0; n < room; ++n) {
    msghdr& header = into.messages_[n].msg_hdr;
    header.msg_namelen = sizeof(sockaddr_in);
    header.msg_controllen = sizeof(Arrivals::Control);
  }
  const int count = recvmmsg(socket_.descriptor(), into.messages_.data(), room, MSG_DONTWAIT, nullptr);
  error_ = count >= 0 || errno == EAGAIN || errno == EINTR ? 0 : errno;
  const auto read = static_cast<uint32_t>(std::max(count, 0));
  for (uint32_t n = 0; n < read; ++n) {
    const mmsghdr& message = into.messages_[n];
    Arrived& arrived = into.arrived_[n];
    arrived = {{static_cast<const uint8_t*>(into.vectors_[n].iov_base), std::min(message.msg_len, Arrivals::most_bytes)},
               0, into.sources_[n].sin_addr, (message.msg_hdr.msg_flags & MSG_TRUNC) != 0};
    auto* header = const_cast<msghdr*>(&message.msg_hdr);
    for (cmsghdr* each = CMSG_FIRSTHDR(header); each != nullptr; each = CMSG_NXTHDR(header, each)) {
      if (each->cmsg_level != SOL_SOCKET) continue;
      if (each->cmsg_type == SO_RXQ_OVFL) std::memcpy(&dropped_, CMSG_DATA(each), sizeof dropped_);
      if (each->cmsg_type != SCM_TIMESTAMPNS) continue;
      timespec at;
      std::memcpy(&at, CMSG_DATA(each), sizeof at);
      arrived.realtime_ns = static_cast<uint64_t>(at.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(at.tv_nsec);
    }
  }
  return {into.arrived_.data(), read};
}

uint32_t ReceiveSocket::take_overrun() {
  // The system's count wraps at 2^32.
  const uint32_t more = dropped_ - told_;
  told_ = dropped_;
  return more;
}

TransmitSocket::TransmitSocket(const Interface& interface, uint8_t ttl, uint8_t dscp, uint32_t buffer_bytes) : socket_(interface) {
  const ip_mreqn from{{INADDR_ANY}, interface.address, static_cast<int>(interface.index)};
  socket_.set(IPPROTO_IP, IP_MULTICAST_IF, &from, sizeof from, "multicast can't leave by the interface");
  socket_.set(IPPROTO_IP, IP_MULTICAST_TTL, ttl, "the TTL can't be set");
  socket_.set(IPPROTO_IP, IP_TTL, ttl, "the TTL can't be set");
  socket_.set(IPPROTO_IP, IP_MULTICAST_LOOP, 0, "the machine would hear itself");
  socket_.set(IPPROTO_IP, IP_TOS, dscp << 2, "the DSCP can't be set");
  socket_.buffer(false, buffer_bytes);
  // Nothing is read here: what others send to this port is dropped by the system.
  socket_.buffer(true, 0);
  socket_.bind_to(interface.address, 0);
}

uint32_t TransmitSocket::send(std::span<mmsghdr> messages, int& error) {
  uint32_t sent = 0;
  error = 0;
  while (sent < messages.size()) {
    const int count = sendmmsg(socket_.descriptor(), messages.data() + sent, static_cast<uint32_t>(messages.size() - sent), MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      error = count < 0 ? errno : EAGAIN;
      break;
    }
    sent += static_cast<uint32_t>(count);
  }
  return sent;
}

}  // namespace rowdesk::aes67
