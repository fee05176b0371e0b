// The frames of a take in the order in which they are played, from a position on: to the end, or round and round a loop.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "take_reader.h"

namespace rowdesk::playing {

/** Not for several threads at once. */
class TakeStream {
 public:
  /** A run of frames that follow each other in the take. */
  struct Run {
    /** Of the first one, from the first frame of the take. */
    int64_t position = 0;
    int64_t frames = 0;
  };

  /** A loop counts once the position comes to its end; beyond the end of the loop it does not. */
  TakeStream(std::shared_ptr<TakeReader> reader, int64_t position, Loop loop, uint32_t fade_frames, int64_t longest_run);

  /** Reads at most `frames` and the longest run; 0 at the end of the take. */
  Run next(int64_t frames, float* const* out);

 private:
  /** The frame of the take after the one that ends this pass. */
  int64_t limit() const;
  void join_before_end(const Run& run, float* const* out);
  void join_after_begin(const Run& run, float* const* out);

  std::shared_ptr<TakeReader> reader_;
  int64_t position_;
  Loop loop_;
  int64_t fade_frames_;
  int64_t longest_run_;
  /** Frames after the begin of the loop under which the end of the loop still fades out. */
  int64_t tail_left_ = 0;
  std::vector<float> samples_;
  std::vector<float*> scratch_;
};

}  // namespace rowdesk::playing
