#include "fades.h"

#include <algorithm>
#include <cmath>

#include "laws.h"
#include "ramp.h"

namespace rowdesk {
namespace {

constexpr float nearly_silent = 1e-9f;  // a route at 0 would be left out of its sum
constexpr uint32_t most_marks = 1u << 20;

uint32_t steps_of(float frames) { return std::max(1u, static_cast<uint32_t>(frames / sub_block_frames + 0.5f)); }

}  // namespace

void Fades::Course::fade(double to, float frames, double floor) {
  const double last = std::max(to, floor);
  if (gain < floor && last == floor) return turn(to, frames);
  gain = std::max(gain, floor);
  steps = steps_of(frames);
  ratio = std::pow(last / gain, 1.0 / steps);
  step = 0.0;
  end = to;
}

void Fades::Course::turn(double to, float frames) {
  steps = steps_of(frames);
  ratio = 1.0;
  step = (to - gain) / steps;
  end = to;
}

void Fades::Course::follow(const Part& part, float soon) {
  if (part.frames >= sub_block_frames) fade(part.end, part.frames);
  else if (part.frames >= 0.0f || end != part.end) turn(part.end, soon);
}

void Fades::Course::tick() {
  if (steps == 0) return;
  --steps;
  gain = steps == 0 ? end : gain * ratio + step;
}

bool Fades::begin(Ramp& ramp, float target, float frames, float floor) {
  const float from = now(ramp);
  const bool is_below = from < floor && target <= floor;
  if (count_ == running_.size() || frames < sub_block_frames || from == target || is_below) return false;
  Fade& fade = add(ramp, target);
  fade.level = {from, target, 1.0, 0.0, 0};
  fade.level.fade(target, frames, floor);
  fade.beside = {1.0, 1.0, 1.0, 0.0, 0};
  return true;
}

bool Fades::move(Ramp& ramp, float target, const Part& level, const Part& beside, float soon) {
  Fade* fade = find(ramp);
  const auto goes_on = [](const Part& part, const Course* course) {
    return part.frames >= sub_block_frames || (part.frames < 0.0f && course != nullptr && course->steps > 0);
  };
  if (!goes_on(level, fade ? &fade->level : nullptr) && !goes_on(beside, fade ? &fade->beside : nullptr)) return false;
  if (fade == nullptr) {
    const double from = now(ramp);
    if (count_ == running_.size() || from == target) return false;
    fade = &add(ramp, target);
    // Without an end: whatever part is not said to fade goes to the one that it has now.
    fade->level = {beside.before > 0.0f ? from / beside.before : level.before, -1.0, 1.0, 0.0, 0};
    fade->beside = {beside.before, -1.0, 1.0, 0.0, 0};
  } else if (level.frames > 0.0f && fade->beside.gain > 0.0) {
    fade->level.gain = now(ramp) / fade->beside.gain;
    hold(*fade);
  }
  fade->target = target;
  fade->level.follow(level, soon);
  fade->beside.follow(beside, soon);
  return true;
}

Fades::Fade& Fades::add(Ramp& ramp, float target) {
  Fade& fade = running_[count_++];
  fade = {&ramp, {}, {}, target, 0.0f, 0.0f};
  hold(fade);
  return fade;
}

// Waits for the grid; a ramp that rests doesn't look at its step, so that is the mark of this fade.
void Fades::hold(Fade& fade) {
  begun_ = begun_ % most_marks + 1;
  fade.own_target = std::max(now(*fade.ramp), nearly_silent);
  fade.own_step = static_cast<float>(begun_);
  *fade.ramp = {fade.own_target, fade.own_step, 0.0f};
}

Fades::Fade* Fades::find(const Ramp& ramp) {
  for (size_t place = 0; place < count_; ++place) {
    if (running_[place].ramp == &ramp && is_left(running_[place])) return &running_[place];
  }
  return nullptr;
}

bool Fades::redirect(const Ramp& ramp, float target) {
  Fade* fade = find(ramp);
  if (fade == nullptr) return false;
  fade->target = target;
  fade->level.fade(target, static_cast<float>(fade->level.steps * sub_block_frames));
  return true;
}

void Fades::tick() {
  for (size_t place = 0; place < count_;) {
    Fade& fade = running_[place];
    if (!is_left(fade) || fade.ramp->remaining != 0.0f) {
      drop(place);
      continue;
    }
    fade.level.tick();
    fade.beside.tick();
    const bool is_over = fade.level.steps == 0 && fade.beside.steps == 0;
    const auto gain = static_cast<float>(std::min(fade.level.gain * fade.beside.gain, highest_gain));
    turn(*fade.ramp, is_over ? fade.target : std::max(gain, nearly_silent), sub_block_frames);
    fade.own_target = fade.ramp->target;
    fade.own_step = fade.ramp->step;
    if (is_over) drop(place);
    else ++place;
  }
}

void Fades::settle() {
  for (size_t place = 0; place < count_; ++place) {
    if (is_left(running_[place])) set(*running_[place].ramp, running_[place].target);
  }
  count_ = 0;
}

bool Fades::is_left(const Fade& fade) {
  return fade.ramp->target == fade.own_target && fade.ramp->step == fade.own_step;
}

}  // namespace rowdesk
