// The network interfaces of the namespace in which the process runs, as the kernel has them. /sys/class/net shows those of the
// namespace that mounted /sys, which in a container or a test is another one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rowdesk {

struct Link {
  std::string name;
  bool is_loopback;
  /** Switched on, and with a carrier (netdevice(7), IFF_UP and IFF_RUNNING). */
  bool is_up;
  /** 00:1d:c1:12:34:56; empty for an interface without one. */
  std::string mac;
  uint32_t mtu;
  /** Mbit/s; 0 where the interface does not say. */
  uint32_t speed_mbps;
};

/** In the kernel's order. Empty where the kernel gives no answer. */
std::vector<Link> links();

}  // namespace rowdesk
