#include "reverb_tuning.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rowdesk {
namespace {

// From the near wall to the far one, in steps of about a seventh, in an order in which the matrix mixes near and far.
// Together 0.95 s: as many resonances per Hz, which is dense enough for decays of several seconds.
constexpr double line_ms[reverb_lines] = {15.73, 95.43, 35.83, 62.97, 27.67,  127.27, 20.93, 47.93,
                                          82.19, 18.11, 109.71, 31.21, 54.51, 24.29,  71.63, 41.13};
constexpr double diffuser_ms[effect_legs][diffusers] = {{2.13, 3.01, 4.67, 6.89}, {2.41, 3.37, 4.19, 7.31}};
constexpr double breath_hz[reverb_lines] = {0.71, 0.23, 0.61, 0.37, 0.53, 0.29, 0.83, 0.41,
                                            0.31, 0.67, 0.19, 0.47, 0.79, 0.43, 0.59, 0.17};
constexpr double breath_ms = 0.45;
constexpr double mid_band_hz = 600.0;  // where octaves of 500 Hz and 1 kHz decay: their lower halves outlast the upper

constexpr double pink = 1.22;  // the highest octaves decay sooner: what pink noise loses by it, measured

bool is_prime(uint32_t number) {
  for (uint32_t divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return true;
}

// The next prime number of frames, so that echoes of different lines fall together as seldom as can be.
uint32_t frames_of(double ms, double rate) {
  auto frames = static_cast<uint32_t>(ms * 0.001 * rate);
  while (!is_prime(frames)) ++frames;
  return frames;
}

uint32_t ring_for(double frames) {
  const auto whole = static_cast<uint32_t>(frames) + 1;
  return (whole + sub_block_frames - 1) / sub_block_frames * sub_block_frames + sub_block_frames;
}

}  // namespace

ReverbFrames reverb_frames(double rate) {
  constexpr double room = 32.0;  // to the next prime, and for interpolation
  return {ring_for((std::ranges::max(line_ms) + breath_ms) * 0.001 * rate + room), ring_for(0.0074 * rate + room),
          ring_for(longest_pre_delay_s * rate)};
}

void tune_reverb(Reverb& reverb, double rate) {
  for (uint32_t line = 0; line < reverb_lines; ++line) {
    reverb.delays[line] = frames_of(line_ms[line], rate);
    reverb.breath_phase[line] = line * 2654435769u;  // spread evenly: 2^32 over the golden ratio
    reverb.breath_step[line] = static_cast<uint32_t>(breath_hz[line] / rate * sub_block_frames * 4294967296.0);
  }
  reverb.breath = static_cast<float>(breath_ms * 0.001 * rate);
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    for (uint32_t i = 0; i < diffusers; ++i) reverb.diffuser_delays[leg][i] = frames_of(diffuser_ms[leg][i], rate);
  }
}

// A line of d seconds lets pass 10^(-3 d / decay) in the mid band, so that every way through the network loses 60 dB in
// the decay time. The filter g (1 - p) / (1 - p z^-1) lets pass g^2 / (1 + x s) at a frequency, s = sin^2(pi f / rate)
// and x = 4 p / (1 - p)^2; x and g follow from what it takes in the mid band and at damping_hz.
Walls walls_of(const Reverb& reverb, double rate, double decay_s, double damping_hz) {
  const auto s_of = [rate](double hz) { return std::pow(std::sin(std::numbers::pi * std::min(hz / rate, 0.5)), 2.0); };
  const double mid = s_of(mid_band_hz), damped = s_of(damping_hz);
  const double damped_s = 0.5 * decay_s * (1.0 + mid / damped);
  // Steeper than 6 dB per octave it can't be: the shortest decays keep more of their highs.
  const double steepest = 0.5 * (1.0 + damped / mid);
  Walls walls{};
  double energy = 0.0;
  for (uint32_t line = 0; line < reverb_lines; ++line) {
    const double delay_s = reverb.delays[line] / rate;
    const double mid_power = std::pow(10.0, -6.0 * delay_s / decay_s);
    const double ratio = std::min(steepest, mid_power / std::pow(10.0, -6.0 * delay_s / damped_s));
    const double x = (ratio - 1.0) / (damped - ratio * mid);
    walls.gains[line] = std::sqrt(mid_power * (1.0 + x * mid));
    walls.poles[line] = x < 1e-9 ? 0.0 : (x + 2.0 - 2.0 * std::sqrt(x + 1.0)) / x;
    energy += mid_power / reverb_lines;
  }
  // A line gets a sixteenth of the power that went in and of what all lines give back; a leg hears the power of all.
  walls.output = pink * std::sqrt((1.0 - energy) / energy);
  return walls;
}

}  // namespace rowdesk
