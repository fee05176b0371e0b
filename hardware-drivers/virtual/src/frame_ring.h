// A lock-free ring of frames between two threads: the audio thread writes planar blocks, the reader gets interleaved frames.
#pragma once
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>

#include "locked_buffer.h"

namespace rowdesk::stagebox {

class FrameRing {
 public:
  FrameRing(uint32_t channels, uint64_t least_frames)
      : channels_(channels), capacity_(std::bit_ceil(least_frames)), samples_(capacity_ * channels) {}

  uint32_t channels() const { return channels_; }
  uint64_t capacity() const { return capacity_; }

  /** Writer's thread. */
  bool has_room(uint32_t frames) const {
    const uint64_t written = written_.load(std::memory_order_relaxed);
    return written + frames - read_.load(std::memory_order_acquire) <= capacity_;
  }

  /** Writer's thread. Writes all frames, or none and returns false if they don't fit. Channel c is planes[rows[c]]. */
  bool write(const float* const* planes, std::span<const uint32_t> rows, uint32_t frames) {
    if (!has_room(frames)) return false;
    const uint64_t written = written_.load(std::memory_order_relaxed);
    for (uint32_t c = 0; c < channels_; ++c) {
      const float* plane = planes[rows[c]];
      float* const into = samples_.data() + c;
      for (uint32_t n = 0; n < frames; ++n) into[((written + n) & (capacity_ - 1)) * channels_] = plane[n];
    }
    written_.store(written + frames, std::memory_order_release);
    return true;
  }

  /** Reader's thread. Returns the longest contiguous run of unread frames; `advance` frees it. */
  std::span<const float> readable() const {
    const uint64_t read = read_.load(std::memory_order_relaxed);
    const uint64_t waiting = written_.load(std::memory_order_acquire) - read;
    const uint64_t start = read & (capacity_ - 1);
    const uint64_t run = waiting < capacity_ - start ? waiting : capacity_ - start;
    return {samples_.data() + start * channels_, static_cast<size_t>(run * channels_)};
  }
  void advance(uint64_t frames) {
    read_.store(read_.load(std::memory_order_relaxed) + frames, std::memory_order_release);
  }

 private:
  const uint32_t channels_;
  const uint64_t capacity_;
  LockedBuffer samples_;
  alignas(64) std::atomic<uint64_t> written_{0};
  alignas(64) std::atomic<uint64_t> read_{0};
};

}  // namespace rowdesk::stagebox
