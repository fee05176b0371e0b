#include "processors/effect_bank.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/ramp.h"
#include "processors/reverb_tuning.h"

namespace rowdesk {
namespace {

constexpr float inaudible = 1e-9f;  // -180 dBFS
constexpr double filter_off_low_hz = 20.0;
constexpr double filter_off_high_hz = 20000.0;

double value_of(const EffectValues& values, EffectParameter parameter) { return values[static_cast<uint32_t>(parameter)]; }

// Off, until the desk says what it wants; no value is impossible.
EffectValues first_values() {
  EffectValues values{};
  const auto put = [&](EffectParameter parameter, double value) { values[static_cast<uint32_t>(parameter)] = value; };
  put(EffectParameter::decay_s, 1.0);
  put(EffectParameter::damping_hz, filter_off_high_hz);
  put(EffectParameter::low_cut_hz, filter_off_low_hz);
  put(EffectParameter::time_s, 1.0);
  put(EffectParameter::high_cut_hz, filter_off_high_hz);
  return values;
}

void put(ReadHead& head, uint32_t frames) { head = {frames, frames, frames, {1.0f, 0.0f, 0.0f}}; }

// Begins what waits, if no crossfade is under way.
void begin(ReadHead& head, float frames) {
  if (head.desired == head.now || head.crossfade.remaining > 0.0f) return;
  head.before = head.now;
  head.now = head.desired;
  set(head.crossfade, 0.0f);
  turn(head.crossfade, 1.0f, frames);
}

// The same for the lengths of the lines; at once when it takes no frames.
void begin_resize(Reverb& reverb, float frames) {
  const bool is_under_way = frames >= 1.0f && reverb.resize.remaining > 0.0f;
  if (is_under_way || (frames >= 1.0f && std::ranges::equal(reverb.delays, reverb.delays_desired))) return;
  std::ranges::copy(reverb.delays, reverb.delays_before);
  std::ranges::copy(reverb.delays_desired, reverb.delays);
  set(reverb.resize, 0.0f);
  turn(reverb.resize, 1.0f, frames);
}

// A filter that was not there takes its frequency at once.
void turn(EchoFilter& filter, bool is_on, double hz, double rate, float frames) {
  const double g = std::tan(std::numbers::pi * std::min(hz / rate, 0.49));
  const bool was_off = filter.part.target == 0.0f && filter.part.remaining == 0.0f;
  if (is_on) turn(filter.turn, static_cast<float>(g / (1.0 + g)), was_off ? 0.0f : frames);
  turn(filter.part, is_on ? 1.0f : 0.0f, frames);
}

void forget(Reverb& reverb) {
  reverb.age = 0;
  for (auto& integrators : reverb.absorbed) std::ranges::fill(integrators, 0.0f);
  for (auto& state : reverb.low_cut_state) std::ranges::fill(state, 0.0f);
}

void forget(Echo& echo) {
  echo.age = 0;
  for (EchoFilter* filter : {&echo.low_cut, &echo.high_cut}) std::ranges::fill(filter->state, 0.0f);
}

uint32_t memory_of(const Effect& effect) {
  return std::max(effect.echo.ring_frames, effect.reverb.line_frames + effect.reverb.pre_delay_frames);
}

}  // namespace

EffectBank::EffectBank(const Layout& layout, const Times& times) : times_(times) {
  std::vector<const StripPlace*> sends;
  for (uint32_t index = 1; layout.find(Kind::fx_send, index) != nullptr; ++index) sends.push_back(layout.find(Kind::fx_send, index));
  effects_ = LockedArray<Effect>(sends.size());
  outs_ = LockedArray<float>(sends.size() * effect_legs * sub_block_frames);
  desired_.resize(sends.size());
  for (uint32_t number = 0; number < sends.size(); ++number) {
    Effect& effect = effects_[number];
    effect = {};
    effect.left_lane = sends[number]->first_lane;
    effect.right_lane = layout.strips()[sends[number]->right].first_lane;
    effect.out = outs_.data() + number * effect_legs * sub_block_frames;
    desired_[number] = {first_values(), true, true, 0};
  }
  const auto has_sends = [&](const Stage& stage) { return layout.strips()[stage.first_strip].kind == Kind::fx_send; };
  stage_ = static_cast<uint32_t>(std::ranges::find_if(layout.stages(), has_sends) - layout.stages().begin());
}

void EffectBank::allot(double rate) {
  rate_ = rate;
  ramp_frames_ = static_cast<float>(static_cast<uint32_t>(times_.gain_ms * 0.001 * rate + 0.5));
  change_frames_ = static_cast<float>(static_cast<uint32_t>(times_.change_ms * 0.001 * rate + 0.5));
  const ReverbFrames frames = reverb_frames(rate);
  const uint32_t echo_frames =
      (static_cast<uint32_t>(longest_echo_s * rate) / sub_block_frames + 2) * sub_block_frames;
  const size_t each = static_cast<size_t>(frames.line) * reverb_lines +
                      static_cast<size_t>(frames.diffuser) * effect_legs * diffusers +
                      static_cast<size_t>(frames.pre_delay) * effect_legs + static_cast<size_t>(echo_frames) * effect_legs;
  if (rings_.size() != each * count()) rings_ = LockedArray<float>(each * count());
  float* next = rings_.data();
  const auto take = [&next](size_t size) { return std::exchange(next, next + size); };
  for (Effect& effect : effects_) {
    Reverb& reverb = effect.reverb;
    tune_reverb(reverb, rate);
    reverb.lines = take(static_cast<size_t>(frames.line) * reverb_lines);
    reverb.line_frames = frames.line;
    reverb.diffusion = take(static_cast<size_t>(frames.diffuser) * effect_legs * diffusers);
    reverb.diffuser_frames = frames.diffuser;
    reverb.pre_delay = take(static_cast<size_t>(frames.pre_delay) * effect_legs);
    reverb.pre_delay_frames = frames.pre_delay;
    effect.echo.ring = take(static_cast<size_t>(echo_frames) * effect_legs);
    effect.echo.ring_frames = echo_frames;
  }
}

void EffectBank::settle() {
  if (rate_ == 0) return;
  for (uint32_t number = 0; number < count(); ++number) {
    rest(effects_[number]);
    finish_changes(effects_[number], desired_[number]);
  }
}

void EffectBank::apply(uint32_t index, double value) {
  Desired& desired = desired_[index / effect_parameter_count];
  const auto parameter = static_cast<EffectParameter>(index % effect_parameter_count);
  desired.values[index % effect_parameter_count] = value;
  desired.has_changed = any_changed_ = true;
  if (parameter == EffectParameter::decay_s || parameter == EffectParameter::damping_hz) desired.walls_changed = true;
}

void EffectBank::follow_next() {
  const auto changed = std::ranges::find_if(desired_, &Desired::has_changed);
  if (changed != desired_.end()) follow(effects_[static_cast<size_t>(changed - desired_.begin())], *changed);
  any_changed_ = std::ranges::any_of(desired_, &Desired::has_changed);
}

void EffectBank::follow(Effect& effect, Desired& desired) {
  // What is silent changes at once: it is as it shall be when sound comes.
  const float ramp = effect.is_asleep ? 0.0f : ramp_frames_;
  const float change = effect.is_asleep ? 0.0f : change_frames_;
  const auto pair = static_cast<EffectPair>(value_of(desired.values, EffectParameter::pair));
  turn(effect.pair, pair == EffectPair::left ? 1.0f : 0.0f, change);
  turn(effect.feed, pair == EffectPair::right ? 0.0f : 1.0f, change);
  turn(effect.enabled, static_cast<float>(value_of(desired.values, EffectParameter::enabled)), change);
  follow_reverb(effect.reverb, desired, ramp);
  follow_echo(effect.echo, desired, ramp);
  if (effect.is_asleep) {
    put(effect.reverb.head, effect.reverb.head.desired);
    put(effect.echo.head, effect.echo.head.desired);
  }
  begin_resize(effect.reverb, change);
  begin(effect.reverb.head, change);
  begin(effect.echo.head, change);
  follow_plugin(effect, desired, change);
  desired.has_changed = desired.walls_changed = false;
}

void EffectBank::follow_reverb(Reverb& reverb, const Desired& desired, float frames) {
  const double low_cut_hz = value_of(desired.values, EffectParameter::low_cut_hz);
  turn(reverb.low_cut, static_cast<float>(std::tan(std::numbers::pi * low_cut_hz / rate_)), frames);
  reverb.head.desired =
      frames_of(value_of(desired.values, EffectParameter::pre_delay_ms) * 0.001, reverb.pre_delay_frames - sub_block_frames);
  if (!desired.walls_changed) return;
  const double decay_s = value_of(desired.values, EffectParameter::decay_s);
  const double room = room_of(decay_s);
  size_reverb(reverb, room);
  turn(reverb.diffusion_gain, static_cast<float>(diffusion_of(room)), frames);
  const Walls walls = walls_of(reverb, rate_, decay_s, value_of(desired.values, EffectParameter::damping_hz));
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

void EffectBank::follow_echo(Echo& echo, const Desired& desired, float frames) {
  const double low_hz = value_of(desired.values, EffectParameter::low_cut_hz);
  const double high_hz = value_of(desired.values, EffectParameter::high_cut_hz);
  echo.head.desired =
      std::max(1u, frames_of(value_of(desired.values, EffectParameter::time_s), echo.ring_frames - sub_block_frames));
  turn(echo.feedback, static_cast<float>(value_of(desired.values, EffectParameter::feedback)), frames);
  turn(echo.low_cut, low_hz > filter_off_low_hz, low_hz, rate_, frames);
  turn(echo.high_cut, high_hz < filter_off_high_hz, high_hz, rate_, frames);
}

// One fades out while the other begins anew; a change of mind waits for the end of it.
void EffectBank::follow_plugin(Effect& effect, const Desired& desired, float frames) {
  if (effect.is_reverb.remaining > 0.0f) return;
  const bool wants_reverb = static_cast<EffectPlugin>(value_of(desired.values, EffectParameter::plugin)) == EffectPlugin::reverb;
  const bool is_reverb = effect.is_reverb.target == 1.0f;
  if (wants_reverb != is_reverb) {
    if (wants_reverb) forget(effect.reverb);
    else forget(effect.echo);
    turn(effect.is_reverb, wants_reverb ? 1.0f : 0.0f, frames);
  }
  const bool fades = effect.is_reverb.remaining > 0.0f;
  effect.runs_reverb = fades || wants_reverb;
  effect.runs_echo = fades || !wants_reverb;
}

void EffectBank::tick() {
  for (uint32_t number = 0; number < count(); ++number) {
    Effect& effect = effects_[number];
    Desired& desired = desired_[number];
    if (effect.is_asleep) continue;
    begin_resize(effect.reverb, change_frames_);
    begin(effect.reverb.head, change_frames_);
    begin(effect.echo.head, change_frames_);
    follow_plugin(effect, desired, change_frames_);
    desired.quiet_frames = effect.loudest < inaudible ? desired.quiet_frames + sub_block_frames : 0;
    effect.loudest = 0.0f;
    if (desired.quiet_frames <= memory_of(effect)) continue;
    rest(effect);
    finish_changes(effect, desired);
  }
}

void EffectBank::reset(Kind kind, uint32_t index) {
  if ((kind != Kind::fx_send && kind != Kind::fx_return) || index > count()) return;
  rest(effects_[index - 1]);
  finish_changes(effects_[index - 1], desired_[index - 1]);
}

void EffectBank::rest(Effect& effect) {
  forget(effect.reverb);
  forget(effect.echo);
  effect.is_asleep = 1;
  effect.loudest = 0.0f;
  std::fill_n(effect.out, effect_legs * sub_block_frames, 0.0f);
}

void EffectBank::finish_changes(Effect& effect, Desired& desired) {
  desired.quiet_frames = 0;
  desired.has_changed = desired.walls_changed = any_changed_ = true;
  finish(effect.is_reverb);
  if (rate_ == 0) return;
  follow(effect, desired);
  any_changed_ = std::ranges::any_of(desired_, &Desired::has_changed);
}

// The nearest whole number of frames, within the ring.
uint32_t EffectBank::frames_of(double seconds, uint32_t most) const {
  return std::min(most, static_cast<uint32_t>(seconds * rate_ + 0.5));
}

}  // namespace rowdesk
