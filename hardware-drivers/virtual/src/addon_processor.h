// Which processors are driven.
#pragma once
#include <napi.h>

#include "rowdesk/audio.h"

namespace rowdesk::stagebox {

/** The claim of a device on a processor: one device at a time drives it. Throws Error if another device does. */
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
