// Gains around gaps: silence is reached where a gap begins, and left behind it, in straight lines.
#pragma once
#include <algorithm>
#include <cstdint>

namespace rowdesk::aes67 {

class Fade {
 public:
  /** From silence to full: what must be known of the frames behind a block. */
  static constexpr uint32_t frames = 16;

  uint32_t level() const { return level_; }
  bool is_silent() const { return level_ == 0; }
  /** What sounds is what was sent. */
  bool is_open() const { return level_ == frames; }
  /** What follows does not belong to what was; silence has been reached. */
  void cut() { level_ = 0; }
  /** Sound has been full since the last rest. */
  bool has_opened() const { return has_opened_; }
  /** The next fade in begins something new. */
  void rest() { has_opened_ = false; }

  /**
   * Plans `count` frames. distances: how many frames lie between each and the next gap, itself counted: 0 in a gap, `frames`
   * and more are one. Returns how many are not played as they were sent, but for those of a beginning.
   */
  uint32_t plan(const uint8_t* distances, uint32_t count, float* gains) {
    uint32_t changed = 0;
    for (uint32_t i = 0; i < count; ++i) {
      level_ = std::min({level_ + 1, static_cast<uint32_t>(distances[i]), frames});
      gains[i] = static_cast<float>(level_) * (1.0f / frames);
      has_opened_ = has_opened_ || is_open();
      changed += has_opened_ && !is_open();
    }
    return changed;
  }

 private:
  uint32_t level_ = 0;
  bool has_opened_ = false;
};

}  // namespace rowdesk::aes67
