#include "addon_processor.h"

#include <mutex>
#include <set>
#include <utility>

namespace rowdesk::stagebox {
namespace {

constexpr napi_type_tag processor_tag{RD_PROCESSOR_TAG_LOWER, RD_PROCESSOR_TAG_UPPER};
std::mutex guard;
std::set<const rd_processor*> driven;

}  // namespace

const rd_processor& processor_of(const Napi::Value& value) {
  bool is_processor = false;
  if (value.IsExternal()) napi_check_object_type_tag(value.Env(), value, &processor_tag, &is_processor);
  if (!is_processor) throw Napi::TypeError::New(value.Env(), "a processor handle is needed, as a mixer gives it");
  const auto* processor = value.As<Napi::External<rd_processor>>().Data();
  if (processor->size < sizeof(rd_processor) || processor->abi != RD_ABI) {
    throw Napi::TypeError::New(value.Env(), "this processor has ABI " + std::to_string(processor->abi) +
                                                ", the virtual stagebox was built for " + std::to_string(RD_ABI));
  }
  return *processor;
}

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
