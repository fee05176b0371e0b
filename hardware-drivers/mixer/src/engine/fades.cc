#include "engine/fades.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "control/gain_laws.h"
#include "engine/ramp.h"

namespace rowdesk {
namespace {

constexpr float nearly_silent = 1e-9f;  // the kernels drop a route with a gain of 0 from its sum
constexpr uint32_t most_marks = 1u << 20;

uint32_t steps_of(float frames) { return std::max(1u, static_cast<uint32_t>(frames / sub_block_frames + 0.5f)); }

bool is_silent(double gain) { return gain <= fade_floor; }

}  // namespace

Fades::Fades(Ramp* first, size_t ramps, size_t most) : first_(first), running_(std::min(most, ramps)), places_(ramps) {}

void Fades::Course::rest(double at) { *this = {at, 0.0, 1.0, 0.0, 0.0, 0.0, at, 0}; }

void Fades::Course::fade(double to, float frames, Arc& arc) {
  const double from = gain();
  if (is_silent(from) && is_silent(to)) return turn(to, frames);
  steps = steps_of(frames);
  end = to;
  offset = offset_step = across = sine = 0.0;
  if (!is_silent(from) && !is_silent(to)) {
    along = from;
    cosine = std::pow(to / from, 1.0 / steps);
    return;
  }
  if (arc.steps != steps) {
    const double angle = std::numbers::pi / 2.0 / steps;
    arc = {steps, std::cos(angle), std::sin(angle)};
  }
  const bool rises = is_silent(from);
  along = rises ? 0.0 : from;
  across = rises ? to : 0.0;
  cosine = arc.cosine;
  sine = arc.sine;
}

// A rise from silence continues along the sine towards the new target; `offset` takes up the difference and decays.
void Fades::Course::redirect(double to, Arc& arc) {
  const bool rises = sine != 0.0 && !is_silent(end);
  if (!rises || is_silent(to)) return fade(to, static_cast<float>(steps * sub_block_frames), arc);
  const double from = gain();
  along *= to / end;
  across *= to / end;
  end = to;
  offset = from - along;
  offset_step = -offset / steps;
}

void Fades::Course::turn(double to, float frames) {
  const double from = gain();
  rest(to);
  steps = steps_of(frames);
  offset = from - to;
  offset_step = -offset / steps;
}

void Fades::Course::follow(const Part& part, float soon, Arc& arc) {
  if (part.frames >= sub_block_frames) fade(part.end, part.frames, arc);
  else if (part.frames >= 0.0f || end != part.end) turn(part.end, soon);
}

void Fades::Course::tick() {
  if (steps == 0) return;
  if (--steps == 0) return rest(end);
  const double before = along;
  along = along * cosine + across * sine;
  across = across * cosine - before * sine;
  offset += offset_step;
}

bool Fades::begin(Ramp& ramp, float target, float frames) {
  const float from = now(ramp);
  if (frames < sub_block_frames || from == target || (from < fade_floor && is_silent(target))) return false;
  Fade* fade = add(ramp, target);
  if (fade == nullptr) return false;
  fade->level.rest(from);
  fade->level.fade(target, frames, arc_);
  fade->group.rest(1.0);
  return true;
}

bool Fades::move(Ramp& ramp, float target, const Part& level, const Part& group, float soon) {
  Fade* fade = find(ramp);
  const auto goes_on = [](const Part& part, const Course* course) {
    return part.frames >= sub_block_frames || (part.frames < 0.0f && course != nullptr && course->steps > 0);
  };
  if (!goes_on(level, fade ? &fade->level : nullptr) && !goes_on(group, fade ? &fade->group : nullptr)) return false;
  if (fade == nullptr) {
    const double from = now(ramp);
    if (from == target) return false;
    fade = add(ramp, target);
    if (fade == nullptr) return false;
    // No target is -1: a part without a fade then goes to its present target.
    fade->level.rest(group.before > 0.0f ? from / group.before : level.before);
    fade->group.rest(group.before);
    fade->level.end = fade->group.end = -1.0;
  } else if (level.frames > 0.0f && fade->group.gain() > 0.0) {
    fade->level.rest(now(ramp) / fade->group.gain());
    hold(*fade);
  }
  fade->target = target;
  fade->level.follow(level, soon, arc_);
  fade->group.follow(group, soon, arc_);
  return true;
}

// Replaces the ramp's fade, or adds one. Returns null if too many run.
Fades::Fade* Fades::add(Ramp& ramp, float target) {
  uint32_t& place = place_of(ramp);
  if (place == 0 && count_ == running_.size()) return nullptr;
  if (place == 0) place = static_cast<uint32_t>(++count_);
  Fade& fade = running_[place - 1];
  fade = {&ramp, {}, {}, target, 0.0f, 0.0f};
  hold(fade);
  return &fade;
}

// Keeps the ramp constant until the next step of the grid. A constant ramp ignores its step, which marks it as this fade's.
void Fades::hold(Fade& fade) {
  begun_ = begun_ % most_marks + 1;
  fade.own_target = std::max(now(*fade.ramp), nearly_silent);
  fade.own_step = static_cast<float>(begun_);
  *fade.ramp = {fade.own_target, fade.own_step, 0.0f};
}

Fades::Fade* Fades::find(const Ramp& ramp) {
  const uint32_t place = place_of(ramp);
  return place != 0 && is_left(running_[place - 1]) ? &running_[place - 1] : nullptr;
}

void Fades::drop(size_t place) {
  place_of(*running_[place].ramp) = 0;
  if (place == --count_) return;
  running_[place] = running_[count_];
  place_of(*running_[place].ramp) = static_cast<uint32_t>(place + 1);
}

bool Fades::redirect(const Ramp& ramp, float target) {
  Fade* fade = find(ramp);
  if (fade == nullptr) return false;
  fade->target = target;
  fade->level.redirect(target, arc_);
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
    fade.group.tick();
    const bool is_over = fade.level.steps == 0 && fade.group.steps == 0;
    const auto gain = static_cast<float>(std::min(fade.level.gain() * fade.group.gain(), highest_gain));
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
    place_of(*running_[place].ramp) = 0;
  }
  count_ = 0;
}

bool Fades::is_left(const Fade& fade) {
  return fade.ramp->target == fade.own_target && fade.ramp->step == fade.own_step;
}

}  // namespace rowdesk
