// The audio thread's end of recording: fills the ring that a block of parameters brought, and notes where frames are
// missing. Without a ring it does nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include <rowdesk/audio.h>
#include <rowdesk/clock.h>

#include "control/record_ring.h"

namespace rowdesk {

class RecordTaps {
 public:
  // Off the audio thread, never while a block is computed: positions count from 0 again. rate: Hz
  void prepare(double rate) {
    ns_per_frame_ = 1e9 / rate;
    is_same_clock_ = false;
  }

  // Begins a block. position: of its first frame, as in rd_block_time; flags: rd_block_flags.
  void begin(uint64_t position, uint64_t monotonic_ns, uint32_t frames, uint32_t flags) {
    const bool is_silence = (flags & RD_BLOCK_SYNTHETIC) != 0;
    const bool goes_on = is_same_clock_ && is_silence == is_silence_;
    if (is_begun_) note_lost(goes_on ? position - std::min(position, next_position_) : frames_until(monotonic_ns), flags);
    is_silence_ = is_silence;
    is_same_clock_ = true;
    next_position_ = position + frames;
    next_ns_ = monotonic_ns + static_cast<uint64_t>(std::llround(frames * ns_per_frame_));
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
  void note_lost(uint64_t frames, uint32_t flags) {
    if (frames > 0 || (flags & RD_BLOCK_XRUN) != 0) ring_->lose(frames);
  }
  // Between clocks, the time says how many frames are missing.
  uint64_t frames_until(uint64_t monotonic_ns) const {
    if (monotonic_ns <= next_ns_) return 0;
    return static_cast<uint64_t>(std::llround(static_cast<double>(monotonic_ns - next_ns_) / ns_per_frame_));
  }

  std::unique_ptr<RecordRing> ring_;
  double ns_per_frame_ = 0;
  bool is_begun_ = false;       // the ring has frames
  bool is_silence_ = false;     // of the last block: without a clock
  bool is_same_clock_ = false;  // no prepare since
  uint64_t next_position_ = 0;  // behind the last block
  uint64_t next_ns_ = 0;  // CLOCK_MONOTONIC
};

}  // namespace rowdesk
