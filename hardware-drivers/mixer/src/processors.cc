#include "processors.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "choice.h"
#include "dynamics_changes.h"
#include "filter_changes.h"

namespace rowdesk {
namespace {

constexpr double rms_ms = 10.0;
constexpr double longest_align_ms = 100.0;
constexpr float db_per_octave = 6.0206f;  // of level: a factor of 2

LaneSet with_partners(LaneSet lanes, const Row& linked) {
  LaneSet all = lanes;
  for (uint32_t place = 0; place < widest_lanes; ++place) {
    if (linked[place] != 0.0f && holds_lane(lanes, place ^ 1u)) all |= 1u << place;
  }
  return all;
}

uint32_t frames_of(double ms, double rate) { return static_cast<uint32_t>(std::lround(ms * 0.001 * rate)); }

}  // namespace

Processors::Processors(const Layout& layout, float** taps)
    : layout_(layout),
      taps_(taps),
      racks_(layout.lanes() / widest_lanes),
      touched_(racks_.size()),
      high_pass_wanted_(static_cast<size_t>(layout.lanes()) * 2),
      equaliser_wanted_(static_cast<size_t>(layout.lanes()) * most_bands),
      high_pass_waits_(racks_.size()),
      equaliser_waits_(racks_.size()),
      made_(static_cast<size_t>(layout.lanes()) * sub_block_frames * 3),
      before_align_(layout.lanes()),
      late_rings_(static_cast<size_t>(layout.lanes()) * 2 * late_key_frames),
      aligns_(layout.lanes()),
      aligned_since_(layout.lanes()),
      late_keys_(static_cast<size_t>(layout.lanes()) * 2),
      late_list_(static_cast<size_t>(layout.lanes()) * 2) {
  std::ranges::fill(high_pass_wanted_, open_section);
  std::ranges::fill(equaliser_wanted_, open_section);
  const size_t tap = static_cast<size_t>(layout.lanes()) * sub_block_frames;
  state_.racks = racks_.data();
  state_.pre_eq = made_.data();
  state_.post_eq = made_.data() + tap;
  state_.pre_fader = made_.data() + 2 * tap;
  state_.before_align = before_align_.data();
  state_.aligns = aligns_.data();
  state_.late_keys = late_list_.data();
  for (Rack& rack : racks_) {
    rack.bands = few_bands;
    for (Key* key : {&rack.gate_key, &rack.compressor_key}) {
      for (uint32_t place = 0; place < widest_lanes; ++place) {
        key->left[place] = key->right[place] = -1;
        store_section(key->filter, place, open_section);
      }
    }
  }
  for (uint32_t strip = 0; strip < layout.sounding_strips(); ++strip) {
    const StripPlace& place = layout.strips()[strip];
    for (uint32_t leg = 0; leg < place.legs; ++leg) {
      rack_of(place.first_lane).linked[(place.first_lane + leg) % widest_lanes] = place.legs == 2 ? 1.0f : 0.0f;
    }
  }
}

void Processors::allot(double rate, const Times& times) {
  ramp_frames_ = std::max(1.0f, static_cast<float>(frames_of(times.gain_ms, rate)));
  crossfade_frames_ = std::max(1.0f, static_cast<float>(frames_of(times.change_ms, rate)));
  change_frames_ = crossfade_frames_ + static_cast<float>(frames_of(times.settling_ms, rate));
  state_.crossfade_frames = crossfade_frames_;
  state_.rms_frames = frames_of(rms_ms, rate);
  squares_ = LockedArray<float>(static_cast<size_t>(layout_.lanes()) * state_.rms_frames);
  const uint32_t ring = std::bit_ceil(frames_of(longest_align_ms, rate) + sub_block_frames);
  align_rings_ = LockedArray<float>(static_cast<size_t>(layout_.lanes()) * ring);
  for (uint32_t rack = 0; rack < racks_.size(); ++rack) {
    racks_[rack].squares = squares_.data() + static_cast<size_t>(rack) * widest_lanes * state_.rms_frames;
  }
  for (uint32_t lane = 0; lane < layout_.lanes(); ++lane) {
    aligns_[lane].ring = align_rings_.data() + static_cast<size_t>(lane) * ring;
    aligns_[lane].mask = ring - 1;
  }
}

void Processors::settle() {
  state_.rms_at = 0;
  for (LockedArray<float>* memory : {&made_, &late_rings_, &align_rings_}) std::ranges::fill(*memory, 0.0f);
  for (uint32_t lane = 0; lane < layout_.lanes(); ++lane) {
    const uint32_t place = lane % widest_lanes;
    Rack& rack = rack_of(lane);
    settle_filter(rack.high_pass, place, &high_pass_wanted_[lane * 2], rack.high_pass_on);
    settle_filter(rack.equaliser, place, &equaliser_wanted_[lane * most_bands], rack.equaliser_on);
    reset(lane);
    settle_dynamics(rack.gate, place, rack.gate_on);
    settle_dynamics(rack.compressor, place, rack.compressor_on);
    Choice& frames = aligns_[lane].frames;
    put(frames, frames.wanted);
    aligned_since_[lane] = uint64_t{0} - aligns_[lane].mask;  // silence came before
    rack.align_on = frames.now > 0 ? rack.align_on | 1u << place : rack.align_on & ~(1u << place);
  }
  for (uint32_t number = 0; number < racks_.size(); ++number) {
    Rack& rack = racks_[number];
    rack.high_pass_changes = rack.equaliser_changes = high_pass_waits_[number] = equaliser_waits_[number] = 0;
    arrange(number);
  }
}

void Processors::reset(uint32_t lane) {
  const uint32_t place = lane % widest_lanes;
  Rack& rack = rack_of(lane);
  forget_filter(rack.high_pass, place);
  forget_filter(rack.equaliser, place);
  forget_gate(rack.gate, place);
  forget_compressor(rack.compressor, place);
  forget_window(rack.compressor, place);
  forget_key(rack.gate_key, place);
  forget_key(rack.compressor_key, place);
}

void Processors::tick(uint64_t position) {
  if (busy_racks_ == 0) return;
  for (uint32_t number = 0; number < racks_.size(); ++number) {
    Rack& rack = racks_[number];
    if (rack.any_on == 0) continue;
    const uint32_t first_lane = number * widest_lanes;
    const LaneSet before[] = {rack.high_pass_on, rack.gate_on, rack.equaliser_on, rack.compressor_on, rack.align_on};
    tick_filter(rack.high_pass, &high_pass_wanted_[first_lane * 2], change_frames_,
                {rack.high_pass_on, rack.high_pass_changes, high_pass_waits_[number]});
    tick_filter(rack.equaliser, &equaliser_wanted_[first_lane * most_bands], change_frames_,
                {rack.equaliser_on, rack.equaliser_changes, equaliser_waits_[number]});
    tick_dynamics(rack.gate, rack.gate_on);
    tick_dynamics(rack.compressor, rack.compressor_on);
    tick_aligns(rack, first_lane, position);
    const LaneSet after[] = {rack.high_pass_on, rack.gate_on, rack.equaliser_on, rack.compressor_on, rack.align_on};
    if (!std::ranges::equal(before, after)) arrange(number);
  }
}

// A longer delay begins when the ring holds so much: the end of silence would be a click.
void Processors::tick_aligns(Rack& rack, uint32_t first_lane, uint64_t position) {
  for (LaneSet each = rack.align_on; each != 0; each &= each - 1) {
    const auto place = static_cast<uint32_t>(std::countr_zero(each));
    const uint32_t lane = first_lane + place;
    Choice& frames = aligns_[lane].frames;
    if (is_under_way(frames)) continue;
    if (!waits(frames)) {
      if (frames.now == 0) rack.align_on &= ~(1u << place);
    } else if (position - aligned_since_[lane] >= static_cast<uint64_t>(frames.wanted)) {
      begin(frames, crossfade_frames_);
    }
  }
}

void Processors::arrange(uint32_t number) {
  Rack& rack = racks_[number];
  if (rack.any_on != 0) --busy_racks_;
  rack.any_on = rack.high_pass_on | rack.gate_on | rack.equaliser_on | rack.compressor_on | rack.align_on;
  if (rack.any_on != 0) ++busy_racks_;
  const LaneSet gate_heard = rack.gate_hears, compressor_heard = rack.compressor_hears;
  rack.gate_hears = with_partners(rack.gate_on, rack.linked);
  rack.compressor_hears = with_partners(rack.compressor_on, rack.linked);
  for (uint32_t place = 0; place < widest_lanes; ++place) {
    if (holds_lane(rack.gate_hears & ~gate_heard, place)) forget_key(rack.gate_key, place);
    if (holds_lane(rack.compressor_hears & ~compressor_heard, place)) {
      forget_key(rack.compressor_key, place);
      forget_window(rack.compressor, place);
    }
    const uint32_t lane = number * widest_lanes + place, lanes = layout_.lanes();
    const size_t first = static_cast<size_t>(lane) * sub_block_frames;
    float* at = taps_[tap_post_trim * lanes + lane];
    if (holds_lane(rack.high_pass_on | rack.gate_on, place)) at = state_.pre_eq + first;
    taps_[tap_pre_eq * lanes + lane] = at;
    if (holds_lane(rack.equaliser_on, place)) at = state_.post_eq + first;
    taps_[tap_post_eq * lanes + lane] = at;
    if (holds_lane(rack.compressor_on, place)) at = state_.pre_fader + first;
    before_align_[lane] = at;
    if (holds_lane(rack.align_on, place)) at = state_.pre_fader + first;
    taps_[tap_pre_fader * lanes + lane] = at;
  }
}

Processors::Reduction Processors::take_reduction(uint32_t lane) {
  const uint32_t place = lane % widest_lanes;
  Rack& rack = rack_of(lane);
  Reduction reduction{0.0f, 0.0f};
  if (holds_lane(rack.gate_on, place)) reduction.gate_db = -rack.gate.lowest[place] * db_per_octave;
  if (holds_lane(rack.compressor_on, place)) reduction.compressor_db = rack.compressor.deepest[place] * db_per_octave;
  rack.gate.lowest[place] = rack.compressor.deepest[place] = 0.0f;
  return reduction;
}

}  // namespace rowdesk
