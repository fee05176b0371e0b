// What a service manager hears while sound is made: `WATCHDOG=1` of sd_notify(3), a datagram to its Unix socket, and only
// when the audio has moved on since the last one. Silence for too long is a restart. Whatever the control side does: an
// audio thread that goes on is heard of.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstdint>
#include <memory>
#include <string>

namespace rowdesk {

class LifeSign {
 public:
  // A path, or an abstract name behind '@'.
  struct Manager {
    std::string socket;
    uint64_t patience_ns;  // how long nothing may be heard
  };

  // Null where there is no manager, or its socket can't be one.
  static std::unique_ptr<LifeSign> to(const Manager& manager);
  ~LifeSign();
  LifeSign(const LifeSign&) = delete;
  LifeSign& operator=(const LifeSign&) = delete;

  // By one thread of ordinary priority, often; times are CLOCK_MONOTONIC. frames: how many a driver has had processed.
  void tick(uint64_t now_ns, bool is_driven, uint64_t frames);

 private:
  LifeSign(int descriptor, const sockaddr_un& address, socklen_t length, uint64_t every_ns);

  const int descriptor_;
  const sockaddr_un address_;
  const socklen_t length_;
  const uint64_t every_ns_;
  uint64_t due_ns_ = 0;
  uint64_t frames_ = 0;
};

}  // namespace rowdesk
