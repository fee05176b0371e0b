#include "engine/life_sign.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace rowdesk {
namespace {

// One that is lost, or one look without a new block, is no restart.
constexpr uint64_t looks_in_timeout = 4;
constexpr std::string_view words = "WATCHDOG=1";

}  // namespace

std::unique_ptr<LifeSign> LifeSign::to(const Manager& manager) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& name = manager.socket;
  if (name.size() < 2 || name.size() >= sizeof address.sun_path || (name[0] != '/' && name[0] != '@')) return nullptr;
  std::ranges::copy(name, address.sun_path);
  if (name[0] == '@') address.sun_path[0] = '\0';
  const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return nullptr;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  return std::unique_ptr<LifeSign>(new LifeSign(descriptor, address, length, manager.timeout_ns / looks_in_timeout));
}

LifeSign::LifeSign(int descriptor, const sockaddr_un& address, socklen_t length, uint64_t every_ns)
    : descriptor_(descriptor), address_(address), length_(length), every_ns_(every_ns) {}

LifeSign::~LifeSign() { close(descriptor_); }

void LifeSign::tick(uint64_t now_ns, bool is_driven, uint64_t frames) {
  if (now_ns < due_ns_) return;
  due_ns_ = now_ns + every_ns_;
  const bool has_moved = frames != frames_;
  frames_ = frames;
  if (!is_driven || !has_moved) return;
  // If the manager's socket is full, the next call notifies it.
  sendto(descriptor_, words.data(), words.size(), MSG_DONTWAIT | MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address_),
         length_);
}

}  // namespace rowdesk
