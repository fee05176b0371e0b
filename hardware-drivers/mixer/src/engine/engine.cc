#include "engine/engine.h"

#include <algorithm>
#include <cmath>

#include "engine/crossfaded.h"
#include "engine/ramp.h"
#include "engine/times.h"

namespace rowdesk {
namespace {

static_assert(std::atomic<double>::is_always_lock_free);

// 120 dB: more than any sum of strips has, and a bound for what is no number.
constexpr float unclipped_full_scale = 0x1p20f;

// As many sends as a large desk's scene would move at once. Others move as ever.
size_t most_route_fades(const Layout& layout) { return layout.lanes() * 64u; }

}  // namespace

Engine::Engine(const Layout& layout, const Kernel& kernel, const Times& times)
    : layout_(layout),
      kernel_(kernel),
      times_(times),
      strips_(layout.sounding_strips()),
      sources_(layout.lanes()),
      trims_(layout.lanes()),
      faders_(layout.lanes()),
      openings_(layout.sounding_strips()),
      fades_out_(std::make_unique<std::atomic<uint8_t>[]>(layout.sounding_strips())),
      composed_gains_(layout.lanes()),
      waiting_faders_(layout.lanes()),
      fader_waits_(layout.lanes()),
      buses_(layout, state_),
      fader_fades_(faders_.data(), faders_.size(), faders_.size(), Fades::Factors::two),
      opening_fades_(openings_.data(), openings_.size(), openings_.size()),
      route_fades_(state_.buses.routes, static_cast<size_t>(layout.rows()) * layout.columns(), most_route_fades(layout),
                   Fades::Factors::one, static_cast<size_t>(layout.first_aligned_row()) * layout.columns()),
      stimulus_(state_),
      tap_places_(static_cast<size_t>(layout.lanes()) * (tap_at_outputs + 1)),
      speakers_(layout, state_),
      processors_(layout, tap_places_.data()),
      effects_(layout, times),
      hosted_(times),
      hardware_(times),
      taps_(static_cast<size_t>(layout.lanes()) * sub_block_frames * 3),
      peaks_(static_cast<size_t>(layout.lanes()) * 3),
      mean_squares_(layout.lanes()),
      mean_square_decay_(sub_block_frames + 1),
      not_finite_(layout.sounding_strips()),
      meters_(layout),
      faults_(layout.sounding_strips()),
      fault_counts_(std::make_unique<std::atomic<uint32_t>[]>(layout.sounding_strips())),
      closed_(std::make_unique<std::atomic<uint32_t>[]>(layout.sounding_strips())) {
  for (uint32_t number = 0; number < strips_.size(); ++number) {
    const StripPlace& strip = layout.strips()[number];
    const KindDescription& kind = describe(strip.kind);
    strips_[number] = {strip.first_lane, strip.legs, kind.takes_source, kind.counts_top_clips, strip.kind == Kind::cue};
    set(openings_[number], 1.0f);
  }
  for (Crossfaded& source : sources_) put(source, -1);
  state_.sounding_generators = stimulus;
  set(state_.generator_levels[oscillator], 1.0f);  // it has a ramp of its own
  const size_t tap = static_cast<size_t>(layout.lanes()) * sub_block_frames;
  state_.stages = layout.stages().data();
  state_.stage_count = static_cast<uint32_t>(layout.stages().size());
  state_.strips = strips_.data();
  state_.strip_count = static_cast<uint32_t>(strips_.size());
  state_.lanes = layout.lanes();
  state_.sources = sources_.data();
  state_.trims = trims_.data();
  state_.faders = faders_.data();
  state_.top_of_channel = taps_.data();
  state_.post_trim = taps_.data() + tap;
  state_.post_fader = taps_.data() + 2 * tap;
  state_.taps = tap_places_.data();
  for (uint32_t lane = 0; lane < layout.lanes(); ++lane) {
    const size_t first = static_cast<size_t>(lane) * sub_block_frames;
    const auto put = [&](Tap point, float* from) { tap_places_[point * layout.lanes() + lane] = from + first; };
    put(tap_top_of_channel, state_.top_of_channel);
    for (const Tap point : {tap_post_trim, tap_pre_eq, tap_post_eq, tap_pre_fader}) put(point, state_.post_trim);
    for (const Tap point : {tap_post_fader, tap_at_outputs}) put(point, state_.post_fader);
  }
  state_.processors = &processors_.state();
  state_.part_delays = &processors_.part_delays();
  state_.effects = effects_.effects();
  state_.effect_count = effects_.count();
  state_.effects_after = effects_.stage();
  state_.openings = openings_.data();
  state_.not_finite = not_finite_.data();
  state_.top_peaks = peaks_.data();
  state_.pre_peaks = peaks_.data() + layout.lanes();
  state_.post_peaks = peaks_.data() + 2 * static_cast<size_t>(layout.lanes());
  state_.mean_squares = mean_squares_.data();
  state_.mean_square_decay = mean_square_decay_.data();
  set(state_.output_opening, 0.0f);
  outputs_closed_.store(bit(Reason::startup));
  urgent_.outputs({bit(Reason::startup), 0});
}

void Engine::allot(double rate, uint32_t inputs, uint32_t outputs) {
  rate_ = rate;
  inputs_ = inputs;
  buses_.allot(rate, outputs, state_);
  oscillator_.prepare(rate);
  processors_.allot(rate, times_);
  speakers_.allot(rate);
  effects_.allot(rate);
  hosted_.prepare(rate);
  hardware_.prepare(rate);
  for (uint32_t frames = 0; frames <= sub_block_frames; ++frames) {
    mean_square_decay_[frames] = static_cast<float>(std::exp(-static_cast<double>(frames) / (rms_s * rate)));
  }
}

void Engine::forget_hosted() {
  processors_.forget_hosted();
  effects_.forget_hosted();
  hosted_.prepare(rate_);
  hardware_.prepare(rate_);
}

void Engine::use(const Block& block) {
  for (const uint32_t line : block.delay_lines) {
    buses_.use(line);
    route_fades_.use(static_cast<size_t>(layout_.first_aligned_row() + line) * layout_.columns(), layout_.columns());
  }
  for (const ProcessorChange& change : block.processors) processors_.use(change);
  for (const uint32_t lane : block.speaker_lanes) speakers_.use(lane);
}

void Engine::settle() {
  faults_.prepare(rate_);
  for (uint32_t number = 0; number < strips_.size(); ++number) open(number, Reason::fault, 0.0);
  do {
    work_left_ = most_commit_work;
    take_changes();
  } while (block_ != nullptr);
  for (Fades* fades : {&fader_fades_, &opening_fades_, &route_fades_}) fades->settle();
  for (Ramp& opening : openings_) finish(opening);
  begin_waiting_faders();
  outputs_closed_.store(urgent_.outputs().closed);
  set(state_.output_opening, outputs_closed_.load() == 0 ? 1.0f : 0.0f);
  for (LockedArray<Ramp>* ramps : {&trims_, &faders_}) std::ranges::for_each(*ramps, finish);
  for (Crossfaded& source : sources_) put(source, source.desired);
  any_waits_ = false;
  buses_.settle(state_);
  processors_.settle();
  speakers_.settle();
  effects_.settle();
  oscillator_.settle();
  stimulus_.stop();
  for (LockedArray<float>* memory : {&taps_, &peaks_, &mean_squares_}) std::ranges::fill(*memory, 0.0f);
  meters_.clear();
  position_.store(0);
}

void Engine::begin_block(uint64_t position, uint64_t monotonic_ns, uint32_t frames, uint32_t flags) {
  flags_ = flags;
  record_.begin(gaps_.begin(position, monotonic_ns, frames, flags), (flags & RD_BLOCK_SYNTHETIC) != 0);
}

void Engine::process(const float* const* in, float* const* out, uint32_t frames) {
  Io io{in, out, in == nullptr ? 0 : inputs_, in == nullptr ? 0 : state_.outputs.rows, 0, 0, effects_.outs()};
  if ((flags_ & RD_BLOCK_UNCLIPPED) != 0) io.full_scale = unclipped_full_scale;
  uint64_t position = position_.load(std::memory_order_relaxed);
  hosted_.begin(frames, flags_);
  hardware_.begin(io, frames, closed_.get());
  while (io.offset < frames) {
    if (position % sub_block_frames == 0) work_left_ = most_commit_work;
    if (io.offset == 0 || block_ != nullptr) take_changes();
    const auto to_grid = static_cast<uint32_t>(sub_block_frames - position % sub_block_frames);
    io.frames = std::min(frames - io.offset, to_grid);
    state_.frame = static_cast<uint32_t>(position);
    state_.position = position;
    oscillator_.generate(state_.generated + oscillator * sub_block_frames, io.frames);
    stimulus_.generate(position, io.frames, frames_of(times_.gain_ms));
    const Ramp opening = state_.output_opening;
    kernel_.run(&state_, &io);
    hosted_.advance(io.frames);
    hardware_.put(io, opening, closed_.get());
    if (state_.any_not_finite) silence_faulty_strips();
    for (ProbeBoard* probes : {&probes_, &howl_probes_}) probes->take(state_, position, io.frames, rate_);
    capture_probes_.take(state_, position, io.frames, rate_, gaps_.lost());
    record_.take(state_, io.frames);
    io.offset += io.frames;
    position += io.frames;
    position_.store(position, std::memory_order_relaxed);
    if (position % sub_block_frames == 0) tick();
  }
  hosted_.end();
  hardware_.end();
  record_.end();
  meters_.publish(state_, processors_);
}

// What happens between blocks of parameters happens on a grid of frames, so that the size of blocks makes no difference.
void Engine::tick() {
  for (Fades* fades : {&fader_fades_, &opening_fades_, &route_fades_}) fades->tick();
  begin_waiting_faders();
  note_faded_out();
  faults_.tick(position_.load(std::memory_order_relaxed),
               [this](uint32_t strip) { open(strip, Reason::fault, times_.fault_release_ms); });
  processors_.tick(position_.load(std::memory_order_relaxed));
  speakers_.tick(position_.load(std::memory_order_relaxed), frames_of(times_.change_ms));
  effects_.tick();
  if (!any_waits_) return;
  const float frames = frames_of(times_.change_ms);
  any_waits_ = buses_.begin_waiting(frames);
  for (Crossfaded& source : sources_) {
    begin(source, frames);
    any_waits_ = any_waits_ || waits(source);
  }
}

void Engine::note_faded_out() {
  if (!any_fades_out_) return;
  any_fades_out_ = false;
  for (uint32_t strip = 0; strip < strips_.size(); ++strip) {
    if (fades_out_[strip] == 0) continue;
    const bool is_over = openings_[strip].target == 0.0f && openings_[strip].remaining == 0.0f;
    if (is_over) fades_out_[strip] = 0;
    else any_fades_out_ = true;
  }
}

void Engine::silence_faulty_strips() {
  state_.any_not_finite = 0;
  for (uint32_t number = 0; number < state_.strip_count; ++number) {
    if (!state_.not_finite[number]) continue;
    state_.not_finite[number] = 0;
    for (uint32_t leg = 0; leg < state_.strips[number].legs; ++leg) processors_.reset(state_.strips[number].first_lane + leg);
    effects_.reset(layout_.strips()[number].kind, layout_.strips()[number].index);
    if (!faults_.happened(number, position_.load(std::memory_order_relaxed))) continue;
    fault_counts_[number].store(faults(number) + 1, std::memory_order_relaxed);
    close(number, Reason::fault);
    opening_fades_.set(openings_[number], 0.0f);  // what would fade out is not sound
  }
}

}  // namespace rowdesk
