// Zeroed samples that are in memory before the audio thread touches them, and stay there where the limits allow it.
#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <vector>

namespace rowdesk::stagebox {

class LockedBuffer {
 public:
  LockedBuffer() = default;
  explicit LockedBuffer(size_t samples) : samples_(samples, 0.0f) { mlock(samples_.data(), bytes()); }
  ~LockedBuffer() {
    if (!samples_.empty()) munlock(samples_.data(), bytes());
  }
  LockedBuffer(LockedBuffer&& other) noexcept : samples_(std::move(other.samples_)) { other.samples_.clear(); }
  LockedBuffer& operator=(LockedBuffer&& other) noexcept {
    samples_.swap(other.samples_);
    return *this;
  }

  float* data() { return samples_.data(); }
  const float* data() const { return samples_.data(); }
  size_t size() const { return samples_.size(); }

 private:
  size_t bytes() const { return samples_.size() * sizeof(float); }
  std::vector<float> samples_;
};

}  // namespace rowdesk::stagebox
