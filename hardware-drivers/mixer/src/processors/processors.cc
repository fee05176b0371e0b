#include "processors/processors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "processors/filter_changes.h"
#include "processors/part_delays.h"
#include "engine/ramp.h"

namespace rowdesk {
namespace {

constexpr double rms_ms = 10.0;
constexpr float db_per_octave = 6.0206f;  // of level: a factor of 2

void set(MovingRow& row, uint32_t place, float value) {
  row.target[place] = value;
  row.step[place] = 0.0f;
}

// remaining: what is left of the line it is on.
void turn(MovingRow& row, uint32_t place, float target, float remaining, float frames) {
  const float now = row.target[place] - row.step[place] * remaining;
  row.target[place] = target;
  row.step[place] = (target - now) / frames;
}

bool is_there(LaneSet set, uint32_t place) { return (set >> place & 1u) != 0; }

LaneSet with_partners(LaneSet lanes, const Row& linked) {
  LaneSet all = lanes;
  for (uint32_t place = 0; place < widest_lanes; ++place) {
    if (linked[place] != 0.0f && is_there(lanes, place ^ 1u)) all |= 1u << place;
  }
  return all;
}

bool uses_all_bands(const SectionNumbers* bands) {
  return std::any_of(bands + few_bands, bands + most_bands, [](const SectionNumbers& band) { return band != open_section; });
}

void forget_gate(Gate& gate, uint32_t place) {
  for (Row* row : {&gate.gain, &gate.error, &gate.hold_left, &gate.lowest}) (*row)[place] = 0.0f;
}

void forget_compressor(Compressor& compressor, uint32_t place) {
  for (Row* row : {&compressor.held, &compressor.error, &compressor.hold_left, &compressor.reduction, &compressor.deepest}) {
    (*row)[place] = 0.0f;
  }
}

void forget_window(Compressor& compressor, uint32_t place) {
  for (Row* row : {&compressor.sum, &compressor.fresh, &compressor.age, &compressor.mean}) (*row)[place] = 0.0f;
}

void forget_key(Key& key, uint32_t place) { key.filter_state.s1[place] = key.filter_state.s2[place] = 0.0f; }

uint32_t frames_of(double ms, double rate) { return static_cast<uint32_t>(std::lround(ms * 0.001 * rate)); }

}  // namespace

Processors::Processors(const Layout& layout, float** taps)
    : layout_(layout),
      taps_(taps),
      racks_(layout.lanes() / widest_lanes),
      is_dirty_(racks_.size()),
      high_pass_desired_(static_cast<size_t>(layout.lanes()) * 2),
      equaliser_desired_(static_cast<size_t>(layout.lanes()) * most_bands),
      high_pass_waits_(racks_.size()),
      equaliser_waits_(racks_.size()),
      made_(static_cast<size_t>(layout.lanes()) * sub_block_frames * 3),
      before_align_(layout.lanes()),
      late_rings_(static_cast<size_t>(layout.lanes()) * 2 * late_key_frames),
      aligns_(layout.lanes()),
      aligned_since_(layout.lanes()),
      late_keys_(static_cast<size_t>(layout.lanes()) * 2),
      late_list_(static_cast<size_t>(layout.lanes()) * 2) {
  std::ranges::fill(high_pass_desired_, open_section);
  std::ranges::fill(equaliser_desired_, open_section);
  const size_t tap = static_cast<size_t>(layout.lanes()) * sub_block_frames;
  state_.racks = racks_.data();
  state_.pre_eq = made_.data();
  state_.post_eq = made_.data() + tap;
  state_.pre_fader = made_.data() + 2 * tap;
  state_.before_align = before_align_.data();
  state_.aligns = aligns_.data();
  design_part_delays(part_delays_[0]);
  state_.part_delays = part_delays_.data();
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
  const uint32_t ring = std::bit_ceil(frames_of(most_align_delay_ms, rate) + sub_block_frames + part_taps);
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
    settle_filter(rack.high_pass, place, &high_pass_desired_[lane * 2], rack.high_pass_on);
    settle_filter(rack.equaliser, place, &equaliser_desired_[lane * most_bands], rack.equaliser_on);
    reset(lane);
    DelayLine& line = aligns_[lane];
    line.frames = {line.frames.desired, line.frames.desired, line.frames.desired, {1.0f, 0.0f, 0.0f}};
    aligned_since_[lane] = uint64_t{0} - line.mask;  // silence came before
    rack.align_on = line.frames.now > 0 ? rack.align_on | 1u << place : rack.align_on & ~(1u << place);
  }
  for (uint32_t number = 0; number < racks_.size(); ++number) {
    Rack& rack = racks_[number];
    rack.high_pass_changes = rack.equaliser_changes = high_pass_waits_[number] = equaliser_waits_[number] = 0;
    rack.gate_on = rack.compressor_on = 0;
    for (uint32_t place = 0; place < widest_lanes; ++place) {
      rack.gate.remaining[place] = rack.compressor.remaining[place] = 0.0f;
      if (rack.gate.wet.target[place] > 0.0f) rack.gate_on |= 1u << place;
      if (rack.compressor.wet.target[place] > 0.0f) rack.compressor_on |= 1u << place;
    }
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

// A commit may change every lane, each by several parts: what follows from them all is worked out once.
void Processors::apply(std::span<const ProcessorChange> changes, const float* numbers, uint64_t position) {
  bool any_key = false;
  for (const ProcessorChange& change : changes) {
    apply(change, numbers + change.first, position);
    is_dirty_[change.lane / widest_lanes] = 1;
    any_key = any_key || change.part == ProcessorPart::gate_key || change.part == ProcessorPart::compressor_key;
  }
  if (any_key) list_late_keys();
  for (uint32_t number = 0; number < racks_.size(); ++number) {
    if (is_dirty_[number]) arrange(number);
    is_dirty_[number] = 0;
  }
}

void Processors::apply(const ProcessorChange& change, const float* numbers, uint64_t position) {
  const uint32_t lane = change.lane, place = lane % widest_lanes, number = lane / widest_lanes;
  Rack& rack = racks_[number];
  switch (change.part) {
    case ProcessorPart::high_pass:
      std::copy_n(reinterpret_cast<const SectionNumbers*>(numbers), 2, &high_pass_desired_[lane * 2]);
      want_filter(rack.high_pass, place, &high_pass_desired_[lane * 2], change_frames_,
                  {rack.high_pass_on, rack.high_pass_changes, high_pass_waits_[number]});
      break;
    case ProcessorPart::equaliser:
      std::copy_n(reinterpret_cast<const SectionNumbers*>(numbers), most_bands, &equaliser_desired_[lane * most_bands]);
      if (uses_all_bands(&equaliser_desired_[lane * most_bands])) rack.bands = most_bands;
      want_filter(rack.equaliser, place, &equaliser_desired_[lane * most_bands], change_frames_,
                  {rack.equaliser_on, rack.equaliser_changes, equaliser_waits_[number]});
      break;
    case ProcessorPart::gate:
      apply_gate(rack, place, numbers);
      break;
    case ProcessorPart::compressor:
      apply_compressor(rack, place, numbers);
      break;
    case ProcessorPart::gate_key:
      apply_key(rack.gate_key, lane, 0, numbers);
      break;
    case ProcessorPart::compressor_key:
      apply_key(rack.compressor_key, lane, 1, numbers);
      break;
    case ProcessorPart::link:
      rack.linked[place] = numbers[0];
      break;
    case ProcessorPart::align:
      apply_align(lane, static_cast<int32_t>(numbers[0]), position);
      break;
  }
}

void Processors::apply_gate(Rack& rack, uint32_t place, const float* numbers) {
  Gate& gate = rack.gate;
  const bool is_on = is_there(rack.gate_on, place);
  if (!is_on) {
    forget_gate(gate, place);
    gate.remaining[place] = 0.0f;
    set(gate.range, place, numbers[gate_range]);
    set(gate.wet, place, 0.0f);
  }
  if (is_on || numbers[gate_wet] > 0.0f) {
    turn(gate.range, place, numbers[gate_range], gate.remaining[place], ramp_frames_);
    turn(gate.wet, place, numbers[gate_wet], gate.remaining[place], ramp_frames_);
    gate.remaining[place] = ramp_frames_;
    rack.gate_on |= 1u << place;
  }
  gate.open[place] = numbers[gate_open];
  gate.close[place] = numbers[gate_close];
  gate.attack[place] = numbers[gate_attack];
  gate.release[place] = numbers[gate_release];
  gate.hold[place] = numbers[gate_hold];
}

void Processors::apply_compressor(Rack& rack, uint32_t place, const float* numbers) {
  Compressor& compressor = rack.compressor;
  MovingRow* const moving[] = {&compressor.threshold,   &compressor.slope,  &compressor.knee,
                               &compressor.knee_factor, &compressor.makeup, &compressor.wet};
  const bool is_on = is_there(rack.compressor_on, place);
  if (!is_on) {
    forget_compressor(compressor, place);
    compressor.remaining[place] = 0.0f;
    for (uint32_t i = compressor_threshold; i < compressor_wet; ++i) set(*moving[i], place, numbers[i]);
    set(compressor.wet, place, 0.0f);
  }
  if (is_on || numbers[compressor_wet] > 0.0f) {
    for (uint32_t i = compressor_threshold; i <= compressor_wet; ++i) {
      turn(*moving[i], place, numbers[i], compressor.remaining[place], ramp_frames_);
    }
    compressor.remaining[place] = ramp_frames_;
    rack.compressor_on |= 1u << place;
  }
  compressor.attack[place] = numbers[compressor_attack];
  compressor.release[place] = numbers[compressor_release];
  compressor.hold[place] = numbers[compressor_hold];
  compressor.is_rms[place] = numbers[compressor_is_rms];
  compressor.settle[place] = numbers[compressor_settle];
}

void Processors::apply_key(Key& key, uint32_t lane, uint32_t which, const float* numbers) {
  const uint32_t place = lane % widest_lanes;
  const auto put = [&](LaneSet& set, bool is_in) { set = is_in ? set | 1u << place : set & ~(1u << place); };
  key.left[place] = static_cast<int32_t>(numbers[key_left]);
  key.right[place] = static_cast<int32_t>(numbers[key_right]);
  const bool is_external = key.left[place] >= 0, is_late = is_external && numbers[key_is_late] != 0.0f;
  put(key.external, is_external);
  put(key.filtered, numbers[key_is_filtered] != 0.0f);
  SectionNumbers filter;
  std::copy_n(numbers + key_filter, section_numbers, filter.begin());
  store_section(key.filter, place, filter);
  const size_t late = static_cast<size_t>(lane) * 2 + which;
  float* ring = late_rings_.data() + late * late_key_frames;
  key.late[place] = is_late ? ring : nullptr;
  late_keys_[late] = {is_late ? ring : nullptr, static_cast<uint32_t>(key.left[place]), static_cast<uint32_t>(key.right[place])};
}

void Processors::list_late_keys() {
  state_.late_key_count = 0;
  for (const LateKey& key : late_keys_) {
    if (key.ring != nullptr) late_list_[state_.late_key_count++] = key;
  }
}

void Processors::apply_align(uint32_t lane, int32_t frames, uint64_t position) {
  Rack& rack = rack_of(lane);
  const LaneSet bit = 1u << lane % widest_lanes;
  aligns_[lane].frames.desired = frames;
  if (frames == 0 || (rack.align_on & bit) != 0) return;
  rack.align_on |= bit;
  aligned_since_[lane] = position;
}

void Processors::tick(uint64_t position) {
  if (busy_racks_ == 0) return;
  for (uint32_t number = 0; number < racks_.size(); ++number) {
    Rack& rack = racks_[number];
    if (rack.any_on == 0) continue;
    const uint32_t first_lane = number * widest_lanes;
    const LaneSet before[] = {rack.high_pass_on, rack.gate_on, rack.equaliser_on, rack.compressor_on, rack.align_on};
    tick_filter(rack.high_pass, &high_pass_desired_[first_lane * 2], change_frames_,
                {rack.high_pass_on, rack.high_pass_changes, high_pass_waits_[number]});
    tick_filter(rack.equaliser, &equaliser_desired_[first_lane * most_bands], change_frames_,
                {rack.equaliser_on, rack.equaliser_changes, equaliser_waits_[number]});
    const auto end = [](LaneSet& on, const MovingRow& wet, const Row& remaining) {
      for (LaneSet each = on; each != 0; each &= each - 1) {
        const auto place = static_cast<uint32_t>(std::countr_zero(each));
        if (wet.target[place] == 0.0f && remaining[place] == 0.0f) on &= ~(1u << place);
      }
    };
    end(rack.gate_on, rack.gate.wet, rack.gate.remaining);
    end(rack.compressor_on, rack.compressor.wet, rack.compressor.remaining);
    tick_aligns(rack, first_lane, position);
    const LaneSet after[] = {rack.high_pass_on, rack.gate_on, rack.equaliser_on, rack.compressor_on, rack.align_on};
    if (!std::ranges::equal(before, after)) arrange(number);
  }
}

// A longer delay begins when the ring holds so much: what was before it was never heard would be a click.
void Processors::tick_aligns(Rack& rack, uint32_t first_lane, uint64_t position) {
  for (LaneSet each = rack.align_on; each != 0; each &= each - 1) {
    const auto place = static_cast<uint32_t>(std::countr_zero(each));
    const uint32_t lane = first_lane + place;
    Crossfaded& frames = aligns_[lane].frames;
    if (frames.crossfade.remaining > 0.0f) continue;
    if (frames.desired == frames.now) {
      if (frames.now == 0) rack.align_on &= ~(1u << place);
    } else if (position - aligned_since_[lane] >= static_cast<uint64_t>(frames.desired) / parts_per_frame + part_taps) {
      frames.before = frames.now;
      frames.now = frames.desired;
      set(frames.crossfade, 0.0f);
      turn(frames.crossfade, 1.0f, crossfade_frames_);
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
    if (is_there(rack.gate_hears & ~gate_heard, place)) forget_key(rack.gate_key, place);
    if (is_there(rack.compressor_hears & ~compressor_heard, place)) {
      forget_key(rack.compressor_key, place);
      forget_window(rack.compressor, place);
    }
    const uint32_t lane = number * widest_lanes + place, lanes = layout_.lanes();
    const size_t first = static_cast<size_t>(lane) * sub_block_frames;
    float* at = taps_[tap_post_trim * lanes + lane];
    if (is_there(rack.high_pass_on | rack.gate_on, place)) at = state_.pre_eq + first;
    taps_[tap_pre_eq * lanes + lane] = at;
    if (is_there(rack.equaliser_on, place)) at = state_.post_eq + first;
    taps_[tap_post_eq * lanes + lane] = at;
    if (is_there(rack.compressor_on, place)) at = state_.pre_fader + first;
    before_align_[lane] = at;
    if (is_there(rack.align_on, place)) at = state_.pre_fader + first;
    taps_[tap_pre_fader * lanes + lane] = at;
  }
}

std::array<float, processor_meters> Processors::take_reductions(uint32_t lane) {
  const uint32_t place = lane % widest_lanes;
  Rack& rack = rack_of(lane);
  std::array<float, processor_meters> reductions{};
  if (is_there(rack.gate_on, place)) reductions[0] = -rack.gate.lowest[place] * db_per_octave;
  if (is_there(rack.compressor_on, place)) reductions[1] = rack.compressor.deepest[place] * db_per_octave;
  rack.gate.lowest[place] = rack.compressor.deepest[place] = 0.0f;
  return reductions;
}

}  // namespace rowdesk
