#include "processors/reverb_tuning.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rowdesk {
namespace {

// Lengths of the lines, in steps of about a seventh, ordered so that the matrix mixes short with long ones. Their sum is
// 0.95 s, hence 0.95 resonances per Hz, dense enough for decays of several seconds.
constexpr double line_ms[reverb_lines] = {15.73, 95.43, 35.83, 62.97, 27.67,  127.27, 20.93, 47.93,
                                          82.19, 18.11, 109.71, 31.21, 54.51, 24.29,  71.63, 41.13};
constexpr double diffuser_ms[effect_legs][diffusers] = {{1.49, 1.99, 2.63, 3.61, 4.97, 6.89}, {1.63, 2.17, 2.87, 3.31, 4.51, 7.31}};
constexpr double turn_hz[reverb_pairs] = {0.71, 0.37, 0.61, 0.29, 0.53, 0.43, 0.83, 0.47};

// Short decays need small rooms: lines as long as the decay allows, so that sound passes them about twice in a tenth of it.
constexpr double large_room_s = 1.0, smallest_room = 0.2;
constexpr float direct = 0.6f;    // gain of the early part: as loud as the lines, before their first echoes
constexpr double signs = 1.13;    // makes good the loss of pink noise on both legs by the lines' input signs; measured
constexpr double damping_excess = 0.25;  // at damping_hz sound falls by 60 dB in decay / 1.25

bool is_prime(uint32_t number) {
  for (uint32_t divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return true;
}

// The next prime number of frames, so that echoes of different lines rarely coincide.
uint32_t prime_frames_of(double ms, double rate) {
  auto frames = static_cast<uint32_t>(ms * 0.001 * rate);
  while (!is_prime(frames)) ++frames;
  return frames;
}

uint32_t reverb_ring_for(double frames) {
  const auto whole = static_cast<uint32_t>(frames) + 1;
  return (whole + sub_block_frames - 1) / sub_block_frames * sub_block_frames + sub_block_frames;
}

}  // namespace

ReverbFrames reverb_frames(double rate) {
  constexpr double room = 32.0;  // frames, for rounding up to a prime
  return {reverb_ring_for(std::ranges::max(line_ms) * 0.001 * rate + room), reverb_ring_for(0.0074 * rate + room),
          reverb_ring_for(longest_pre_delay_s * rate)};
}

void tune_reverb(Reverb::State& reverb, double rate) {
  for (uint32_t line = 0; line < reverb_lines; ++line) reverb.lengths[line] = prime_frames_of(line_ms[line], rate);
  for (uint32_t pair = 0; pair < reverb_pairs; ++pair) {
    reverb.turn_phase[pair] = pair * 2654435769u;  // evenly spread phases: multiples of 2^32 / golden ratio
    reverb.turn_step[pair] = static_cast<uint32_t>(turn_hz[pair] / rate * sub_block_frames * 4294967296.0);
  }
  reverb.direct = {direct / std::sqrt(diffusers / 2.0f), 0.0f, 0.0f};
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    for (uint32_t i = 0; i < diffusers; ++i) reverb.diffuser_delays[leg][i] = prime_frames_of(diffuser_ms[leg][i], rate);
  }
}

double room_of(double decay_s) { return std::clamp(decay_s / large_room_s, smallest_room, 1.0); }

// Diffusers keep their lengths; in a small room a lower gain shortens their ringing to that of the room.
double diffusion_of(double room) { return 0.35 + 0.27 * room; }

// Lengths are prime in the largest room, odd in smaller ones.
void size_reverb(Reverb::State& reverb, double room) {
  for (uint32_t line = 0; line < reverb_lines; ++line) {
    const auto scaled = static_cast<uint32_t>(reverb.lengths[line] * room);
    reverb.delays_desired[line] = room == 1.0 ? reverb.lengths[line] : scaled | 1u;
  }
}

// A line of d seconds has the gain 10^(-3 d / decay), so that every path through the network loses 60 dB in the decay time.
// The power gain of the low-pass is 1 / (1 + (tan(pi f / rate) / g)^4); g follows from the loss at damping_hz. The low-pass
// delays low frequencies by k / (2 rate g) seconds.
Walls walls_of(const Reverb::State& reverb, double rate, double decay_s, double damping_hz) {
  constexpr double k = std::numbers::sqrt2;
  const double damped = std::tan(std::numbers::pi * std::min(damping_hz / rate, 0.49));
  Walls walls{};
  walls.is_damped = damping_hz < undamped_hz;
  double energy = 0.0;
  for (uint32_t line = 0; line < reverb_lines; ++line) {
    const double delay_s = reverb.delays_desired[line] / rate;
    const double taken = std::pow(10.0, 6.0 * damping_excess * delay_s / decay_s) - 1.0;
    walls.damping[line] = damped / std::sqrt(std::sqrt(taken));
    const double late_s = walls.is_damped ? k / (2.0 * rate * walls.damping[line]) : 0.0;
    walls.gains[line] = std::pow(10.0, -3.0 * (delay_s + late_s) / decay_s);
    energy += walls.gains[line] * walls.gains[line] / reverb_lines;
  }
  // A line gets a sixteenth of the input power and of the power of all lines; a leg of the output has the power of all lines.
  walls.output = signs / std::sqrt(energy / (1.0 - energy) + direct * direct);
  return walls;
}

}  // namespace rowdesk
