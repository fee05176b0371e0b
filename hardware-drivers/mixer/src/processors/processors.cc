#include "processors/processors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>
#include <utility>

#include "processors/part_delays.h"

namespace rowdesk {
namespace {

constexpr float db_per_octave = 6.0206f;  // an octave of level is a factor of 2

LaneSet with_partners(LaneSet lanes, const Row& linked) {
  LaneSet all = lanes;
  for (uint32_t place = 0; place < widest_lanes; ++place) {
    if (linked[place] != 0.0f && holds(lanes, place ^ 1u)) all |= 1u << place;
  }
  return all;
}

void forget_key(Key& key, uint32_t place) { key.filter_state.s1[place] = key.filter_state.s2[place] = 0.0f; }

// Clears the memory of an insert for a lane.
template <typename P>
void forget(RackSlot<P>& slot, uint32_t place) {
  P::forget(slot.state, place);
  P::forget_detector(slot.state, place);
  if constexpr (P::has_detector) forget_key(slot.key, place);
}

uint32_t whole_frames_of(double ms, double rate) { return static_cast<uint32_t>(std::lround(ms * 0.001 * rate)); }

}  // namespace

Processors::Processors(const Layout& layout, float** taps)
    : layout_(layout),
      taps_(taps),
      racks_(layout.lanes() / widest_lanes),
      is_dirty_(racks_.size()),
      made_(static_cast<size_t>(layout.lanes()) * sub_block_frames * (last_made_tap - first_made_tap + 1)),
      before_align_(layout.lanes()),
      late_rings_(static_cast<size_t>(layout.lanes()) * insert_count * late_key_frames),
      aligns_(layout.lanes()),
      aligned_since_(layout.lanes()),
      late_keys_(static_cast<size_t>(layout.lanes()) * insert_count),
      late_list_(static_cast<size_t>(layout.lanes()) * insert_count) {
  state_.racks = racks_.data();
  for (uint32_t tap = first_made_tap; tap <= last_made_tap; ++tap) {
    state_.made[tap] = made_.data() + static_cast<size_t>(tap - first_made_tap) * layout.lanes() * sub_block_frames;
  }
  state_.before_align = before_align_.data();
  state_.aligns = aligns_.data();
  design_part_delays(part_delays_[0]);
  state_.late_keys = late_list_.data();
  for (Rack& rack : racks_) {
    rack.each([]<typename P>(RackSlot<P>& slot, uint32_t) {
      P::begin(slot.state);
      if constexpr (P::has_detector) {
        for (uint32_t place = 0; place < widest_lanes; ++place) {
          slot.key.left[place] = slot.key.right[place] = -1;
          store_section(slot.key.filter, place, open_section);
        }
      }
    });
  }
  for (uint32_t strip = 0; strip < layout.sounding_strips(); ++strip) {
    const StripPlace& place = layout.strips()[strip];
    for (uint32_t leg = 0; leg < place.legs; ++leg) {
      rack_of(place.first_lane).linked[(place.first_lane + leg) % widest_lanes] = place.legs == 2 ? 1.0f : 0.0f;
    }
  }
}

void Processors::allot(double rate, const Times& times) {
  const float ramp = std::max(1.0f, static_cast<float>(whole_frames_of(times.gain_ms, rate)));
  const float crossfade = std::max(1.0f, static_cast<float>(whole_frames_of(times.change_ms, rate)));
  frames_ = {ramp, crossfade, crossfade + static_cast<float>(whole_frames_of(times.settling_ms, rate))};
  state_.crossfade_frames = crossfade;
  size_t rows = 0;
  racks_[0].each([&]<typename P>(RackSlot<P>&, uint32_t) { rows += P::memory_rows(rate); });
  memory_ = ReservedArray<float>(rows * layout_.lanes());
  float* next = memory_.data();
  for (Rack& rack : racks_) {
    rack.each([&]<typename P>(RackSlot<P>& slot, uint32_t) {
      slot.memory_rows = P::memory_rows(rate);
      slot.memory = std::exchange(next, next + static_cast<size_t>(slot.memory_rows) * widest_lanes);
    });
  }
  const uint32_t ring = std::bit_ceil(whole_frames_of(most_align_delay_ms, rate) + sub_block_frames + part_taps);
  const uint32_t apart = ring + between_rings;
  align_rings_ = ReservedArray<float>(static_cast<size_t>(layout_.lanes()) * apart);
  for (uint32_t lane = 0; lane < layout_.lanes(); ++lane) {
    aligns_[lane].ring = align_rings_.data() + static_cast<size_t>(lane) * apart;
    aligns_[lane].mask = ring - 1;
  }
}

// The lanes of a rack share an insert's memory.
void Processors::use(const ProcessorChange& change) {
  if (!change.needs_memory) return;
  switch (change.aspect) {
    case Aspect::insert:
      return rack_of(change.lane).each([&]<typename P>(RackSlot<P>& slot, uint32_t number) {
        if (number != change.insert || slot.memory_rows == 0) return;
        memory_.use(static_cast<size_t>(slot.memory - memory_.data()), static_cast<size_t>(slot.memory_rows) * widest_lanes);
      });
    case Aspect::key:
      return late_rings_.use(late_key(change.lane, change.insert) * late_key_frames, late_key_frames);
    case Aspect::link:
      return;
    case Aspect::align:
      return align_rings_.use(static_cast<size_t>(aligns_[change.lane].ring - align_rings_.data()), aligns_[change.lane].mask + 1);
  }
}

void Processors::settle() {
  std::ranges::fill(made_, 0.0f);
  for (ReservedArray<float>* memory : {&late_rings_, &align_rings_}) memory->clear();
  for (uint32_t lane = 0; lane < layout_.lanes(); ++lane) {
    const uint32_t place = lane % widest_lanes;
    Rack& rack = rack_of(lane);
    rack.each([&]<typename P>(RackSlot<P>& slot, uint32_t) { P::settle(slot.state, slot.on, place); });
    reset(lane);
    DelayLine& line = aligns_[lane];
    line.frames = {line.frames.desired, line.frames.desired, line.frames.desired, {1.0f, 0.0f, 0.0f}};
    aligned_since_[lane] = uint64_t{0} - line.mask;  // the empty ring counts as silence
    put(rack.align_on, place, line.frames.now > 0);
  }
  for (uint32_t number = 0; number < racks_.size(); ++number) arrange(number);
}

void Processors::reset(uint32_t lane) {
  rack_of(lane).each([&](auto& slot, uint32_t) { forget(slot, lane % widest_lanes); });
}

// A commit may change several aspects of every lane: each changed rack is rearranged once, after all changes.
void Processors::apply(std::span<const ProcessorChange> changes, const float* numbers, uint64_t position) {
  bool any_key = false;
  for (const ProcessorChange& change : changes) {
    apply(change, numbers + change.first, position);
    is_dirty_[change.lane / widest_lanes] = 1;
    any_key = any_key || change.aspect == Aspect::key;
  }
  if (any_key) list_late_keys();
  for (uint32_t number = 0; number < racks_.size(); ++number) {
    if (is_dirty_[number]) arrange(number);
    is_dirty_[number] = 0;
  }
}

void Processors::apply(const ProcessorChange& change, const float* numbers, uint64_t position) {
  const uint32_t lane = change.lane, place = lane % widest_lanes;
  Rack& rack = rack_of(lane);
  switch (change.aspect) {
    case Aspect::insert:
      return rack.each([&]<typename P>(RackSlot<P>& slot, uint32_t number) {
        if (number != change.insert) return;
        P::apply(slot.state, slot.on, place, read_as<typename P::Numbers>(numbers), frames_);
      });
    case Aspect::key:
      return rack.each([&]<typename P>(RackSlot<P>& slot, uint32_t number) {
        if constexpr (P::has_detector) {
          if (number == change.insert) apply_key(slot.key, lane, number, numbers);
        }
      });
    case Aspect::link:
      rack.linked[place] = numbers[0];
      return;
    case Aspect::align:
      return apply_align(lane, static_cast<int32_t>(numbers[0]), position);
  }
}

void Processors::put_hosted(uint32_t place, uint32_t first_lane, uint32_t legs, HostedSound* sound) {
  const uint32_t number = first_lane / widest_lanes;
  racks_[number].each([&]<typename P>(RackSlot<P>& slot, uint32_t) {
    if constexpr (std::is_base_of_v<HostedProcessor, P>) {
      if (P::place != place) return;
      for (uint32_t leg = 0; leg < legs; ++leg) {
        const uint32_t lane = first_lane % widest_lanes + leg;
        slot.state.of[lane] = sound;
        slot.state.leg[lane] = leg;
        put(slot.on, lane, sound != nullptr && (holds(slot.on, lane) || sound->is_on != 0));
      }
    }
  });
  arrange(number);
}

void Processors::forget_hosted() {
  for (Rack& rack : racks_) {
    rack.each([]<typename P>(RackSlot<P>& slot, uint32_t) {
      if constexpr (std::is_base_of_v<HostedProcessor, P>) {
        slot.state = {};
        slot.on = 0;
      }
    });
  }
}

void Processors::apply_key(Key& key, uint32_t lane, uint32_t insert, const float* numbers) {
  const uint32_t place = lane % widest_lanes;
  key.left[place] = static_cast<int32_t>(numbers[key_left]);
  key.right[place] = static_cast<int32_t>(numbers[key_right]);
  const bool is_external = key.left[place] >= 0, is_late = is_external && numbers[key_is_late] != 0.0f;
  put(key.external, place, is_external);
  put(key.filtered, place, numbers[key_is_filtered] != 0.0f);
  SectionNumbers filter;
  std::copy_n(numbers + key_filter, section_numbers, filter.begin());
  store_section(key.filter, place, filter);
  const size_t late = late_key(lane, insert);
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

void Processors::tick(uint64_t position) {
  if (busy_racks_ == 0) return;
  for (uint32_t number = 0; number < racks_.size(); ++number) {
    Rack& rack = racks_[number];
    if (rack.any_on == 0) continue;
    bool is_other = false;
    rack.each([&]<typename P>(RackSlot<P>& slot, uint32_t) {
      const LaneSet before = slot.on;
      P::tick(slot.state, slot.on, frames_);
      is_other |= slot.on != before;
    });
    const LaneSet aligned = rack.align_on;
    tick_aligns(rack, number * widest_lanes, position);
    if (is_other || rack.align_on != aligned) arrange(number);
  }
}

void Processors::arrange(uint32_t number) {
  Rack& rack = racks_[number];
  if (rack.any_on != 0) --busy_racks_;
  rack.any_on = rack.align_on;
  LaneSet makes[tap_count] = {};
  rack.each([&]<typename P>(RackSlot<P>& slot, uint32_t) {
    rack.any_on |= slot.on;
    makes[P::tap] |= slot.on;
    if constexpr (P::has_detector) arrange_detector(slot, rack.linked);
  });
  if (rack.any_on != 0) ++busy_racks_;
  for (uint32_t place = 0; place < widest_lanes; ++place) {
    const uint32_t lane = number * widest_lanes + place, lanes = layout_.lanes();
    const size_t first = static_cast<size_t>(lane) * sub_block_frames;
    float* at = taps_[tap_post_trim * lanes + lane];
    for (uint32_t tap = first_made_tap; tap <= last_made_tap; ++tap) {
      if (holds(makes[tap], place)) at = state_.made[tap] + first;
      taps_[tap * lanes + lane] = at;
    }
    before_align_[lane] = at;
    if (holds(rack.align_on, place)) taps_[tap_pre_fader * lanes + lane] = state_.made[tap_pre_fader] + first;
  }
}

// Updates the lanes that the detector hears, and clears the detector of each new one.
template <typename P>
void Processors::arrange_detector(RackSlot<P>& slot, const Row& linked) {
  const LaneSet heard = std::exchange(slot.hears, with_partners(slot.on, linked));
  for (LaneSet each = slot.hears & ~heard; each != 0; each &= each - 1) {
    const auto place = static_cast<uint32_t>(std::countr_zero(each));
    forget_key(slot.key, place);
    P::forget_detector(slot.state, place);
  }
}

std::array<float, processor_meters> Processors::take_reductions(uint32_t lane) {
  const uint32_t place = lane % widest_lanes;
  std::array<float, processor_meters> reductions{};
  uint32_t meter = 0;
  rack_of(lane).each([&]<typename P>(RackSlot<P>& slot, uint32_t) {
    if constexpr (has_reduction<P>) {
      const float octaves = P::take_reduction(slot.state, place);
      reductions[meter++] = holds(slot.on, place) ? octaves * db_per_octave : 0.0f;
    }
  });
  return reductions;
}

}  // namespace rowdesk
