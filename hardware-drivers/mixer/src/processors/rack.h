// Racks: the state of the inserts of sixteen lanes side by side, for the audio thread and the kernels. Plain arrays only
// (state.h).
#pragma once

#include "engine/state.h"
#include "processors/filters.h"
#include "processors/list.h"
#include "processors/part_delays.h"

namespace rowdesk {

// The key of a detector.
struct Key {
  Section filter;
  SectionState filter_state;
  int32_t left[widest_lanes];   // lane whose Post-Trim is the key, -1: the insert's own input
  int32_t right[widest_lanes];  // equal to `left` for a key with one leg
  float* late[widest_lanes];    // ring of a late key (LateKey), else null
  LaneSet external;
  LaneSet filtered;
};

template <bool has_detector>
struct Detector {};
template <>
struct Detector<true> {
  Key key;
  LaneSet hears;  // lanes in `on` and their linked neighbours
};

// One insert of a rack.
template <typename P>
struct alignas(64) RackSlot : Detector<P::has_detector> {
  typedef P Processor;
  typename P::State state;
  float* memory;  // ring [memory_rows][lane]
  uint32_t memory_rows;
  LaneSet on;  // active lanes; the other lanes of a vector are computed without an effect
};

template <typename L>
struct RackSlots;
template <typename... P>
struct RackSlots<List<P...>> : RackSlot<P>... {
  // Calls visit(slot, number) for each insert of list.h, in signal order.
  template <typename Visit>
  void each(Visit visit) {
    uint32_t number = 0;
    (visit(static_cast<RackSlot<P>&>(*this), number++), ...);
  }
};

struct alignas(64) Rack : RackSlots<Inserts> {
  Row linked;  // 1: detectors take the louder of the lane and its neighbour, 0: the lane
  LaneSet align_on, any_on;
};

inline constexpr uint32_t insert_count = length_of(Inserts{});

// A key from a lane that is computed later than the listening lane: its ring delays it by one sub-block of 64 frames.
inline constexpr uint32_t late_key_frames = 2 * sub_block_frames;
struct LateKey {
  float* ring;  // of late_key_frames frames
  uint32_t left, right;
};

// The taps that are outputs of inserts.
inline constexpr Tap first_made_tap = tap_pre_eq, last_made_tap = tap_pre_fader;

struct ProcessorState {
  Rack* racks;             // by lane / widest_lanes
  float* made[tap_count];  // buffers of these taps: [lane][sub_block_frames]; null for others
  float** before_align;    // [lane]: input of the align delay
  DelayLine* aligns;       // [lane]; delays in parts of a frame (part_delays.h)
  float crossfade_frames;
  const LateKey* late_keys;
  uint32_t late_key_count;
};

}  // namespace rowdesk
