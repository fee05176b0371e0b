// The memory of one insert through hardware. The control side makes and frees it; in between its slot belongs to the audio
// thread.
#pragma once

#include <rowdesk/audio.h>

#include <bit>
#include <cstdint>

#include "engine/crossfaded.h"
#include "engine/locked_array.h"
#include "hardware-inserts/hardware_slots.h"

namespace rowdesk {

class HardwareInsert {
 public:
  // rate: Hz; delay_frames: at most most_round_trip().
  HardwareInsert(uint32_t legs, double rate, uint32_t delay_frames)
      : ring_frames_(std::bit_ceil(most_round_trip(rate) + sub_block_frames)),
        dry_(static_cast<size_t>(legs) * ring_frames_),
        block_(static_cast<size_t>(legs) * (RD_MAX_FRAMES + widest_lanes)) {
    slot_.sound.legs = legs;
    for (uint32_t leg = 0; leg < legs; ++leg) {
      slot_.sound.dry[leg] = {dry_.data() + static_cast<size_t>(leg) * ring_frames_, ring_frames_ - 1, {}};
      put(slot_.sound.dry[leg].frames, static_cast<int32_t>(delay_frames));
      slot_.sound.wet[leg] = block_.data() + static_cast<size_t>(leg) * (RD_MAX_FRAMES + widest_lanes);
    }
    // Its key, which no hardware hears.
    slot_.sound.key = key_.data();
  }
  HardwareInsert(const HardwareInsert&) = delete;
  HardwareInsert& operator=(const HardwareInsert&) = delete;

  HardwareSlot& slot() { return slot_; }
  bool is_unanswered() const { return slot_.is_unanswered.load(std::memory_order_relaxed); }
  HostedHeard heard() const { return slot_.heard.load(std::memory_order_acquire); }

 private:
  const uint32_t ring_frames_;
  LockedArray<float> dry_;
  LockedArray<float> block_;  // the return of each leg; vectors are read whole
  LockedArray<float> key_{RD_MAX_FRAMES + widest_lanes};
  HardwareSlot slot_{};
};

}  // namespace rowdesk
