#include "processors/effect_bank.h"

#include <algorithm>
#include <cstring>

#include "engine/ramp.h"

namespace rowdesk {
namespace {

constexpr float inaudible = 1e-9f;  // -180 dBFS
// Valid values, for use before the first commit.
EffectValues first_values() {
  EffectValues values{};
  uint32_t at = first_effect_number;
  const auto add = [&]<typename P>(List<P>) {
    const typename P::Numbers numbers{};
    std::memcpy(&values[at], &numbers, sizeof numbers);
    at += effect_numbers<P>;
  };
  [&]<typename... P>(List<P...>) { (add(List<P>{}), ...); }(Effects{});
  return values;
}

uint32_t tail_of(Effect& effect) {
  uint32_t longest = 0;
  effect.each([&]<typename P>(EffectSlot<P>& slot, uint32_t) { longest = std::max(longest, P::tail_frames(slot.state)); });
  return longest;
}

// The plugin's slot stays as long as a deck plays it.
void engage(Effect& effect) {
  if (effect.hosted == nullptr) return;
  bool is_played = false;
  for (uint32_t deck = 0; deck < effect_decks; ++deck) {
    is_played = is_played || (effect.plays[deck] && effect.decks[deck] == hosted_effect);
  }
  set(effect.hosted->engaged, is_played ? 1.0f : 0.0f);
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
    effect.decks[0] = effect_count - 1;  // until the first commit
    desired_[number] = {first_values(), true, 0};
  }
  const auto has_sends = [&](const Stage& stage) { return layout.strips()[stage.first_strip].kind == Kind::fx_send; };
  stage_ = static_cast<uint32_t>(std::ranges::find_if(layout.stages(), has_sends) - layout.stages().begin());
}

void EffectBank::allot(double rate) {
  rate_ = rate;
  ramp_frames_ = static_cast<float>(static_cast<uint32_t>(times_.gain_ms * 0.001 * rate + 0.5));
  change_frames_ = static_cast<float>(static_cast<uint32_t>(times_.change_ms * 0.001 * rate + 0.5));
  size_t each = 0;
  [&]<typename... P>(List<P...>) { ((each += P::memory_floats(rate)), ...); }(Effects{});
  if (rings_.size() != each * count()) rings_ = LockedArray<float>(each * count());
  float* next = rings_.data();
  for (Effect& effect : effects_) {
    effect.each([&]<typename P>(EffectSlot<P>& slot, uint32_t) {
      P::allot(slot.state, next, rate);
      next += P::memory_floats(rate);
    });
  }
}

void EffectBank::settle() {
  if (rate_ == 0) return;
  for (uint32_t number = 0; number < count(); ++number) {
    if (effects_[number].hosted != nullptr) HostedProcessor::settle(*effects_[number].hosted);
    rest(effects_[number]);
    finish_changes(effects_[number], desired_[number]);
  }
}

void EffectBank::put_hosted(uint32_t index, HostedSound* sound) {
  effects_[index - 1].hosted = sound;
  engage(effects_[index - 1]);
  desired_[index - 1].has_changed = any_changed_ = true;
}

void EffectBank::forget_hosted() {
  for (Effect& effect : effects_) effect.hosted = nullptr;
}

void EffectBank::apply(uint32_t index, double value) {
  Desired& desired = desired_[index / effect_values];
  desired.values[index % effect_values] = value;
  desired.has_changed = any_changed_ = true;
}

void EffectBank::follow_next() {
  const auto changed = std::ranges::find_if(desired_, &Desired::has_changed);
  if (changed != desired_.end()) follow(effects_[static_cast<size_t>(changed - desired_.begin())], *changed);
  any_changed_ = std::ranges::any_of(desired_, &Desired::has_changed);
}

void EffectBank::follow(Effect& effect, Desired& desired) {
  // A sleeping effect changes at once, since it is silent.
  const float ramp = effect.is_asleep ? 0.0f : ramp_frames_;
  const float change = effect.is_asleep ? 0.0f : change_frames_;
  const auto pair = static_cast<EffectPair>(desired.values[effect_pair]);
  turn(effect.pair, pair == EffectPair::left ? 1.0f : 0.0f, change);
  turn(effect.feed, pair == EffectPair::right ? 0.0f : 1.0f, change);
  turn(effect.enabled, static_cast<float>(desired.values[effect_enabled]), change);
  uint32_t at = first_effect_number;
  effect.each([&]<typename P>(EffectSlot<P>& slot, uint32_t) {
    P::follow(slot.state, read_as<typename P::Numbers>(&desired.values[at]), rate_, ramp);
    at += effect_numbers<P>;
    if (effect.is_asleep) P::finish(slot.state);
    P::begin_changes(slot.state, change);
  });
  follow_plugin(effect, desired, change);
  desired.has_changed = false;
}

// Crossfades to the desired effect, which begins with empty memory. A change during a crossfade waits for its end.
void EffectBank::follow_plugin(Effect& effect, const Desired& desired, float frames) {
  if (effect.crossfade.remaining > 0.0f) return;
  const auto next = static_cast<uint32_t>(desired.values[effect_plugin]);
  const auto heard = [&] { return effect.crossfade.target == 1.0f ? 1u : 0u; };
  if (effect.decks[heard()] != next) {
    const uint32_t deck = 1 - heard();
    effect.decks[deck] = next;
    effect.each([&]<typename P>(EffectSlot<P>& slot, uint32_t number) {
      if (number == next) P::forget(slot.state);
    });
    turn(effect.crossfade, deck == 1 ? 1.0f : 0.0f, frames);
  }
  const bool fades = effect.crossfade.remaining > 0.0f;
  for (uint32_t deck = 0; deck < effect_decks; ++deck) effect.plays[deck] = fades || deck == heard();
  engage(effect);
}

void EffectBank::tick() {
  for (uint32_t number = 0; number < count(); ++number) {
    Effect& effect = effects_[number];
    Desired& desired = desired_[number];
    if (effect.is_asleep) continue;
    effect.each([&]<typename P>(EffectSlot<P>& slot, uint32_t) { P::begin_changes(slot.state, change_frames_); });
    follow_plugin(effect, desired, change_frames_);
    desired.quiet_frames = effect.loudest < inaudible ? desired.quiet_frames + sub_block_frames : 0;
    effect.loudest = 0.0f;
    if (effect.hosted != nullptr || desired.quiet_frames <= tail_of(effect)) continue;
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
  effect.each([]<typename P>(EffectSlot<P>& slot, uint32_t) { P::forget(slot.state); });
  effect.is_asleep = 1;
  effect.loudest = 0.0f;
  std::fill_n(effect.out, effect_legs * sub_block_frames, 0.0f);
}

void EffectBank::finish_changes(Effect& effect, Desired& desired) {
  desired.quiet_frames = 0;
  desired.has_changed = any_changed_ = true;
  finish(effect.crossfade);
  if (rate_ == 0) return;
  follow(effect, desired);
  any_changed_ = std::ranges::any_of(desired_, &Desired::has_changed);
}

}  // namespace rowdesk
