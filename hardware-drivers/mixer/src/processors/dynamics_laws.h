// Gate and compressor as the desk names them, in the numbers that the audio thread works with. Levels there are powers
// of 2, times are parts of the way per frame.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "processors/processor_change.h"

namespace rowdesk {

struct GateSettings {
  bool is_enabled;
  double threshold_db, range_db, attack_ms, hold_ms, release_ms;
};
struct CompressorSettings {
  bool is_enabled;
  double threshold_db, ratio, knee_db, attack_ms, hold_ms, release_ms, makeup_db, mix_percent;
  bool is_rms;
};

inline constexpr double gate_hysteresis_db = 3.0;
// The mean that takes the ripple out of an RMS level: at most two periods of the ripple that a tone of 20 Hz leaves, and
// these from a hold of 10 ms on, the window of the level.
inline constexpr double mean_of_hold = 5.0, longest_mean_ms = 50.0;
inline const double db_of_octave = 20.0 * std::log10(2.0);

// The part of the way that an exponential goes in a frame, so that 63 % (1 - 1/e) is gone after this time; 0: all of it.
// The frame that begins it goes a part already: so many frames later there were one more.
inline double part_per_frame(double ms, double rate) { return ms <= 0.0 ? 1.0 : -std::expm1(-1.0 / (ms * 0.001 * rate + 1.0)); }
inline double hold_frames(double ms, double rate) { return std::max(1.0, std::round(ms * 0.001 * rate)); }

inline std::array<float, gate_numbers> numbers_of(const GateSettings& gate, double rate) {
  const auto linear = [](double db) { return static_cast<float>(std::pow(10.0, db / 20.0)); };
  std::array<float, gate_numbers> numbers;
  numbers[gate_range] = static_cast<float>(gate.range_db / db_of_octave);
  numbers[gate_wet] = gate.is_enabled ? 1.0f : 0.0f;
  numbers[gate_open] = linear(gate.threshold_db);
  numbers[gate_close] = linear(gate.threshold_db - gate_hysteresis_db);
  numbers[gate_attack] = static_cast<float>(part_per_frame(gate.attack_ms, rate));
  numbers[gate_release] = static_cast<float>(part_per_frame(gate.release_ms, rate));
  numbers[gate_hold] = static_cast<float>(hold_frames(gate.hold_ms, rate));
  return numbers;
}

inline std::array<float, compressor_numbers> numbers_of(const CompressorSettings& compressor, double rate) {
  const double knee = compressor.knee_db / db_of_octave;
  std::array<float, compressor_numbers> numbers;
  numbers[compressor_threshold] = static_cast<float>(compressor.threshold_db / db_of_octave);
  numbers[compressor_slope] = static_cast<float>(1.0 - 1.0 / compressor.ratio);
  numbers[compressor_knee] = static_cast<float>(knee);
  numbers[compressor_knee_factor] = static_cast<float>(knee > 0.0 ? 0.5 / knee : 0.0);
  numbers[compressor_makeup] = static_cast<float>(compressor.makeup_db / db_of_octave);
  numbers[compressor_wet] = static_cast<float>(compressor.is_enabled ? compressor.mix_percent / 100.0 : 0.0);
  numbers[compressor_attack] = static_cast<float>(part_per_frame(compressor.attack_ms, rate));
  numbers[compressor_release] = static_cast<float>(part_per_frame(compressor.release_ms, rate));
  numbers[compressor_hold] = static_cast<float>(hold_frames(compressor.hold_ms, rate));
  numbers[compressor_is_rms] = compressor.is_rms ? 1.0f : 0.0f;
  numbers[compressor_settle] = static_cast<float>(part_per_frame(std::min(mean_of_hold * compressor.hold_ms, longest_mean_ms), rate));
  return numbers;
}

}  // namespace rowdesk
