// The audio thread's end of recording: fills the ring that a block of parameters brought, and notes where frames are
// missing. Without a ring it does nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <rowdesk/clock.h>

#include "control/record_ring.h"
#include "engine/block_gaps.h"

namespace rowdesk {

class RecordTaps {
 public:
  // Begins a block. gap: before it; is_silence: it is without a clock.
  void begin(const BlockGap& gap, bool is_silence) {
    if (is_begun_ && gap.is_gap) ring_->lose(gap.frames);
    is_silence_ = is_silence;
  }
  // After each sub-block.
  void take(const State& state, uint32_t frames) {
    if (ring_ != nullptr) ring_->take(state, frames);
  }
  // Ends a block.
  void end() {
    if (ring_ == nullptr) return;
    ring_->publish(is_silence_, rd_monotonic_ns());
    is_begun_ = true;
  }

  // Between two sub-blocks: the ring goes to the place of the one in use; null: none follows.
  void exchange(std::unique_ptr<RecordRing>& ring) {
    if (ring_ != nullptr) end();
    std::swap(ring_, ring);
    is_begun_ = false;
  }

 private:
  std::unique_ptr<RecordRing> ring_;
  bool is_begun_ = false;       // the ring has frames
  bool is_silence_ = false;     // of the last block: without a clock
};

}  // namespace rowdesk
