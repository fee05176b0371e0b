// Converts planes of any number of channels by a ratio that changes from block to block.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "../../../../../hardware-drivers/mixer/src/engine/locked_array.h"
#include "sample_rate_library.h"

namespace rowdesk {

class Resampler {
 public:
  struct Step {
    uint32_t used, made;
  };

  /** Throws std::runtime_error. */
  Resampler(uint32_t channels, SampleRateLibrary::Quality quality);

  /** Forgets all sound. The next output is of the same time as the next input. */
  void reset();
  /**
   * Converts at most `frames` frames into at most `most`, and keeps what the next outputs need. ratio: output by input. Audio
   * thread.
   */
  Step process(const float* const* in, uint32_t frames, float* const* out, uint32_t most, double ratio);
  /** So many input frames from that of an output on, it included, are needed for the output. A ratio below 1 widens the filter. */
  double reach_frames(double ratio) const { return ratio < 1 ? reach_frames_ / ratio + 1 : reach_frames_; }

 private:
  static constexpr uint32_t piece_frames = 256;
  struct Group {
    std::unique_ptr<void, void* (*)(void*)> state;
    uint32_t first_channel, channels;
  };

  const SampleRateLibrary& library_;
  std::vector<Group> groups_;
  LockedArray<float> in_, out_;
  double reach_frames_ = 0;
};

}  // namespace rowdesk
