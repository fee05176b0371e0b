// One output of the stagebox: its level and mute, applied in place.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ramp.h"
#include "setup.h"

namespace rowdesk::stagebox {

class Output {
 public:
  /** `converts`: a converter follows, which has a full scale. */
  void prepare(const Setup& setup, uint32_t number, double rate_hz, bool converts) {
    number_ = number;
    rate_hz_ = rate_hz;
    full_scale_ = converts ? 1 : most_of_a_file;
    adopt(setup, true);
  }

  void adopt(const Setup& setup, bool at_once) {
    const OutputSetup& wanted = setup.outputs[number_];
    const bool silent = wanted.muted || !setup.enabled;
    const double gain = silent ? 0 : gain_of_db(wanted.level_db);
    if (at_once) {
      gain_.jump(gain);
    } else {
      // Mutes take 10 ms, levels 20 ms.
      gain_.move(gain, static_cast<uint32_t>((silent != silent_ ? 0.010 : 0.020) * rate_hz_));
    }
    silent_ = silent;
  }

  void apply(float* samples, uint32_t frames) {
    for (uint32_t n = 0; n < frames; ++n) {
      const double y = samples[n] * gain_.next();
      samples[n] = static_cast<float>(std::isfinite(y) ? std::clamp(y, -full_scale_, full_scale_) : y);
    }
  }

 private:
  /** 120 dB over full scale. */
  static constexpr double most_of_a_file = 0x1p20;

  Ramp gain_;
  double full_scale_ = 1;
  bool silent_ = false;
  uint32_t number_ = 0;
  double rate_hz_ = 48000;
};

}  // namespace rowdesk::stagebox
