// Zeroed samples that are in memory before the audio thread touches them, and stay there where the limits allow it.
#pragma once
#include <cstddef>
#include <vector>

#include "page_lock.h"

namespace rowdesk::stagebox {

class LockedBuffer {
 public:
  LockedBuffer() = default;
  explicit LockedBuffer(size_t samples)
      : samples_(samples, 0.0f), lock_(samples_.data(), samples * sizeof(float)) {}

  float* data() { return samples_.data(); }
  const float* data() const { return samples_.data(); }
  size_t size() const { return samples_.size(); }

 private:
  std::vector<float> samples_;
  // Given up before the samples are.
  PageLock lock_;
};

}  // namespace rowdesk::stagebox
