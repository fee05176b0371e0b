// One buffer for each of some channels, in memory for the audio thread.
#pragma once
#include <cstdint>
#include <vector>

#include "../../../../../hardware-drivers/mixer/src/engine/locked_array.h"

namespace rowdesk {

class Planes {
 public:
  /** Silence. Allocates. */
  void lay_out(uint32_t channels, uint32_t frames) {
    samples_ = LockedArray<float>(static_cast<size_t>(channels) * frames);
    planes_.resize(channels);
    for (uint32_t n = 0; n < channels; ++n) planes_[n] = samples_.data() + static_cast<size_t>(n) * frames;
  }
  float* const* planes() const { return planes_.data(); }

 private:
  LockedArray<float> samples_;
  std::vector<float*> planes_;
};

}  // namespace rowdesk
