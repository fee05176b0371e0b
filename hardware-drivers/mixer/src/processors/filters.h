// Inserts that are second-order filters in series. A change crossfades from the present filter to a new one.
#pragma once

#ifndef RD_KERNEL
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#endif

#include "processors/processor.h"

namespace rowdesk {

// A second-order state-variable filter, its integrators by the trapezoidal rule. With g = tan(pi f / rate) and k = 1/Q:
//   v1 = s1 + h (x - s2 - (g + k) s1),  h = g / (1 + g (g + k)),  q = h (g + k)
//   v2 = s2 + g v1
//   y = in x + band v1 + low v2
// Small coefficients (g) are not added to coefficients near 1, so that 20 Hz at 192 kHz is accurate in single precision.
// Source: A. Simper, "Solving the continuous SVF equations using trapezoidal integration", 2013.
struct Section {
  Row g, twice_g, q, h, in, band, low;
};
inline constexpr uint32_t section_numbers = 7;
struct SectionState {
  Row s1, s2;
};

// As many sections as fit the registers; a rack whose lanes use at most these computes only these.
inline constexpr uint32_t few_sections = 4;

// During a change `now` and `next` both run: the new filter settles unheard, then the output crossfades to it.
template <uint32_t count>
struct alignas(64) FilterState {
  Section now[count], next[count];
  SectionState now_state[count], next_state[count];
  Section desired[count];
  Row remaining;   // frames until the change ends; infinite without a change
  LaneSet changes; // lanes that crossfade
  LaneSet waits;   // lanes with another change waiting
  uint32_t used;   // sections computed: few_sections, or `count` once a lane has used more
};

#ifndef RD_KERNEL

// Coefficients of one section, in the order of Section.
using SectionNumbers = std::array<float, section_numbers>;

// Passes the input unchanged, bit for bit.
inline constexpr SectionNumbers open_section = {0, 0, 0, 0, 1, 0, 0};

inline constexpr float no_change = std::numeric_limits<float>::infinity();

inline void store_section(Section& section, uint32_t place, const SectionNumbers& numbers) {
  Row* const rows[section_numbers] = {&section.g,  &section.twice_g, &section.q,  &section.h,
                                      &section.in, &section.band,    &section.low};
  for (uint32_t i = 0; i < section_numbers; ++i) (*rows[i])[place] = numbers[i];
}

inline SectionNumbers load_section(const Section& section, uint32_t place) {
  return {section.g[place],  section.twice_g[place], section.q[place],  section.h[place],
          section.in[place], section.band[place],    section.low[place]};
}

#endif

template <typename P, uint32_t count>
struct Filters : Insert {
  typedef FilterState<count> State;

#ifndef RD_KERNEL
  using Numbers = std::array<SectionNumbers, count>;

  // A disabled filter passes its input unchanged.
  template <typename Settings>
  static Numbers numbers_of(const Settings& settings, bool is_enabled, double rate) {
    Numbers numbers;
    numbers.fill(open_section);
    if (is_enabled) P::design(settings, rate, numbers);
    return numbers;
  }

  static void begin(State& state) {
    state.used = std::min(few_sections, count);
    for (Section& section : state.desired) {
      for (uint32_t place = 0; place < widest_lanes; ++place) store_section(section, place, open_section);
    }
  }

  static void apply(State& state, LaneSet& on, uint32_t place, const Numbers& numbers, const ChangeFrames& frames) {
    for (uint32_t i = 0; i < count; ++i) {
      store_section(state.desired[i], place, numbers[i]);
      if (i >= few_sections && numbers[i] != open_section) state.used = count;
    }
    if (holds(state.changes, place)) put(state.waits, place, !is_same(state.next, state.desired, place));
    else if (!is_same(state.now, state.desired, place)) begin_change(state, on, place, frames);
  }

  static void tick(State& state, LaneSet& on, const ChangeFrames& frames) {
    for (LaneSet each = state.changes; each != 0; each &= each - 1) {
      const auto place = static_cast<uint32_t>(std::countr_zero(each));
      if (state.remaining[place] > 0.0f) continue;
      for (uint32_t i = 0; i < count; ++i) {
        store_section(state.now[i], place, load_section(state.next[i], place));
        state.now_state[i].s1[place] = state.next_state[i].s1[place];
        state.now_state[i].s2[place] = state.next_state[i].s2[place];
      }
      state.remaining[place] = no_change;
      put(state.changes, place, false);
      if (is_open(state.now, place)) put(on, place, false);
      if (!holds(state.waits, place)) continue;
      put(state.waits, place, false);
      begin_change(state, on, place, frames);
    }
  }

  static void settle(State& state, LaneSet& on, uint32_t place) {
    for (uint32_t i = 0; i < count; ++i) {
      store_section(state.now[i], place, load_section(state.desired[i], place));
      store_section(state.next[i], place, load_section(state.desired[i], place));
    }
    state.remaining[place] = no_change;
    put(state.changes, place, false);
    put(state.waits, place, false);
    put(on, place, !is_open(state.now, place));
  }

  static void forget(State& state, uint32_t place) {
    for (uint32_t i = 0; i < count; ++i) {
      for (SectionState* each : {&state.now_state[i], &state.next_state[i]}) each->s1[place] = each->s2[place] = 0.0f;
    }
  }

 private:
  static bool is_same(const Section (&one)[count], const Section (&other)[count], uint32_t place) {
    for (uint32_t i = 0; i < count; ++i) {
      if (load_section(one[i], place) != load_section(other[i], place)) return false;
    }
    return true;
  }

  static bool is_open(const Section (&filter)[count], uint32_t place) {
    return std::ranges::all_of(filter, [&](const Section& section) { return load_section(section, place) == open_section; });
  }

  // The new filter begins with the integrators of the old one, so that it settles fast after a small change of a low
  // frequency.
  static void begin_change(State& state, LaneSet& on, uint32_t place, const ChangeFrames& frames) {
    for (uint32_t i = 0; i < count; ++i) {
      const bool was_open = load_section(state.now[i], place) == open_section;
      state.next_state[i].s1[place] = was_open ? 0.0f : state.now_state[i].s1[place];
      state.next_state[i].s2[place] = was_open ? 0.0f : state.now_state[i].s2[place];
      store_section(state.next[i], place, load_section(state.desired[i], place));
    }
    state.remaining[place] = frames.change;
    put(on, place, true);
    put(state.changes, place, true);
  }
#endif
};

}  // namespace rowdesk
