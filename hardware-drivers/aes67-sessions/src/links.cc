#include "links.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>

namespace rowdesk {
namespace {

/** Gone with the scope. The kind of the socket is of no matter: ioctls of interfaces need any (netdevice(7)). */
class AnySocket {
 public:
  AnySocket() : socket_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {}
  ~AnySocket() {
    if (socket_ >= 0) close(socket_);
  }
  AnySocket(const AnySocket&) = delete;
  AnySocket& operator=(const AnySocket&) = delete;

  bool ask(unsigned long question, ifreq& request) const { return ioctl(socket_, question, &request) == 0; }

 private:
  int socket_;
};

ifreq about(const char* name) {
  ifreq request{};
  std::strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  return request;
}

std::string mac_of(const sockaddr& address) {
  if (address.sa_family != ARPHRD_ETHER) return {};
  const auto* bytes = reinterpret_cast<const unsigned char*>(address.sa_data);
  char text[18];
  std::snprintf(text, sizeof text, "%02x:%02x:%02x:%02x:%02x:%02x", bytes[0], bytes[1], bytes[2], bytes[3], bytes[4],
                bytes[5]);
  return text;
}

uint32_t speed_of(const AnySocket& socket, const char* name) {
  ethtool_cmd command{};
  command.cmd = ETHTOOL_GSET;
  ifreq request = about(name);
  request.ifr_data = reinterpret_cast<char*>(&command);
  if (!socket.ask(SIOCETHTOOL, request)) return 0;
  const uint32_t speed = ethtool_cmd_speed(&command);
  return speed == static_cast<uint32_t>(SPEED_UNKNOWN) ? 0 : speed;
}

}  // namespace

std::vector<Link> links() {
  const AnySocket socket;
  std::vector<Link> found;
  const std::unique_ptr<struct if_nameindex, decltype(&if_freenameindex)> names(::if_nameindex(), &if_freenameindex);
  if (names == nullptr) return found;
  for (const auto* each = names.get(); each->if_index != 0 && each->if_name != nullptr; ++each) {
    ifreq flags = about(each->if_name);
    // An interface may go between two questions.
    if (!socket.ask(SIOCGIFFLAGS, flags)) continue;
    const auto wanted = IFF_UP | IFF_RUNNING;
    Link link{each->if_name, (flags.ifr_flags & IFF_LOOPBACK) != 0, (flags.ifr_flags & wanted) == wanted, {}, 0, 0};
    ifreq request = about(each->if_name);
    if (socket.ask(SIOCGIFHWADDR, request)) link.mac = mac_of(request.ifr_hwaddr);
    request = about(each->if_name);
    if (socket.ask(SIOCGIFMTU, request)) link.mtu = static_cast<uint32_t>(request.ifr_mtu);
    link.speed_mbps = speed_of(socket, each->if_name);
    found.push_back(std::move(link));
  }
  return found;
}

}  // namespace rowdesk
