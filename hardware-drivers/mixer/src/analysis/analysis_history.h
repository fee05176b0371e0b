// The last contiguous frames of one leg.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/state.h"

namespace rowdesk {

class History {
 public:
  explicit History(size_t frames) : ring_(frames) {}

  // Adds a sub-block at this position; a gap before it clears the history. Values that are not finite become 0.
  void add(uint64_t position, std::span<const float> sound) {
    if (position != end_) filled_ = 0;
    size_t at = position % ring_.size();
    for (const float sample : sound) {
      ring_[at] = std::isfinite(sample) ? sample : 0.0f;
      if (++at == ring_.size()) at = 0;
    }
    end_ = position + sound.size();
    filled_ = std::min(filled_ + sound.size(), ring_.size());
  }

  uint64_t end() const { return end_; }
  size_t filled() const { return filled_; }

  // Reads the frames before `end`. False if some are missing.
  bool copy(uint64_t end, std::span<float> to) const {
    if (end > end_ || end < to.size() || end_ - (end - to.size()) > filled_) return false;
    const size_t first = (end - to.size()) % ring_.size();
    const size_t upper = std::min(to.size(), ring_.size() - first);
    std::copy_n(ring_.begin() + static_cast<std::ptrdiff_t>(first), upper, to.begin());
    std::copy_n(ring_.begin(), to.size() - upper, to.begin() + static_cast<std::ptrdiff_t>(upper));
    return true;
  }

 private:
  std::vector<float> ring_;
  uint64_t end_ = 0;
  size_t filled_ = 0;
};

}  // namespace rowdesk
