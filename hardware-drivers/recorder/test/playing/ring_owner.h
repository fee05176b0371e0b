// The audio thread's side of a play ring, from rowdesk/play_ring.h alone: makes the memory and plays it block by block.
#pragma once
#include <rowdesk/play_ring.h>

#include <cstdint>
#include <string>
#include <vector>

namespace rowdesk::playing::test {

struct RingFacts {
  uint32_t rate_hz = 48000;
  uint32_t channels = 1;
  uint32_t capacity_frames = 32768;
};

class RingOwner {
 public:
  static constexpr uint32_t fade_frames = 480;

  /** Makes a ring, and the link to it in this folder. */
  RingOwner(const std::string& folder, const RingFacts& facts);
  ~RingOwner();
  RingOwner(const RingOwner&) = delete;
  RingOwner& operator=(const RingOwner&) = delete;

  /** Plays so many frames; what is heard is added to `heard`. */
  void block(uint32_t frames);
  /** As at an eject: the link goes, and the ring has ended. */
  void end();

  rd_play_ring& ring() { return *ring_; }
  uint64_t available() const;
  /** By channel. */
  std::vector<std::vector<float>> heard;

 private:
  float sample(uint32_t channel, uint64_t frame) const;

  std::string link_, file_;
  rd_play_ring* ring_;
  /** Of the fade in and out: 0 is silence, fade_frames all of it. */
  uint32_t level_ = 0;
  /** Frames of a crossfade that are left, and where it comes from. */
  uint32_t crossfade_left_ = 0;
  uint64_t crossfade_from_ = 0;
};

}  // namespace rowdesk::playing::test
