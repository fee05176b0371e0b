// Notifies a service manager of progress of the audio thread: `WATCHDOG=1` of sd_notify(3), a datagram to its Unix
// socket, only after progress since the last one. The manager restarts the process after too long a silence. Independent
// of the control side.
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
    uint64_t timeout_ns;  // the manager's
  };

  // Null without a manager, and for a path that no socket can have.
  static std::unique_ptr<LifeSign> to(const Manager& manager);
  ~LifeSign();
  LifeSign(const LifeSign&) = delete;
  LifeSign& operator=(const LifeSign&) = delete;

  // Called often, by one thread of ordinary priority. now_ns: CLOCK_MONOTONIC. frames: processed for drivers.
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
