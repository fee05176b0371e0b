// Reads a play ring (rowdesk/play_ring.h) on the audio thread: what it plays begins and ends with a fade, and jumps by a
// crossfade. In between the samples are those of the ring, bit by bit.
//
// The player is another process: its numbers decide what sounds, never where memory is read, and never for how long. While the clock
// freewheels it is waited for.
#pragma once

#include <cstdint>

#include <rowdesk/play_ring.h>

#include "engine/locked_array.h"

namespace rowdesk {

class PlayReader {
 public:
  // ring: complete, the memory of the whole file; it outlives the reader. Its sizes are read here, and not again.
  explicit PlayReader(rd_play_ring* ring);

  // Off the audio thread, never while read() runs: most_frames of a block. Nothing sounds then.
  void allot(uint32_t most_frames);

  uint32_t channels() const { return channels_; }
  // Of the last read().
  const float* channel(uint32_t number) const { return sound_.data() + size_t{number} * most_frames_; }

  // Audio thread. Plays the next frames, at most most_frames. plays: false fades out, whatever the player says.
  void read(uint32_t frames, bool plays = true);
  // Audio thread, before read() of a clock that freewheels: until the player has written what the block needs, a second at most.
  void wait(uint32_t frames);
  // Audio thread. Silence at once, where the sound has a gap anyway.
  void stop();
  bool is_silent() const { return level_ == 0; }

 private:
  // Frames of a block that are read in one way.
  struct Run {
    uint32_t first, frames;  // in the block
    uint64_t at, before;     // ring frames: the sound, and the sound before a jump
    uint32_t crossed;        // frames of the crossfade that are over
    uint32_t level;          // of the fade, 0 to fade_frames_
    int32_t slope;           // of the level: 1, 0 or -1
  };
  static constexpr uint32_t most_runs = 8;

  void follow_player(uint32_t frames, bool plays);
  void follow_jump(uint32_t frames);
  // To begin with: for a fade, a block, and the fade out that they could turn out to need.
  uint64_t enough(uint32_t frames) const { return 2ull * fade_frames_ + frames; }
  uint64_t frames_left() const;
  void plan(uint32_t frames);
  void fill(float* to, const float* ring, const Run& run) const;
  void copy(float* to, const float* ring, const Run& run) const;
  void publish();

  rd_play_ring* const ring_;
  const uint32_t channels_, mask_, fade_frames_;
  const float* const samples_;
  uint32_t most_frames_ = 0;
  LockedArray<float> sound_;  // [channel][most_frames]
  bool is_cleared_ = false;   // sound_ is silence

  uint64_t at_ = 0, before_ = 0;
  uint64_t end_ = 0;  // where the sound that goes on from at_ ends, as far as it is written
  uint32_t crossed_;
  uint32_t level_ = 0;
  int32_t slope_ = 0;
  uint64_t underruns_ = 0;
  uint64_t given_up_at_ = UINT64_MAX;  // what a player had written that wrote no more
  Run runs_[most_runs];
  uint32_t run_count_ = 0;
};

}  // namespace rowdesk
