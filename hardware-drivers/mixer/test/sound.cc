#include "sound.h"

#include <cmath>
#include <numbers>

namespace rowdesk {

Sound silence() { return constant(0.0f); }

Sound sine(double frequency_hz, double level_dbfs, double rate) {
  const double amplitude = std::pow(10.0, level_dbfs / 20.0);
  return [=](uint64_t frame) {
    return static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * frequency_hz * static_cast<double>(frame) / rate));
  };
}

Sound constant(float value) {
  return [=](uint64_t) { return value; };
}

Sound impulse(float amplitude) {
  return [=](uint64_t frame) { return frame == 0 ? amplitude : 0.0f; };
}

}  // namespace rowdesk
