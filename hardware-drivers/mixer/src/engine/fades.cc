#include "engine/fades.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "control/fade_law.h"
#include "control/gain_laws.h"
#include "engine/ramp.h"

namespace rowdesk {
namespace {

constexpr float nearly_silent = 1e-9f;  // the kernels drop a route with a gain of 0 from its sum

constexpr uint32_t most_held = 255;  // the longest alignment is 150 steps

// Enough to have a ramp near when its turn comes.
constexpr size_t ramps_ahead = 16;

// Keeps the ramp constant until the next step of the grid.
void hold(Ramp& ramp) { set(ramp, std::max(now(ramp), nearly_silent)); }

}  // namespace

Fades::Fades(Ramp* first, size_t ramps, size_t most, Factors factors, size_t in_use)
    : first_(first),
      running_(std::min(most, ramps)),
      groups_(factors == Factors::two ? running_.size() : 0),
      places_(ramps) {
  places_.use(0, std::min(in_use, ramps));
}

void Fades::Course::rest(double at) { *this = {at, 0.0, 1.0, 0.0, 0.0, 0.0, static_cast<float>(at), 0}; }

void Fades::Course::fade(float to, float frames, Arc& arc) {
  const double from = gain();
  if (is_silent(from) && is_silent(to)) return turn(to, frames);
  const uint32_t in_steps = fade_steps(frames);
  if (!is_silent(from) && !is_silent(to)) {
    *this = {from, 0.0, fade_factor(from, to, in_steps), 0.0, 0.0, 0.0, to, in_steps};
    return;
  }
  if (arc.steps != in_steps) {
    const double angle = std::numbers::pi / 2.0 / in_steps;
    arc = {in_steps, std::cos(angle), std::sin(angle)};
  }
  const bool rises = is_silent(from);
  *this = {rises ? 0.0 : from, rises ? to : 0.0, arc.cosine, arc.sine, 0.0, 0.0, to, in_steps};
}

// A rise from silence continues along the sine towards the new target; `offset` takes up the difference and decays.
void Fades::Course::redirect(float to, Arc& arc) {
  const bool rises = sine != 0.0 && !is_silent(end);
  if (!rises || is_silent(to)) return fade(to, static_cast<float>(steps * sub_block_frames), arc);
  const double from = gain();
  along *= static_cast<double>(to) / end;
  across *= static_cast<double>(to) / end;
  end = to;
  offset = from - along;
  offset_step = -offset / steps;
}

void Fades::Course::turn(float to, float frames) {
  const double from = gain();
  rest(to);
  steps = fade_steps(frames);
  offset = from - to;
  offset_step = -offset / steps;
}

void Fades::Course::follow(const Part& part, float soon, Arc& arc) {
  if (part.frames >= sub_block_frames) fade(part.end, part.frames, arc);
  else if (part.frames >= 0.0f || end != part.end) turn(part.end, soon);
}

inline void Fades::Course::tick() {
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
  hold(ramp);
  fade->level.rest(from);
  fade->level.fade(target, frames, arc_);
  if (groups_.size() != 0) group_of(*fade)->rest(1.0);
  return true;
}

bool Fades::begin_late(Ramp& ramp, float target, float frames, uint32_t held) {
  const float from = now(ramp);
  if (from == target) return false;
  Fade* fade = add(ramp, target);
  if (fade == nullptr) return false;
  hold(ramp);
  fade->level.rest(from);
  fade->level.turn(target, frames);
  const uint32_t steps = std::max((held + sub_block_frames / 2) / sub_block_frames, 1u);
  fade->level.held = std::min(steps - 1, most_held) & most_held;
  if (groups_.size() != 0) group_of(*fade)->rest(1.0);
  return true;
}

bool Fades::begin(const Ramp& ramp, float target, const Change::Course& planned) {
  if (planned.steps == 0 || ramp.remaining != 0.0f || ramp.target != planned.from) return false;
  Fade* fade = add(ramp, target);
  if (fade == nullptr) return false;
  fade->level = {ramp.target, 0.0, planned.factor, 0.0, 0.0, 0.0, target, planned.steps};
  if (groups_.size() != 0) group_of(*fade)->rest(1.0);
  return true;
}

bool Fades::move(Ramp& ramp, float target, const Part& level, const Part& group, float soon) {
  Fade* fade = find(ramp);
  const auto goes_on = [](const Part& part, const Course* course) {
    return part.frames >= sub_block_frames || (part.frames < 0.0f && course != nullptr && course->steps > 0);
  };
  if (!goes_on(level, fade ? &fade->level : nullptr) && !goes_on(group, fade ? group_of(*fade) : nullptr)) return false;
  if (fade == nullptr) {
    const double from = now(ramp);
    if (from == target) return false;
    fade = add(ramp, target);
    if (fade == nullptr) return false;
    hold(ramp);
    // No target is -1: a part without a fade then goes to its present target.
    fade->level.rest(group.before > 0.0f ? from / group.before : level.before);
    group_of(*fade)->rest(group.before);
    fade->level.end = group_of(*fade)->end = -1.0f;
  } else if (level.frames > 0.0f && group_of(*fade)->gain() > 0.0) {
    fade->level.rest(now(ramp) / group_of(*fade)->gain());
    hold(ramp);
  }
  fade->target = target;
  fade->level.follow(level, soon, arc_);
  group_of(*fade)->follow(group, soon, arc_);
  return true;
}

Fades::Fade* Fades::find(const Ramp& ramp) const {
  const uint32_t place = place_of(ramp);
  return place == 0 ? nullptr : &running_[place - 1];
}

// Replaces the ramp's fade, or adds one. Returns null if too many run.
inline Fades::Fade* Fades::add(const Ramp& ramp, float target) {
  uint32_t& place = place_of(ramp);
  if (place == 0 && count_ == running_.size()) return nullptr;
  if (place == 0) place = static_cast<uint32_t>(++count_);
  Fade& fade = running_[place - 1];
  fade.target = target;
  fade.ramp = static_cast<uint32_t>(index_of(ramp));
  return &fade;
}

void Fades::drop(size_t place) {
  places_[running_[place].ramp] = 0;
  if (place == --count_) return;
  running_[place] = running_[count_];
  if (groups_.size() != 0) groups_[place] = groups_[count_];
  places_[running_[place].ramp] = static_cast<uint32_t>(place + 1);
}

bool Fades::redirect(const Ramp& ramp, float target) {
  Fade* fade = find(ramp);
  if (fade == nullptr) return false;
  fade->target = target;
  const uint32_t held = fade->level.held;
  fade->level.redirect(target, arc_);
  fade->level.held = held & most_held;
  return true;
}

void Fades::turn(Ramp& ramp, float target, float frames) {
  if (const uint32_t place = place_of(ramp); place != 0) drop(place - 1);
  rowdesk::turn(ramp, target, frames);
}

void Fades::set(Ramp& ramp, float value) { turn(ramp, value, 0.0f); }

// False when the fade is over.
inline bool Fades::step(Fade& fade, Course* group) {
  Ramp& ramp = first_[fade.ramp];
  if (ramp.remaining != 0.0f) return false;  // it is not computed
  if (fade.level.held > 0) return --fade.level.held, true;
  fade.level.tick();
  bool is_over = fade.level.steps == 0;
  double gain = fade.level.gain();
  if (group != nullptr) {
    group->tick();
    is_over = is_over && group->steps == 0;
    gain *= group->gain();
  }
  const auto next = std::max(static_cast<float>(std::min(gain, highest_gain)), nearly_silent);
  rowdesk::turn(ramp, is_over ? fade.target : next, sub_block_frames);
  return !is_over;
}

void Fades::tick() {
  const bool has_groups = groups_.size() != 0;
  for (size_t place = 0; place < count_;) {
    if (place + ramps_ahead < count_) __builtin_prefetch(&first_[running_[place + ramps_ahead].ramp], 1);
    if (step(running_[place], has_groups ? &groups_[place] : nullptr)) ++place;
    else drop(place);
  }
}

void Fades::settle() {
  for (size_t place = 0; place < count_; ++place) {
    const Fade& fade = running_[place];
    rowdesk::set(first_[fade.ramp], fade.target);
    places_[fade.ramp] = 0;
  }
  count_ = 0;
}

}  // namespace rowdesk
