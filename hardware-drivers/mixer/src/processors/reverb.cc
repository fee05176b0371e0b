#include "processors/reverb.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "processors/reverb_tuning.h"

namespace rowdesk {

size_t Reverb::memory_floats(double rate) {
  const ReverbFrames frames = reverb_frames(rate);
  return static_cast<size_t>(frames.line) * reverb_lines + static_cast<size_t>(frames.diffuser) * effect_legs * diffusers +
         static_cast<size_t>(frames.pre_delay) * effect_legs;
}

void Reverb::allot(State& reverb, float* memory, double rate) {
  const ReverbFrames frames = reverb_frames(rate);
  const auto take = [&memory](size_t size) { return std::exchange(memory, memory + size); };
  tune_reverb(reverb, rate);
  reverb.lines = take(static_cast<size_t>(frames.line) * reverb_lines);
  reverb.line_frames = frames.line;
  reverb.diffusion = take(static_cast<size_t>(frames.diffuser) * effect_legs * diffusers);
  reverb.diffuser_frames = frames.diffuser;
  reverb.pre_delay = take(static_cast<size_t>(frames.pre_delay) * effect_legs);
  reverb.pre_delay_frames = frames.pre_delay;
}

void Reverb::follow(State& reverb, const Numbers& numbers, double rate, float frames) {
  turn(reverb.low_cut, static_cast<float>(std::tan(std::numbers::pi * numbers.low_cut_hz / rate)), frames);
  reverb.head.desired = frames_within(numbers.pre_delay_ms * 0.001, rate, reverb.pre_delay_frames - sub_block_frames);
  const double room = room_of(numbers.decay_s);
  size_reverb(reverb, room);
  turn(reverb.diffusion_gain, static_cast<float>(diffusion_of(room)), frames);
  const Walls walls = walls_of(reverb, rate, numbers.decay_s, numbers.damping_hz);
  const auto turn_line = [&](LineRamps& ramps, uint32_t line, double target) {
    const float now = ramps.target[line] - ramps.step[line] * reverb.remaining;
    ramps.target[line] = static_cast<float>(target);
    ramps.step[line] = frames < 1.0f ? 0.0f : (ramps.target[line] - now) / frames;
  };
  for (uint32_t line = 0; line < reverb_lines; ++line) {
    turn_line(reverb.gains, line, walls.gains[line]);
    turn_line(reverb.damping, line, walls.damping[line]);
  }
  reverb.remaining = frames;
  turn(reverb.damped, walls.is_damped ? 1.0f : 0.0f, frames);
  turn(reverb.output, static_cast<float>(walls.output), frames);
}

// Begins the waiting changes; with frames 0 the lengths of the lines change at once.
void Reverb::begin_changes(State& reverb, float frames) {
  begin(reverb.head, frames);
  const bool is_under_way = frames >= 1.0f && reverb.resize.remaining > 0.0f;
  if (is_under_way || (frames >= 1.0f && std::ranges::equal(reverb.delays, reverb.delays_desired))) return;
  std::ranges::copy(reverb.delays, reverb.delays_before);
  std::ranges::copy(reverb.delays_desired, reverb.delays);
  set(reverb.resize, 0.0f);
  turn(reverb.resize, 1.0f, frames);
}

void Reverb::forget(State& reverb) {
  reverb.age = 0;
  for (auto& integrators : reverb.absorbed) std::ranges::fill(integrators, 0.0f);
  for (auto& state : reverb.low_cut_state) std::ranges::fill(state, 0.0f);
}

}  // namespace rowdesk
