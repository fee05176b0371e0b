// The align delays of lanes, after their inserts.
#include <bit>

#include "engine/ramp.h"
#include "processors/processors.h"

namespace rowdesk {

void Processors::apply_align(uint32_t lane, int32_t frames, uint64_t position) {
  Rack& rack = rack_of(lane);
  const LaneSet bit = 1u << lane % widest_lanes;
  aligns_[lane].frames.desired = frames;
  if (frames == 0 || (rack.align_on & bit) != 0) return;
  rack.align_on |= bit;
  aligned_since_[lane] = position;
}

// A longer delay begins once the ring holds enough sound: older contents of the ring would click.
void Processors::tick_aligns(Rack& rack, uint32_t first_lane, uint64_t position) {
  for (LaneSet each = rack.align_on; each != 0; each &= each - 1) {
    const auto place = static_cast<uint32_t>(std::countr_zero(each));
    const uint32_t lane = first_lane + place;
    Crossfaded& frames = aligns_[lane].frames;
    if (frames.crossfade.remaining > 0.0f) continue;
    if (frames.desired == frames.now) {
      if (frames.now == 0) put(rack.align_on, place, false);
    } else if (position - aligned_since_[lane] >= frames_read(frames.desired)) {
      frames.before = frames.now;
      frames.now = frames.desired;
      set(frames.crossfade, 0.0f);
      turn(frames.crossfade, 1.0f, frames_.crossfade);
    }
  }
}

}  // namespace rowdesk
