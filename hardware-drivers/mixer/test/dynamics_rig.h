// Gate and compressor on one strip at 48 kHz: settings by symbol, and the gain that came of them.
#pragma once

#include "strip_rig.h"

namespace rowdesk {

inline constexpr double strip_rate = 48000.0;
inline constexpr uint32_t second = 48000;

inline float linear(double db) { return static_cast<float>(std::pow(10.0, db / 20.0)); }

struct Setting {
  const char* symbol;
  double value;
};

inline void turn_on(Rig& rig, std::string_view id, std::initializer_list<Setting> settings, std::string_view strip = strip_path) {
  for (const Setting& setting : settings) rig.set(values_path(id, strip), setting.symbol, setting.value);
  rig.set(processor_path(id, strip), "enabled", 1);
}

inline void detect(Rig& rig, const char* detector, std::string_view strip = strip_path) {
  rig.set(values_path("comp", strip), "detector", choice(rig, values_path("comp", strip), "detector", detector));
}

// What a steady sine of this peak level comes out as.
inline double steady_db(Rig& rig, double level_db, double frequency_hz = 1000) {
  const Sound tone = sine(frequency_hz, level_db);
  rig.render(2 * second, tone, 1024);
  return peak_db(rig.render(second / 10, tone, 1024)[0]);
}

// D. Giannoulis, M. Massberg, J. D. Reiss, "Digital Dynamic Range Compressor Design - A Tutorial and Analysis",
// J. Audio Eng. Soc. 60(6), 2012, equation 4.
inline double compressed_db(double level_db, double threshold_db, double ratio, double knee_db) {
  const double over = level_db - threshold_db;
  if (2 * over < -knee_db) return level_db;
  if (2 * over >= knee_db) return threshold_db + over / ratio;
  return level_db + (1 / ratio - 1) * std::pow(over + knee_db / 2, 2) / (2 * knee_db);
}

// The gain in dB at each frame, from a sound that is never 0.
inline std::vector<double> gains_db(Rig& rig, uint32_t frames, const std::function<float(uint64_t)>& level) {
  const std::vector<float> out = rig.render(frames, [&](uint32_t, uint64_t frame) { return level(frame); }, 64)[0];
  std::vector<double> gains(frames);
  for (uint32_t i = 0; i < frames; ++i) gains[i] = 20.0 * std::log10(out[i] / level(i));
  return gains;
}

inline double ms_until(const std::vector<double>& gains, uint32_t from, const std::function<bool(double)>& is_reached) {
  uint32_t at = from;
  while (at < gains.size() && !is_reached(gains[at])) ++at;
  return (at - from) * 1000.0 / strip_rate;
}

inline const double part = 1.0 - std::exp(-1.0);  // 63 % of the way, after one time constant

}  // namespace rowdesk
