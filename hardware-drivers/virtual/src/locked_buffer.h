// Zeroed samples for the audio thread, in RAM before its first access and locked there if the limits allow it.
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
  // Declared last: unlocked before the samples are freed.
  PageLock lock_;
};

}  // namespace rowdesk::stagebox
