// How changes reach the processors: from blocks of parameters, at the first frame of a block.
#include <algorithm>

#include "dynamics_changes.h"
#include "filter_changes.h"
#include "processors.h"

namespace rowdesk {
namespace {

bool uses_all_bands(const SectionNumbers* bands) {
  return std::any_of(bands + few_bands, bands + most_bands, [](const SectionNumbers& band) { return band != open_section; });
}

template <size_t sections>
void take_sections(SectionNumbers* to, const float* numbers) {
  for (size_t i = 0; i < sections; ++i) std::copy_n(numbers + i * section_numbers, section_numbers, to[i].begin());
}

}  // namespace

void Processors::apply(std::span<const ProcessorChange> changes, const float* numbers, uint64_t position) {
  if (changes.empty()) return;
  for (const ProcessorChange& change : changes) {
    apply(change, numbers + change.first, position);
    touched_[change.lane / widest_lanes] = 1;
  }
  for (uint32_t rack = 0; rack < racks_.size(); ++rack) {
    if (touched_[rack]) arrange(rack);
    touched_[rack] = 0;
  }
  list_late_keys();
}

void Processors::apply(const ProcessorChange& change, const float* numbers, uint64_t position) {
  const uint32_t lane = change.lane, place = lane % widest_lanes, number = lane / widest_lanes;
  Rack& rack = racks_[number];
  switch (change.part) {
    case ProcessorPart::high_pass: {
      SectionNumbers* wanted = &high_pass_wanted_[lane * 2];
      take_sections<2>(wanted, numbers);
      return want_filter(rack.high_pass, place, wanted, change_frames_,
                         {rack.high_pass_on, rack.high_pass_changes, high_pass_waits_[number]});
    }
    case ProcessorPart::equaliser: {
      SectionNumbers* wanted = &equaliser_wanted_[lane * most_bands];
      take_sections<most_bands>(wanted, numbers);
      if (uses_all_bands(wanted)) rack.bands = most_bands;
      return want_filter(rack.equaliser, place, wanted, change_frames_,
                         {rack.equaliser_on, rack.equaliser_changes, equaliser_waits_[number]});
    }
    case ProcessorPart::gate: return want_gate(rack.gate, place, numbers, ramp_frames_, rack.gate_on);
    case ProcessorPart::compressor:
      return want_compressor(rack.compressor, place, numbers, ramp_frames_, rack.compressor_on);
    case ProcessorPart::gate_key: return apply_key(rack.gate_key, lane, 0, numbers);
    case ProcessorPart::compressor_key: return apply_key(rack.compressor_key, lane, 1, numbers);
    case ProcessorPart::link: rack.linked[place] = numbers[0]; return;
    case ProcessorPart::align: return apply_align(lane, static_cast<int32_t>(numbers[0]), position);
  }
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
  aligns_[lane].frames.wanted = frames;
  if (frames == 0 || (rack.align_on & bit) != 0) return;
  rack.align_on |= bit;
  aligned_since_[lane] = position;
}

}  // namespace rowdesk
