// Locks memory of the audio thread in RAM, if the limits allow it.
#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <utility>

namespace rowdesk::stagebox {

class PageLock {
 public:
  PageLock() = default;
  PageLock(const void* start, size_t bytes) : start_(start), bytes_(mlock(start, bytes) == 0 ? bytes : 0) {}
  ~PageLock() {
    if (bytes_ > 0) munlock(start_, bytes_);
  }
  PageLock(PageLock&& other) noexcept { *this = std::move(other); }
  PageLock& operator=(PageLock&& other) noexcept {
    std::swap(start_, other.start_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

 private:
  const void* start_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace rowdesk::stagebox
