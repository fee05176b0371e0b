// The test tone: sine, pink, white or a sweep. One thread at a time. White noise peaks 1.76 dB over a sine of its RMS,
// and pink noise is cut 12 dB over its RMS: from there the highest levels in strips.json.
#pragma once

#include <array>
#include <cstdint>

#include <rowdesk/noise.h>

#include "control/addresses.h"
#include "engine/state.h"

namespace rowdesk {

class Oscillator {
 public:
  static constexpr double sweep_s = 10.0;    // from lowest_hz to highest_hz, evenly in octaves, and again
  static constexpr double lowest_hz = 20.0;
  static constexpr double highest_hz = 20000.0;

  // Restarts at phase 0 and with the same noise.
  void prepare(double rate);
  void settle();

  // level: the linear peak of a sine; noise has the RMS of that sine (AES17). frames: of the ramp. For a change of both,
  // set the level first: the crossfade then goes from one type's level to the other's.
  void set_level(float level, float frames);
  void set_type(OscillatorType type, float frames);
  void set_frequency(double frequency_hz, float frames);

  // At most sub_block_frames.
  void generate(float* to, uint32_t frames);

 private:
  static constexpr uint32_t types = 4;

  double next_sample();
  double sine();
  double pink(double white);
  double sweep();

  double rate_ = 48000.0;
  float level_ = 0.0f;
  uint32_t type_ = 0;
  std::array<Ramp, types> levels_{};  // of each type; crossfaded
  double phase_ = 0.0;                // turns
  double frequency_hz_ = 1000.0, desired_hz_ = 1000.0, step_hz_ = 0.0;
  double frequency_left_ = 0.0;  // frames
  uint64_t seed_ = 1;
  rd_pink_filter pink_filter_{};
  rd_pink_state pink_state_{};
  double sweep_hz_ = lowest_hz, sweep_step_ = 1.0, sweep_phase_ = 0.0;
};

}  // namespace rowdesk
