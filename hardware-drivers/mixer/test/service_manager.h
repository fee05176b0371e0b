// A service manager that listens on a datagram socket, as systemd does.
#pragma once

#include <string>

namespace rowdesk {

class ServiceManager {
 public:
  // A name in the abstract namespace, or a path in a folder of its own.
  explicit ServiceManager(bool has_path = false);
  ~ServiceManager();
  ServiceManager(const ServiceManager&) = delete;
  ServiceManager& operator=(const ServiceManager&) = delete;

  // As NOTIFY_SOCKET names it.
  const std::string& name() const { return name_; }
  // What was said since it last looked; each is WATCHDOG=1.
  int heard();

 private:
  int descriptor_;
  std::string folder_, name_;
};

}  // namespace rowdesk
