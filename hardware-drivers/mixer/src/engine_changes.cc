// How changes reach the sound: from blocks of parameters, and from orders.
#include <algorithm>
#include <cmath>
#include <utility>

#include "choice.h"
#include "engine.h"
#include "ramp.h"
#include "times.h"

namespace rowdesk {
namespace {

bool is_silenced(Kind kind, PanicScope scope) {
  if (scope == PanicScope::mains) return kind == Kind::main;
  return scope == PanicScope::all && kind != Kind::cue;
}

}  // namespace

void Engine::take_changes() {
  // Who sends blocks and then opens the outputs finds them opened on those blocks, so the outputs' word is read before
  // the ring. Who sees a revision must see the panic that was wanted with it, so panic is read after.
  const OutputOrder outputs = orders_.outputs();
  double revision = revision_.load(std::memory_order_relaxed);
  while (Block* block = blocks_.receive()) {
    for (const Change& change : block->changes) apply(change);
    processors_.apply(block->processors, block->numbers.data(), position_.load(std::memory_order_relaxed));
    effects_.follow();
    revision = block->revision;
    blocks_.give_back(block);
  }
  follow_panic(orders_.panic());
  const uint32_t lost = outputs_closed_.load(std::memory_order_relaxed) & bit(Reason::clock_lost);
  follow_outputs(outputs.closed | lost, outputs.fade_us * 0.001);
  revision_.store(revision, std::memory_order_release);
}

void Engine::apply(const Change& change) {
  const auto gain = static_cast<float>(change.value);
  switch (change.operation) {
    case Operation::echo:
      return echoes_[change.index].store(change.value, std::memory_order_relaxed);
    case Operation::trim:
      return turn(trims_[change.index], gain, frames_of(times_.gain_ms));
    case Operation::fader:
      return turn_fader(change);
    case Operation::close:
      return close(change.index, static_cast<Reason>(change.value), &change);
    case Operation::open:
      return open(change.index, static_cast<Reason>(change.value), opening_ms(static_cast<Reason>(change.value)),
                  change.fade_ms);
    case Operation::source:
      return choose(sources_[change.index], static_cast<int32_t>(change.value));
    case Operation::bus_route:
      return turn_route(state_.buses, change.index, gain, change.fade_ms);
    case Operation::output_route:
      return turn_route(state_.outputs, change.index, gain);
    case Operation::dim:
      return turn(state_.dims[change.index], gain, frames_of(times_.gain_ms));
    case Operation::injection:
      return turn(state_.injections[change.index], gain, frames_of(times_.gain_ms));
    case Operation::talkback_source:
      return choose(state_.talkback_sources[change.index], static_cast<int32_t>(change.value));
    case Operation::talkback_level:
      return turn(state_.generator_levels[change.index], gain, frames_of(times_.gain_ms));
    case Operation::talkback_on:
      return switch_generator(change.index, change.value != 0.0);
    case Operation::oscillator_level:
      return oscillator_.set_level(gain, frames_of(times_.oscillator_ms));
    case Operation::oscillator_on:
      return switch_generator(oscillator, change.value != 0.0);
    case Operation::oscillator_type:
      return oscillator_.set_type(static_cast<OscillatorType>(change.value), frames_of(times_.change_ms));
    case Operation::oscillator_frequency:
      return oscillator_.set_frequency(change.value, frames_of(times_.change_ms));
    case Operation::cue_delay:
      return delay_cue(change.value);
    case Operation::alignment:
      return align(change.index, static_cast<int32_t>(change.value));
    case Operation::effect:
      return effects_.apply(change.index, change.value);
  }
}

void Engine::turn_fader(const Change& change) {
  Ramp& ramp = faders_[change.index];
  const auto gain = static_cast<float>(change.value);
  const Change::Fader before = std::exchange(made_up_[change.index], change.fader);
  const float soon = frames_of(times_.gain_ms);
  const auto frames = [&](float ms) { return ms > 0.0f ? frames_of(ms) : ms; };
  const Fades::Part level{before.level, change.fader.level, frames(change.fade_ms)};
  const Fades::Part beside{before.beside, change.fader.beside, frames(change.fader.beside_fade_ms)};
  if (!strip_fades_.move(ramp, gain, level, beside, soon)) turn(ramp, gain, soon);
}

// A fade ends `floor` below what the fader has then, so that both together arrive at the floor.
void Engine::close(uint32_t strip, Reason reason, const Change* fade) {
  const uint32_t before = closed(strip);
  closed_[strip].store(before | bit(reason), std::memory_order_relaxed);
  const bool fades = fade != nullptr && fade->fade_ms > 0.0f;
  const bool is_hurried = fade != nullptr && fade->fade_ms == 0.0f;
  if ((before & bit(reason)) != 0 && !is_hurried) return;
  if (before != 0 && (fades || !fades_out_[strip])) return;
  fades_out_[strip] = fades && strip_fades_.begin(openings_[strip], 0.0f, frames_of(fade->fade_ms),
                                                  fade_floor / std::max(fade->fader_gain, fade_floor));
  if (fades_out_[strip]) return;
  turn(openings_[strip], 0.0f, frames_of(reason == Reason::phantom ? times_.switch_ms : times_.mute_ms));
}

double Engine::opening_ms(Reason reason) const {
  return reason == Reason::phantom ? times_.switch_release_ms : times_.mute_ms;
}

void Engine::open(uint32_t strip, Reason reason, double ms, float fade_ms) {
  const uint32_t before = closed(strip);
  uint32_t after = before & ~bit(reason);
  if (reason == Reason::mute && after != before) {  // who unmutes a strip that was given up wants to hear it again
    faults_.clear(strip);
    after &= ~bit(Reason::fault);
  }
  closed_[strip].store(after, std::memory_order_relaxed);
  const bool is_hurried = before == 0 && fade_ms == 0.0f && strip_fades_.runs(openings_[strip]);
  if ((before == 0 && !is_hurried) || after != 0) return;
  fades_out_[strip] = 0;
  const float floor = fade_floor / std::max(now(faders_[strips_[strip].first_lane]), fade_floor);
  if (fade_ms > 0.0f && strip_fades_.begin(openings_[strip], 1.0f, frames_of(fade_ms), floor)) return;
  turn(openings_[strip], 1.0f, frames_of(ms));
}

void Engine::choose(Choice& choice, int32_t value) {
  choice.wanted = value;
  begin(choice, frames_of(times_.change_ms));
  any_waits_ = any_waits_ || waits(choice);
}

void Engine::delay_cue(double ms) {
  const auto frames = static_cast<int32_t>(std::lround(ms * 0.001 * rate_));
  for (uint32_t leg = 0; leg < 2; ++leg) choose(state_.cue_delays[leg].frames, frames);
}

void Engine::align(uint32_t line, int32_t frames) {
  if (state_.aligned_frames[line] == 0) return put(state_.alignments[line].frames, frames);  // there is nothing in it
  choose(state_.alignments[line].frames, frames);
}

void Engine::turn_route(Matrix& matrix, uint32_t index, float gain, float fade_ms) {
  Ramp& route = matrix.routes[index];
  if (fade_ms < 0.0f && route_fades_.redirect(route, gain)) return;
  const bool fades = fade_ms > 0.0f && route_fades_.begin(route, gain, frames_of(fade_ms));
  if (!fades) turn(route, gain, frames_of(times_.gain_ms));
  if (route.target == 0.0f && route.remaining == 0.0f) return;
  matrix.active[index / 64] |= uint64_t{1} << (index % 64);  // columns are whole words
  if (&matrix == &state_.buses && index / matrix.columns >= state_.first_aligned_row) state_.is_aligned = 1;
}

void Engine::follow_panic(PanicScope scope) {
  if (scope == panic_) return;
  for (uint32_t number = 0; number < state_.strip_count; ++number) {
    const Kind kind = layout_.strips()[number].kind;
    const bool was = is_silenced(kind, panic_);
    const bool is = is_silenced(kind, scope);
    if (is && !was) close(number, Reason::panic);
    if (was && !is) open(number, Reason::panic, times_.panic_release_ms);
  }
  if (scope == PanicScope::all) close_generators();
  else if (panic_ == PanicScope::all) open_generators(times_.panic_release_ms);
  panic_ = scope;
  echoes_[panic_slot_].store(static_cast<double>(scope), std::memory_order_relaxed);
}

// Talkbacks and oscillator are off after a panic, also for who still wants them on: he turns them off and on again.
void Engine::close_generators() {
  for (uint32_t generator = 0; generator < generators; ++generator) {
    turn(state_.generator_openings[generator], 0.0f, frames_of(times_.mute_ms));
  }
  generators_off_ |= generators_on_;
}

// Only those that are on: of one that was turned off meanwhile nobody shall hear how it goes.
void Engine::open_generators(double fade_ms) {
  for (uint32_t generator = 0; generator < generators; ++generator) {
    if (((generators_on_ & ~generators_off_) >> generator & 1u) == 0) continue;
    turn(state_.generator_openings[generator], 1.0f, frames_of(fade_ms));
  }
}

void Engine::switch_generator(uint32_t generator, bool is_on) {
  const uint32_t own = 1u << generator;
  generators_on_ = is_on ? generators_on_ | own : generators_on_ & ~own;
  if (!is_on) generators_off_ &= ~own;
  else if (panic_ != PanicScope::all) open_generators(times_.mute_ms);
}

void Engine::follow_outputs(uint32_t closed, double fade_ms) {
  const uint32_t before = outputs_closed_.load(std::memory_order_relaxed);
  outputs_closed_.store(closed, std::memory_order_relaxed);
  if (before == 0 && closed != 0) turn(state_.output_opening, 0.0f, frames_of(fade_ms));
  if (before != 0 && closed == 0) turn(state_.output_opening, 1.0f, frames_of(fade_ms));
}

void Engine::close_outputs_for_lost_clock() {
  const uint32_t closed = outputs_closed_.load(std::memory_order_relaxed) | bit(Reason::clock_lost);
  outputs_closed_.store(closed, std::memory_order_relaxed);
  set(state_.output_opening, 0.0f);
}

void Engine::open_outputs_after_lost_clock() {
  const uint32_t closed = outputs_closed_.load(std::memory_order_relaxed) & ~bit(Reason::clock_lost);
  follow_outputs(closed, times_.clock_release_ms);
}

}  // namespace rowdesk
