// How changes reach the sound: from blocks of parameters, and from orders.
#include "engine.h"
#include "ramp.h"
#include "times.h"

namespace rowdesk {
namespace {

bool is_silenced(Kind kind, PanicScope scope) {
  if (scope == PanicScope::mains) return kind == Kind::main;
  return scope == PanicScope::all && kind != Kind::cue && kind != Kind::fx_send;
}

}  // namespace

void Engine::take_changes() {
  // Who sends blocks and then opens the outputs finds them opened on those blocks, so the outputs' word is read before
  // the ring. Who sees a revision must see the panic that was wanted with it, so panic is read after.
  const OutputOrder outputs = orders_.outputs();
  double revision = revision_.load(std::memory_order_relaxed);
  while (Block* block = blocks_.receive()) {
    for (const Change& change : block->changes) apply(change);
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
      return turn(trims_[change.index], gain, frames_of(times::gain_ms));
    case Operation::fader:
      return turn(faders_[change.index], gain, frames_of(times::gain_ms));
    case Operation::close:
      return close(change.index, static_cast<Reason>(change.value));
    case Operation::open:
      return open(change.index, static_cast<Reason>(change.value), times::mute_ms);
    case Operation::source:
      return patch(sources_[change.index], static_cast<int32_t>(change.value));
    case Operation::bus_route:
      return turn_route(state_.buses, change.index, gain);
    case Operation::output_route:
      return turn_route(state_.outputs, change.index, gain);
    case Operation::clear_fault:
      faults_.clear(change.index);
      return open(change.index, Reason::fault, times::fault_release_ms);
  }
}

void Engine::close(uint32_t strip, Reason reason) {
  const uint32_t before = closed(strip);
  closed_[strip].store(before | bit(reason), std::memory_order_relaxed);
  if (before == 0) turn(openings_[strip], 0.0f, frames_of(times::mute_ms));
}

void Engine::open(uint32_t strip, Reason reason, double fade_ms) {
  const uint32_t before = closed(strip);
  const uint32_t after = before & ~bit(reason);
  closed_[strip].store(after, std::memory_order_relaxed);
  if (before != 0 && after == 0) turn(openings_[strip], 1.0f, frames_of(fade_ms));
}

void Engine::patch(Source& source, int32_t channel) {
  if (source.wanted != source.channel) --waiting_sources_;
  source.wanted = channel;
  if (source.wanted == source.channel) return;
  if (source.crossfade.remaining > 0.0f) ++waiting_sources_;
  else begin_crossfade(source);
}

void Engine::begin_crossfade(Source& source) {
  source.before = source.channel;
  source.channel = source.wanted;
  set(source.crossfade, 0.0f);
  turn(source.crossfade, 1.0f, frames_of(times::source_ms));
}

void Engine::turn_route(Matrix& matrix, uint32_t index, float gain) {
  Ramp& route = matrix.routes[index];
  turn(route, gain, frames_of(times::gain_ms));
  if (route.target == 0.0f && route.remaining == 0.0f) return;
  const uint32_t row = index / matrix.columns;
  const uint32_t column = index % matrix.columns;
  matrix.active[static_cast<size_t>(row) * matrix.words + column / 64] |= uint64_t{1} << (column % 64);
}

void Engine::follow_panic(PanicScope scope) {
  if (scope == panic_) return;
  for (uint32_t number = 0; number < state_.strip_count; ++number) {
    const Kind kind = layout_.strips()[number].kind;
    const bool was = is_silenced(kind, panic_);
    const bool is = is_silenced(kind, scope);
    if (is && !was) close(number, Reason::panic);
    if (was && !is) open(number, Reason::panic, times::panic_release_ms);
  }
  panic_ = scope;
  echoes_[panic_slot_].store(static_cast<double>(scope), std::memory_order_relaxed);
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
  follow_outputs(closed, times::clock_release_ms);
}

}  // namespace rowdesk
