// Which frame of the take each frame of the play ring is.
#pragma once
#include <cstdint>
#include <deque>

namespace rowdesk::playing {

/** For one thread. */
class PlayOrder {
 public:
  void clear() { runs_.clear(); }

  /** From ring frame `at` on, frames of the take follow each other from `position` on. */
  void add(uint64_t at, int64_t position) {
    if (!runs_.empty() && runs_.back().position_of(at) == position) return;
    runs_.push_back({at, position});
  }

  /** The frame of the take at this frame of the ring; `otherwise` for one before all runs. */
  int64_t position_of(uint64_t at, int64_t otherwise) const {
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
      if (run->at <= at) return run->position_of(at);
    }
    return otherwise;
  }

  /** Frames before this one are asked for no more. */
  void forget_before(uint64_t at) {
    while (runs_.size() > 1 && runs_[1].at <= at) runs_.pop_front();
  }

 private:
  struct Run {
    uint64_t at;
    int64_t position;
    int64_t position_of(uint64_t frame) const { return position + static_cast<int64_t>(frame - at); }
  };
  std::deque<Run> runs_;
};

}  // namespace rowdesk::playing
