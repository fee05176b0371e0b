#include "noise.h"

#include <cmath>
#include <numbers>

namespace rowdesk::stagebox {

double WhiteNoise::next() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  // Uniform in +-1 has an RMS of 1/sqrt(3).
  static const double scale = std::sqrt(1.5) / 9223372036854775808.0;
  return static_cast<double>(static_cast<int64_t>(z)) * scale;
}

void PinkFilter::design(double rate_hz) {
  const double radians = 2 * std::numbers::pi / rate_hz;
  for (int k = 0; k < sections - 1; ++k) {
    const double pole_hz = 6 * std::pow(10, k / 2.0);
    poles_[k] = std::exp(-radians * pole_hz);
    zeros_[k] = std::exp(-radians * pole_hz * std::pow(10, 0.25));
  }
  poles_[sections - 1] = 0;
  zeros_[sections - 1] = -0.075;
  // The energy of the impulse response is the gain in power for white noise; one second holds all of it.
  gain_ = 1;
  State state;
  double energy = 0;
  for (int n = 0; n < static_cast<int>(rate_hz); ++n) {
    const double y = step(state, n == 0 ? 1 : 0);
    energy += y * y;
  }
  gain_ = 1 / std::sqrt(energy);
}

double PinkFilter::step(State& state, double white) const {
  double x = white;
  for (int k = 0; k < sections; ++k) {
    const double y = x + state.memory[k];
    state.memory[k] = poles_[k] * y - zeros_[k] * x;
    x = y;
  }
  return x * gain_;
}

}  // namespace rowdesk::stagebox
