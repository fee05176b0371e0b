// The inserts of sixteen lanes side by side, as the audio thread and the kernels have them. Plain arrays only (see state.h).
#pragma once

#include "engine/state.h"
#include "processors/filters.h"
#include "processors/list.h"
#include "processors/part_delays.h"

namespace rowdesk {

// What a detector listens to.
struct Key {
  Section filter;
  SectionState filter_state;
  int32_t left[widest_lanes];   // lane whose Post-Trim is the key, -1: the insert's own input
  int32_t right[widest_lanes];  // the same again where the key has one leg
  float* late[widest_lanes];    // ring of a key that is computed later than the lane, else null
  LaneSet external;
  LaneSet filtered;
};

template <bool has_detector>
struct Detector {};
template <>
struct Detector<true> {
  Key key;
  LaneSet hears;  // lanes that are on, and their neighbours where linked
};

// One insert of a rack.
template <typename P>
struct alignas(64) RackSlot : Detector<P::has_detector> {
  typedef P Processor;
  typename P::State state;
  float* memory;  // ring [memory_rows][lane]
  uint32_t memory_rows;
  LaneSet on;  // lanes that are computed; the rest of a vector is computed with them and changes nothing
};

template <typename L>
struct RackSlots;
template <typename... P>
struct RackSlots<List<P...>> : RackSlot<P>... {
  // Calls visit(slot, its number) for each, in their order.
  template <typename Visit>
  void each(Visit visit) {
    uint32_t number = 0;
    (visit(static_cast<RackSlot<P>&>(*this), number++), ...);
  }
};

struct alignas(64) Rack : RackSlots<Inserts> {
  Row linked;  // 1: its detectors take the louder of it and its neighbour
  LaneSet align_on, any_on;
};

inline constexpr uint32_t insert_count = length_of(Inserts{});

// A key that is computed later than who hears it: kept for a sub-block of 64 frames.
inline constexpr uint32_t late_key_frames = 2 * sub_block_frames;
struct LateKey {
  float* ring;  // late_key_frames
  uint32_t left, right;
};

// The taps that inserts make.
inline constexpr Tap first_made_tap = tap_pre_eq, last_made_tap = tap_pre_fader;

struct ProcessorState {
  Rack* racks;             // by lane / widest_lanes
  float* made[tap_count];  // taps that are not the one before them: [lane][sub_block_frames]
  float** before_align;    // [lane]: what the align delay takes
  DelayLine* aligns;       // [lane]; in parts of a frame, not in frames
  const PartDelays* part_delays;
  float crossfade_frames;
  const LateKey* late_keys;
  uint32_t late_key_count;
};

}  // namespace rowdesk
