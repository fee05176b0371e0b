#include "service_manager.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>

#include "check.h"

namespace rowdesk {

ServiceManager::ServiceManager(bool has_path) : descriptor_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socklen_t length = sizeof address.sun_family;  // none: the kernel makes up an abstract name
  if (has_path) {
    char folder[] = "/tmp/rowdesk-notify-XXXXXX";
    folder_ = mkdtemp(folder);
    name_ = folder_ + "/notify";
    std::ranges::copy(name_, address.sun_path);
    length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
  }
  CHECK(bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), length) == 0);
  if (has_path) return;
  length = sizeof address;
  CHECK(getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &length) == 0);
  name_ = "@" + std::string(address.sun_path + 1, length - offsetof(sockaddr_un, sun_path) - 1);
}

ServiceManager::~ServiceManager() {
  close(descriptor_);
  if (folder_.empty()) return;
  unlink(name_.c_str());
  rmdir(folder_.c_str());
}

int ServiceManager::heard() {
  char words[64];
  int count = 0;
  for (ssize_t size; (size = recv(descriptor_, words, sizeof words, MSG_DONTWAIT)) >= 0; ++count) {
    CHECK(std::string_view(words, static_cast<size_t>(size)) == "WATCHDOG=1");
  }
  return count;
}

}  // namespace rowdesk
