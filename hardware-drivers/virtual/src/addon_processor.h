// An rd_processor as it travels between packages: a tagged external.
#pragma once
#include <napi.h>

#include "rowdesk/audio.h"

namespace rowdesk::stagebox {

/** Throws a TypeError when `value` isn't a processor of this ABI. */
const rd_processor& processor_of(const Napi::Value& value);

/** Claims a processor: exactly one device drives it. Throws Error when another does. */
class Claim {
 public:
  Claim() = default;
  Claim(Napi::Env env, const rd_processor& processor);
  ~Claim() { release(); }
  Claim& operator=(Claim&& other) noexcept;
  void release();

 private:
  const rd_processor* processor_ = nullptr;
};

}  // namespace rowdesk::stagebox
