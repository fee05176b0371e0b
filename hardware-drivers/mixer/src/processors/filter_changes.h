// How a lane's filter becomes another, on the audio thread: both run, then the new one alone.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>

#include "processors/filter_design.h"
#include "processors/rack.h"

namespace rowdesk {

inline constexpr float no_change = std::numeric_limits<float>::infinity();

// The lanes of a filter that are computed, those that change, and those that change again after that.
struct FilterLanes {
  LaneSet& on;
  LaneSet& changes;
  LaneSet& waits;
};

inline void store_section(Section& section, uint32_t place, const SectionNumbers& numbers) {
  Row* const rows[section_numbers] = {&section.g,  &section.twice_g, &section.q,  &section.h,
                                      &section.in, &section.band,    &section.low};
  for (uint32_t i = 0; i < section_numbers; ++i) (*rows[i])[place] = numbers[i];
}

inline SectionNumbers load_section(const Section& section, uint32_t place) {
  return {section.g[place],  section.twice_g[place], section.q[place],  section.h[place],
          section.in[place], section.band[place],    section.low[place]};
}

template <uint32_t sections>
bool holds_sections(const Section (&filter)[sections], uint32_t place, const SectionNumbers* numbers) {
  for (uint32_t i = 0; i < sections; ++i) {
    if (load_section(filter[i], place) != numbers[i]) return false;
  }
  return true;
}

template <uint32_t sections>
bool is_open(const Section (&filter)[sections], uint32_t place) {
  return std::ranges::all_of(filter, [&](const Section& section) { return load_section(section, place) == open_section; });
}

template <uint32_t sections>
void forget_filter(Filter<sections>& filter, uint32_t place) {
  for (uint32_t i = 0; i < sections; ++i) {
    for (SectionState* state : {&filter.now_state[i], &filter.next_state[i]}) state->s1[place] = state->s2[place] = 0.0f;
  }
}

template <uint32_t sections>
void settle_filter(Filter<sections>& filter, uint32_t place, const SectionNumbers* desired, LaneSet& on) {
  for (uint32_t i = 0; i < sections; ++i) {
    store_section(filter.now[i], place, desired[i]);
    store_section(filter.next[i], place, desired[i]);
  }
  filter.remaining[place] = no_change;
  on = is_open(filter.now, place) ? on & ~(1u << place) : on | 1u << place;
}

// The new filter begins with what the old one remembers, so that a small change of a low frequency needs no time to
// build up again.
template <uint32_t sections>
void begin_filter(Filter<sections>& filter, uint32_t place, const SectionNumbers* desired, float frames, FilterLanes lanes) {
  for (uint32_t i = 0; i < sections; ++i) {
    const bool was_open = load_section(filter.now[i], place) == open_section;
    filter.next_state[i].s1[place] = was_open ? 0.0f : filter.now_state[i].s1[place];
    filter.next_state[i].s2[place] = was_open ? 0.0f : filter.now_state[i].s2[place];
    store_section(filter.next[i], place, desired[i]);
  }
  filter.remaining[place] = frames;
  lanes.on |= 1u << place;
  lanes.changes |= 1u << place;
}

template <uint32_t sections>
void want_filter(Filter<sections>& filter, uint32_t place, const SectionNumbers* desired, float frames, FilterLanes lanes) {
  const LaneSet bit = 1u << place;
  if ((lanes.changes & bit) != 0) {
    lanes.waits = holds_sections(filter.next, place, desired) ? lanes.waits & ~bit : lanes.waits | bit;
  } else if (!holds_sections(filter.now, place, desired)) {
    begin_filter(filter, place, desired, frames, lanes);
  }
}

// desired: of the rack's first lane.
template <uint32_t sections>
void tick_filter(Filter<sections>& filter, const SectionNumbers* desired, float frames, FilterLanes lanes) {
  for (LaneSet each = lanes.changes; each != 0; each &= each - 1) {
    const auto place = static_cast<uint32_t>(std::countr_zero(each));
    const LaneSet bit = 1u << place;
    if (filter.remaining[place] > 0.0f) continue;
    for (uint32_t i = 0; i < sections; ++i) {
      store_section(filter.now[i], place, load_section(filter.next[i], place));
      filter.now_state[i].s1[place] = filter.next_state[i].s1[place];
      filter.now_state[i].s2[place] = filter.next_state[i].s2[place];
    }
    filter.remaining[place] = no_change;
    lanes.changes &= ~bit;
    if (is_open(filter.now, place)) lanes.on &= ~bit;
    if ((lanes.waits & bit) != 0) {
      lanes.waits &= ~bit;
      begin_filter(filter, place, desired + static_cast<size_t>(place) * sections, frames, lanes);
    }
  }
}

}  // namespace rowdesk
