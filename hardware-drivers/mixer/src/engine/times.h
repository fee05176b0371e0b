// Durations of changes in ms (rows.md "How the desk sounds"), and the longest delays.
#pragma once

#include <cstdint>

namespace rowdesk {

struct Times {
  double gain_ms = 20.0;    // gain, pan, sends
  double change_ms = 20.0;  // crossfades: source, tap, polarity, on, delay
  double settling_ms = 10.0;  // of a changed filter, unheard, before the crossfade to it
  double mute_ms = 10.0;
  double oscillator_ms = 500.0;
  double panic_release_ms = 200.0;
  double fault_release_ms = 10.0;
  double clock_release_ms = 100.0;
  double switch_ms = 20.0;  // before phantom or pad of a source are switched
  double switch_release_ms = 100.0;

  // All durations equal, for tests of shorter ones.
  static constexpr Times all(double ms) { return {ms, ms, ms, ms, ms, ms, ms, ms, ms, ms}; }
};

// A duration in whole frames.
inline float ramp_frames(double ms, double rate) { return static_cast<float>(static_cast<uint32_t>(ms * 0.001 * rate + 0.5)); }

inline constexpr double rms_s = 0.3;
inline constexpr double most_cue_delay_ms = 500.0;
inline constexpr double most_align_delay_ms = 100.0;
inline constexpr double most_alignment_ms = 50.0;
inline constexpr double most_speaker_delay_ms = 500.0, most_speaker_distance_m = 150.0;
inline constexpr double longest_speaker_delay_ms = 1000.0;  // both together: 979 ms at -30 degrees Celsius

}  // namespace rowdesk
