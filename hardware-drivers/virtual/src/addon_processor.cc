#include "addon_processor.h"

#include <mutex>
#include <set>
#include <utility>

namespace rowdesk::stagebox {
namespace {

std::mutex guard;
std::set<const rd_processor*> driven;

}  // namespace

Claim::Claim(Napi::Env env, const rd_processor& processor) {
  const std::lock_guard lock(guard);
  if (!driven.insert(&processor).second) {
    throw Napi::Error::New(env, "this mixer is driven by another device already; exactly one clock drives it");
  }
  processor_ = &processor;
}

Claim& Claim::operator=(Claim&& other) noexcept {
  std::swap(processor_, other.processor_);
  return *this;
}

void Claim::release() {
  const std::lock_guard lock(guard);
  if (processor_ != nullptr) driven.erase(processor_);
  processor_ = nullptr;
}

}  // namespace rowdesk::stagebox
