// The frames of a stream by their position: what has come, and what has not.
#pragma once
#include <cstdint>

#include "../../mixer/src/engine/locked_array.h"
#include "pcm.h"

namespace rowdesk::aes67 {

/** Holds frames as they came. Of one thread; allocates in its constructor only. */
class ReceiveRing {
 public:
  /** capacity_frames: a power of two, at least 64. */
  ReceiveRing(Encoding encoding, uint32_t channels, uint32_t capacity_frames);

  uint32_t capacity() const { return mask_ + 1; }

  // Positions may be any, modulo the capacity; at most that many frames.
  /** Adds interleaved frames. A frame that is there stays as it is. */
  void write(int64_t position, const uint8_t* from, uint32_t frames) noexcept;
  /** Reads a channel, from 0. A frame that is not there is any number within full scale. */
  void read(int64_t position, uint32_t frames, uint32_t channel, float* to) const noexcept;
  void clear(int64_t position, uint64_t frames) noexcept;

  bool has(int64_t position) const noexcept { return (words_[slot(position) >> 6] >> (slot(position) & 63)) & 1; }
  bool has_all(int64_t position, uint32_t frames) const noexcept { return next(position, frames, false) == frames; }
  bool has_any(int64_t position, uint32_t frames) const noexcept { return next(position, frames, true) < frames; }

 private:
  uint32_t slot(int64_t position) const { return static_cast<uint32_t>(static_cast<uint64_t>(position)) & mask_; }
  /** How many frames lie before the first that is there (is not there); `frames`: none of them. */
  uint32_t next(int64_t position, uint32_t frames, bool is_there) const noexcept;
  /** Calls with each word's index and the bits of it that the range covers. */
  template <typename Do>
  void each_word(int64_t position, uint64_t frames, Do&& act) const noexcept;
  void copy(uint32_t slot, const uint8_t* from, uint32_t frames) noexcept;

  const Encoding encoding_;
  const uint32_t frame_bytes_, mask_;
  const LockedArray<uint8_t> bytes_;
  /** A bit per frame. */
  const LockedArray<uint64_t> words_;
};

}  // namespace rowdesk::aes67
