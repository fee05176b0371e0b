#include "engine/oscillator.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <utility>

#include "engine/ramp.h"

namespace rowdesk {
namespace {

bool moves(const Ramp& ramp) { return ramp.remaining > 0.0f; }
bool is_silent(const Ramp& ramp) { return !moves(ramp) && ramp.target == 0.0f; }

float next(Ramp& ramp) {
  if (moves(ramp)) ramp.remaining -= 1.0f;
  return ramp.target - ramp.step * ramp.remaining;
}

// What is about to begin is as silent as what has ended.
bool is_heard(const Ramp& ramp) { return std::abs(now(ramp)) > 1e-6f; }

// Gaussian noise has no peak: it is cut 12 dB over its RMS, which less than one sample in 10,000 reaches. The level stays
// true within 0.01 dB.
const double pink_peak = 4.0 * std::sqrt(0.5);

double wrapped(double turns) { return turns >= 1.0 ? turns - 1.0 : turns; }

}  // namespace

void Oscillator::prepare(double rate) {
  rate_ = rate;
  phase_ = 0.0;
  seed_ = 1;
  pink_state_ = {};
  sweep_hz_ = lowest_hz;
  sweep_phase_ = 0.0;
  sweep_step_ = std::pow(highest_hz / lowest_hz, 1.0 / (sweep_s * rate));
  rd_pink_design(&pink_filter_, rate);
}

void Oscillator::settle() {
  for (Ramp& level : levels_) finish(level);
  frequency_hz_ = desired_hz_;
  frequency_left_ = 0.0;
}

void Oscillator::set_level(float level, float frames) {
  if (level == level_) return;
  level_ = level;
  turn(levels_[type_], level, frames);
}

void Oscillator::set_type(OscillatorType type, float frames) {
  const uint32_t before = std::exchange(type_, static_cast<uint32_t>(type));
  if (type_ == before) return;
  if (std::ranges::none_of(levels_, is_heard)) {
    std::swap(levels_[before], levels_[type_]);
    return;
  }
  for (uint32_t each = 0; each < types; ++each) turn(levels_[each], each == type_ ? level_ : 0.0f, frames);
}

void Oscillator::set_frequency(double frequency_hz, float frames) {
  if (frequency_hz == desired_hz_) return;
  desired_hz_ = frequency_hz;
  frequency_left_ = frames < 1.0f ? 0.0 : frames;
  if (frequency_left_ == 0.0) frequency_hz_ = frequency_hz;
  else step_hz_ = (frequency_hz - frequency_hz_) / frequency_left_;
}

// What isn't heard stands still, from frame to frame, so that blocks of any size give the same.
void Oscillator::generate(float* to, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) {
    if (std::ranges::all_of(levels_, [](const Ramp& level) { return is_silent(level); })) {
      std::memset(to + i, 0, (frames - i) * sizeof(float));
      return;
    }
    to[i] = static_cast<float>(next_sample());
  }
}

double Oscillator::next_sample() {
  auto& [sine_level, pink_level, white_level, sweep_level] = levels_;
  double sum = 0.0;
  if (!is_silent(sine_level)) sum += sine() * next(sine_level);
  if (!is_silent(pink_level) || !is_silent(white_level)) {
    const double noise = rd_white_noise(&seed_);
    if (!is_silent(pink_level)) sum += pink(noise) * next(pink_level);
    if (!is_silent(white_level)) sum += noise * next(white_level);
  }
  if (!is_silent(sweep_level)) sum += sweep() * next(sweep_level);
  return sum;
}

double Oscillator::sine() {
  const double value = std::sin(2.0 * std::numbers::pi * phase_);
  if (frequency_left_ > 0.0) {
    frequency_left_ -= 1.0;
    frequency_hz_ = desired_hz_ - step_hz_ * frequency_left_;
  }
  phase_ = wrapped(phase_ + frequency_hz_ / rate_);
  return value;
}

double Oscillator::pink(double white) {
  return std::clamp(rd_pink_noise(&pink_filter_, &pink_state_, white), -pink_peak, pink_peak);
}

double Oscillator::sweep() {
  const double value = std::sin(2.0 * std::numbers::pi * sweep_phase_);
  sweep_phase_ = wrapped(sweep_phase_ + sweep_hz_ / rate_);
  sweep_hz_ *= sweep_step_;
  if (sweep_hz_ > highest_hz) sweep_hz_ = lowest_hz;
  return value;
}

}  // namespace rowdesk
