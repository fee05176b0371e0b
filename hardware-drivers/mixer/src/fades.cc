#include "fades.h"

#include <algorithm>
#include <cmath>

#include "ramp.h"

namespace rowdesk {
namespace {

constexpr float nearly_silent = 1e-9f;  // a route at 0 would be left out of its sum
constexpr uint32_t most_marks = 1u << 20;

}  // namespace

bool Fades::begin(Ramp& ramp, float target, float frames, float floor) {
  const float from = now(ramp);
  const double first = std::max(from, floor);
  const double last = std::max(target, floor);
  const bool is_below = first == last && from < floor;
  if (count_ == running_.size() || frames < sub_block_frames || from == target || is_below) return false;
  const auto steps = static_cast<uint32_t>(frames / sub_block_frames + 0.5f);
  // Waits for the grid; a ramp that rests doesn't look at its step, so that is the mark of this fade.
  begun_ = begun_ % most_marks + 1;
  ramp = {std::max(from, nearly_silent), static_cast<float>(begun_), 0.0f};
  running_[count_++] = {&ramp, first, std::pow(last / first, 1.0 / steps), target, steps, ramp.target, ramp.step};
  return true;
}

bool Fades::redirect(const Ramp& ramp, float target) {
  for (size_t place = 0; place < count_; ++place) {
    Fade& fade = running_[place];
    if (fade.ramp != &ramp || ramp.target != fade.own_target || ramp.step != fade.own_step) continue;
    fade.ratio = std::pow(std::max(target, fade_floor) / fade.gain, 1.0 / fade.steps);
    fade.target = target;
    return true;
  }
  return false;
}

void Fades::tick() {
  for (size_t place = 0; place < count_;) {
    Fade& fade = running_[place];
    if (!is_own(fade)) {
      drop(place);
      continue;
    }
    fade.gain *= fade.ratio;
    --fade.steps;
    turn(*fade.ramp, fade.steps == 0 ? fade.target : static_cast<float>(fade.gain), sub_block_frames);
    fade.own_target = fade.ramp->target;
    fade.own_step = fade.ramp->step;
    if (fade.steps == 0) drop(place);
    else ++place;
  }
}

void Fades::settle() {
  for (size_t place = 0; place < count_; ++place) {
    const Fade& fade = running_[place];
    if (fade.ramp->target == fade.own_target && fade.ramp->step == fade.own_step) set(*fade.ramp, fade.target);
  }
  count_ = 0;
}

bool Fades::is_own(const Fade& fade) const {
  const Ramp& ramp = *fade.ramp;
  return ramp.remaining == 0.0f && ramp.target == fade.own_target && ramp.step == fade.own_step;
}

}  // namespace rowdesk
