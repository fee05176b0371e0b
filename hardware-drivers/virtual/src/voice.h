// One signal generator of an input, without its level.
#pragma once
#include <rowdesk/noise.h>

#include <cstdint>

#include "ramp.h"
#include "setup.h"

namespace rowdesk::stagebox {

class Voice {
 public:
  /** A voice that starts here and now. `number` seeds its noise, so that no two inputs hiss alike. */
  void start(const InputSetup& setup, uint32_t number, double rate_hz);
  /** Takes over what may change while it plays: the frequency of a sine; its phase goes on unbroken. */
  void follow(const InputSetup& setup, double rate_hz);
  /** True while it plays what `setup` asks for; otherwise another voice has to fade in. */
  bool plays(const InputSetup& setup) const;
  /** `frames` samples at 0 dBFS. Files play in step with `position`, the device's frame count. */
  void render(double* out, uint32_t frames, uint64_t position, const rd_pink_filter& pink);
  /** Where a converter in front of it would clip. */
  double full_scale() const { return clip_ == nullptr ? 1 : clip_->headroom; }
  /** Time went on without us: a sine has turned further meanwhile. */
  void skip(uint64_t frames) { phase_ += turn_ * frames; }

  Ramp amplitude;

 private:
  void render_file(double* out, uint32_t frames, uint64_t position) const;

  Signal signal_ = Signal::silence;
  const Clip* clip_ = nullptr;
  // Turns as a fraction of 2^64: exact, and wraps by itself, so that hours don't drift.
  uint64_t phase_ = 0, turn_ = 0;
  uint64_t seed_ = 1;
  rd_pink_state pink_{};
};

}  // namespace rowdesk::stagebox
