// Which frames the device lost between two blocks, by the blocks' positions and times. The audio thread's.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <rowdesk/audio.h>

#include "analysis/analysis_probe.h"

namespace rowdesk {

// Before a block. frames: 0 for an unknown number of them, and without a gap.
struct BlockGap {
  bool is_gap = false;
  uint64_t frames = 0;
};

class BlockGaps {
 public:
  // Off the audio thread, never while a block is computed: positions count from 0 again. rate: Hz
  void prepare(double rate) {
    ns_per_frame_ = 1e9 / rate;
    is_same_clock_ = false;
  }

  // Begins a block. position: of its first frame, as in rd_block_time; flags: rd_block_flags.
  BlockGap begin(uint64_t position, uint64_t monotonic_ns, uint32_t frames, uint32_t flags) {
    const bool is_silence = (flags & RD_BLOCK_SYNTHETIC) != 0;
    const bool is_other_clock = is_silence != is_silence_;
    const bool goes_on = is_same_clock_ && !is_other_clock;
    BlockGap gap{false, goes_on ? position - std::min(position, next_position_) : frames_until(monotonic_ns)};
    gap.is_gap = gap.frames > 0 || (flags & RD_BLOCK_XRUN) != 0;
    if (gap.is_gap || is_other_clock) lost_ = {lost_.gaps + 1, lost_.frames + gap.frames};
    is_silence_ = is_silence;
    is_same_clock_ = true;
    next_position_ = position + frames;
    next_ns_ = monotonic_ns + static_cast<uint64_t>(std::llround(frames * ns_per_frame_));
    return gap;
  }

  // Since the mixer is there; the change to and from blocks without a clock is a gap as well.
  const Lost& lost() const { return lost_; }

 private:
  // Between clocks, the time says how many frames are missing.
  uint64_t frames_until(uint64_t monotonic_ns) const {
    if (next_ns_ == 0 || monotonic_ns <= next_ns_) return 0;
    return static_cast<uint64_t>(std::llround(static_cast<double>(monotonic_ns - next_ns_) / ns_per_frame_));
  }

  double ns_per_frame_ = 0;
  bool is_silence_ = false;     // of the last block: without a clock
  bool is_same_clock_ = false;  // no prepare since
  uint64_t next_position_ = 0;  // behind the last block
  uint64_t next_ns_ = 0;        // CLOCK_MONOTONIC; 0 before the first block
  Lost lost_;
};

}  // namespace rowdesk
