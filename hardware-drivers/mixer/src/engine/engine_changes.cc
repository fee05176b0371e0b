// How changes reach the sound: from blocks of parameters, and from orders.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/crossfaded.h"
#include "engine/engine.h"
#include "control/gain_laws.h"
#include "engine/ramp.h"
#include "engine/times.h"

namespace rowdesk {
namespace {

bool is_silenced(Kind kind, PanicScope scope) {
  if (scope == PanicScope::mains) return kind == Kind::main;
  return scope == PanicScope::all && kind != Kind::cue;
}

// What a change costs beside that of a gain, in its unit: the power of a fade that is not planned; a strip's mutes and
// faders; filters; the walls of a reverb.
constexpr uint32_t fade_work = 2, strip_work = 2, processor_work = 16, effect_work = 1024;

// Enough to have its memory near when its turn comes.
constexpr size_t changes_ahead = 12;

// The second leg of a strip changes with the first.
bool goes_on(const ProcessorChange& change, const ProcessorChange& next) {
  return next.aspect == change.aspect && next.insert == change.insert && next.lane == change.lane + 1;
}

// Has the kernels compute a route, unless its gain is 0.
bool activate(Matrix& matrix, uint32_t index) {
  const Ramp& route = matrix.routes[index];
  if (route.target == 0.0f && route.remaining == 0.0f) return false;
  matrix.active[index / 64] |= uint64_t{1} << (index % 64);  // columns are whole words
  return true;
}

}  // namespace

// Applies what came, as far as the work of this step of the grid allows; the rest at the next steps, so that blocks of any
// size give the same. A commit is seen, by its revision and its echoes, when all of it is applied.
void Engine::take_changes() {
  // Blocks sent before the outputs open must be applied before they open, so the outputs' word is read before the ring. A
  // reader of a revision must also see the panic that came with it, so panic is read after.
  const OutputCommand outputs = urgent_.outputs();
  double revision = revision_.load(std::memory_order_relaxed);
  while (block_ != nullptr || (block_ = blocks_.receive()) != nullptr) {
    if (!take_part()) break;
    revision = block_->revision;
    blocks_.give_back(std::exchange(block_, nullptr));
    next_change_ = next_processor_ = next_insert_ = next_hardware_ = 0;
  }
  follow_panic(urgent_.panic());
  const uint32_t before = outputs_closed_.load(std::memory_order_relaxed);
  const uint32_t stays = block_ != nullptr ? before : before & bit(Reason::clock_lost);
  follow_outputs(outputs.closed | stays, outputs.fade_us * 0.001);
  revision_.store(revision, std::memory_order_release);
}

// Of the block that is being applied. False when its work is not done yet.
bool Engine::take_part() {
  const auto& changes = block_->changes;
  for (; next_change_ < changes.size(); ++next_change_) {
    const Change& change = changes[next_change_];
    if (work_left_ == 0 && !change.goes_with_last) return false;
    if (next_change_ + changes_ahead < changes.size()) prefetch(changes[next_change_ + changes_ahead]);
    apply(change);
    work(1);
  }
  const std::span<const ProcessorChange> processors = block_->processors;
  const size_t first = next_processor_;
  for (; next_processor_ < processors.size(); ++next_processor_) {
    const bool is_other_leg = next_processor_ > first && goes_on(processors[next_processor_ - 1], processors[next_processor_]);
    if (work_left_ == 0 && !is_other_leg) break;
    work(processor_work);
  }
  processors_.apply(processors.subspan(first, next_processor_ - first), block_->numbers.data(),
                    position_.load(std::memory_order_relaxed));
  if (next_processor_ < processors.size()) return false;
  for (; next_insert_ < block_->inserts.size(); ++next_insert_) {
    if (work_left_ == 0) return false;
    apply(block_->inserts[next_insert_]);
    work(processor_work);
  }
  for (; next_hardware_ < block_->hardware_inserts.size(); ++next_hardware_) {
    if (work_left_ == 0) return false;
    apply(block_->hardware_inserts[next_hardware_]);
    work(processor_work);
  }
  while (effects_.has_changes()) {
    if (work_left_ == 0) return false;
    effects_.follow_next();
    work(effect_work);
  }
  if (block_->changes_record) record_.exchange(block_->record);
  if (block_->changes_stimulus) {
    stimulus_.exchange(block_->stimulus);
    if (panic_ != PanicScope::none) stimulus_.stop();
  }
  return true;
}

void Engine::prefetch(const Change& change) const {
  if (change.operation != Operation::bus_route) return;
  const Ramp& route = state_.buses.routes[change.index];
  __builtin_prefetch(&route, 1);
  route_fades_.prefetch(route);
}

void Engine::work(uint32_t amount) {
  work_left_ -= std::min(work_left_, amount);
  commit_work_.store(commit_work_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

void Engine::apply(const Change& change) {
  const auto gain = static_cast<float>(change.value);
  switch (change.operation) {
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
      return turn_send(change);
    case Operation::output_route:
      return turn_output(change.index, gain);
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
    case Operation::speaker_delay:
      return speakers_.set(change.index, static_cast<int32_t>(change.value), position_.load(std::memory_order_relaxed));
    case Operation::effect:
      return effects_.apply(change.index, change.value);
  }
}

void Engine::apply(const InsertOrder& order) {
  hosted_.apply(order);
  const uint32_t strip = state_.strips_of_lanes[order.lane];
  HostedSound* const sound = order.slot == nullptr ? nullptr : &order.slot->sound;
  if (layout_.strips()[strip].kind == Kind::fx_send) effects_.put_hosted(layout_.strips()[strip].index, sound);
  else processors_.put_hosted(order.place, order.lane, strips_[strip].legs, sound);
}

void Engine::apply(const HardwareOrder& order) {
  hardware_.apply(order);
  const uint32_t legs = strips_[state_.strips_of_lanes[order.lane]].legs;
  processors_.put_hosted(order.place, order.lane, legs, order.slot == nullptr ? nullptr : &order.slot->sound);
}

// True for a strip that is closed and has faded out: its fader is inaudible.
bool Engine::is_silent(uint32_t strip) const {
  return openings_[strip].target == 0.0f && openings_[strip].remaining == 0.0f;
}

void Engine::turn_fader(Change change) {
  work(strip_work);
  const uint32_t lane = change.index, strip = state_.strips_of_lanes[lane];
  Ramp& ramp = faders_[lane];
  const bool waits = fader_waits_[lane] != 0;
  const bool says_level = change.fade_ms >= 0.0f;
  if (fades_out_[strip] && !is_silent(strip) && (change.fade_ms > 0.0f || (waits && !says_level))) {
    // A strip fades out by its mute alone, from the level that it had.
    waiting_fader_count_ += waits ? 0 : 1;
    fader_waits_[lane] = 1;
    waiting_faders_[lane] = change;
    if (change.fader.group == composed_gains_[lane].group) return;
    change.fade_ms = -1.0f;
    change.fader.level = composed_gains_[lane].level;
    change.value = std::min(static_cast<double>(change.fader.level) * change.fader.group, highest_gain);
  } else if (waits) {
    fader_waits_[lane] = 0;
    --waiting_fader_count_;
  }
  const auto gain = static_cast<float>(change.value);
  const Change::Fader before = std::exchange(composed_gains_[lane], change.fader);
  if (is_silent(strip)) return fader_fades_.set(ramp, gain);
  const float soon = frames_of(times_.gain_ms);
  const auto frames = [&](float ms) { return ms > 0.0f ? frames_of(ms) : ms; };
  const Fades::Part level{before.level, change.fader.level, frames(change.fade_ms)};
  const Fades::Part group{before.group, change.fader.group, frames(change.fader.group_fade_ms)};
  if (fader_fades_.move(ramp, gain, level, group, soon)) work(2 * fade_work);
  else fader_fades_.turn(ramp, gain, soon);
}

// Those whose strip has faded out.
void Engine::begin_waiting_faders() {
  if (waiting_fader_count_ == 0) return;
  for (uint32_t lane = 0; lane < fader_waits_.size(); ++lane) {
    if (fader_waits_[lane] && is_silent(state_.strips_of_lanes[lane])) turn_fader(waiting_faders_[lane]);
  }
}

void Engine::close(uint32_t strip, Reason reason, const Change* fade) {
  work(strip_work);
  const uint32_t before = closed(strip);
  closed_[strip].store(before | bit(reason), std::memory_order_relaxed);
  const bool fades = fade != nullptr && fade->fade_ms > 0.0f;
  const bool is_hurried = fade != nullptr && fade->fade_ms == 0.0f;
  if ((before & bit(reason)) != 0 && !is_hurried) return;
  if (before != 0 && (fades || !fades_out_[strip])) return;
  fades_out_[strip] = fades && opening_fades_.begin(openings_[strip], 0.0f, frames_of(fade->fade_ms));
  if (fades_out_[strip]) any_fades_out_ = true;
  if (fades_out_[strip]) return;
  opening_fades_.turn(openings_[strip], 0.0f, frames_of(holds_source(reason) ? times_.switch_ms : times_.mute_ms));
}

double Engine::opening_ms(Reason reason) const {
  return holds_source(reason) ? times_.switch_release_ms : times_.mute_ms;
}

void Engine::open(uint32_t strip, Reason reason, double ms, float fade_ms) {
  work(strip_work);
  const uint32_t before = closed(strip);
  uint32_t after = before & ~bit(reason);
  if (reason == Reason::mute && after != before) {  // unmuting reopens a strip closed for faults
    faults_.clear(strip);
    after &= ~bit(Reason::fault);
  }
  closed_[strip].store(after, std::memory_order_relaxed);
  const bool is_hurried = before == 0 && fade_ms == 0.0f && opening_fades_.runs(openings_[strip]);
  if ((before == 0 && !is_hurried) || after != 0) return;
  fades_out_[strip] = 0;
  for (uint32_t lane = strips_[strip].first_lane; lane < strips_[strip].first_lane + strips_[strip].legs; ++lane) {
    if (fader_waits_[lane]) turn_fader(waiting_faders_[lane]);
  }
  if (fade_ms > 0.0f && opening_fades_.begin(openings_[strip], 1.0f, frames_of(fade_ms))) return;
  opening_fades_.turn(openings_[strip], 1.0f, frames_of(ms));
}

void Engine::choose(Crossfaded& choice, int32_t value) {
  choice.desired = value;
  begin(choice, frames_of(times_.change_ms));
  any_waits_ = any_waits_ || waits(choice);
}

void Engine::delay_cue(double ms) {
  const auto frames = static_cast<int32_t>(std::lround(ms * 0.001 * rate_));
  for (uint32_t leg = 0; leg < 2; ++leg) choose(state_.cue_delays[leg].frames, frames);
}

void Engine::align(uint32_t delay_line, int32_t frames) {
  Crossfaded& delay = state_.alignments[delay_line].frames;
  if (state_.aligned_frames[delay_line] == 0) return put(delay, frames);  // there is nothing in it
  choose(delay, frames);
}

void Engine::turn_send(const Change& change) {
  const auto gain = static_cast<float>(change.value);
  Ramp& route = state_.buses.routes[change.index];
  const bool is_held = change.held_frames > 0 && change.fade_ms <= 0.0f;
  if (route_fades_.begin(route, gain, change.course)) return;  // its gains are not 0: it is active
  const auto behind_step = static_cast<uint32_t>(position_.load(std::memory_order_relaxed) % sub_block_frames);
  if (is_held && route_fades_.begin_late(route, gain, frames_of(times_.gain_ms), change.held_frames + behind_step)) work(fade_work);
  else if (change.fade_ms < 0.0f && route_fades_.redirect(route, gain)) return work(fade_work);
  else if (change.fade_ms > 0.0f && route_fades_.begin(route, gain, frames_of(change.fade_ms))) work(fade_work);
  else route_fades_.turn(route, gain, frames_of(times_.gain_ms));
  const uint32_t first_aligned = state_.first_aligned_row * state_.buses.columns;
  if (!activate(state_.buses, change.index) || change.index < first_aligned) return;
  const uint32_t line = (change.index - first_aligned) / state_.buses.columns;
  state_.delay_lines[line / alignment_delays] |= 1u << line % alignment_delays;
}

void Engine::turn_output(uint32_t index, float gain) {
  turn(state_.outputs.routes[index], gain, frames_of(times_.gain_ms));
  activate(state_.outputs, index);
}

void Engine::follow_panic(PanicScope scope) {
  if (scope == panic_) return;
  for (uint32_t number = 0; number < state_.strip_count; ++number) {
    const Kind kind = layout_.strips()[number].kind;
    const bool was = is_silenced(kind, panic_);
    const bool is = is_silenced(kind, scope);
    if (is && !was) close(number, Reason::panic);
    if (was && !is) open(number, Reason::panic, times_.panic_release_ms);
    if (is != was) open_speakers(number, is ? 0.0f : 1.0f, is ? times_.mute_ms : times_.panic_release_ms);
  }
  if (scope != PanicScope::none) stimulus_.end(frames_of(times_.mute_ms));
  if (scope == PanicScope::all) close_generators();
  else if (panic_ == PanicScope::all) open_generators(times_.panic_release_ms);
  panic_ = scope;
  heard_panic_.store(scope, std::memory_order_relaxed);
}

void Engine::open_speakers(uint32_t strip, float opening, double ms) {
  for (uint32_t leg = 0; leg < strips_[strip].legs; ++leg) speakers_.open(strips_[strip].first_lane + leg, opening, frames_of(ms));
}

// After a panic talkbacks and oscillator stay silent, even if desired on, until they are switched off and on again.
void Engine::close_generators() {
  for (uint32_t generator = 0; generator < stimulus; ++generator) {
    turn(state_.generator_openings[generator], 0.0f, frames_of(times_.mute_ms));
  }
  generators_off_ |= generators_on_;
}

// Opens only generators that are on: the fade-out of one switched off meanwhile must stay inaudible.
void Engine::open_generators(double fade_ms) {
  for (uint32_t generator = 0; generator < stimulus; ++generator) {
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
