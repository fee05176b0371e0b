// One signal generator of an input, without its level.
#pragma once
#include <rowdesk/noise.h>

#include <cstdint>

#include "ramp.h"
#include "setup.h"

namespace rowdesk::stagebox {

class Voice {
 public:
  /** Starts the voice. `number` seeds its noise, so that the noises of inputs are independent. */
  void start(const InputSetup& setup, uint32_t number, double rate_hz);
  /** Applies a new frequency of a sine, with a continuous phase. */
  void follow(const InputSetup& setup, double rate_hz);
  /** True if the voice already plays this setup; otherwise another voice must fade in. */
  bool plays(const InputSetup& setup) const;
  /** Writes `frames` samples at 0 dBFS. Files play in sync with `position`, the device's frame count. */
  void render(double* out, uint32_t frames, uint64_t position, const rd_pink_filter& pink);
  /** The clipping level of a converter for this voice, linear. */
  double full_scale() const { return clip_ == nullptr ? 1 : clip_->headroom; }
  /** Skips lost frames: advances the phase of a sine. */
  void skip(uint64_t frames) { phase_ += turn_ * frames; }

  Ramp amplitude;

 private:
  void render_file(double* out, uint32_t frames, uint64_t position) const;

  Signal signal_ = Signal::silence;
  const Clip* clip_ = nullptr;
  // Periods as a fraction of 2^64: exact, wraps by itself, and does not drift.
  uint64_t phase_ = 0, turn_ = 0;
  uint64_t seed_ = 1;
  rd_pink_state pink_{};
};

}  // namespace rowdesk::stagebox
