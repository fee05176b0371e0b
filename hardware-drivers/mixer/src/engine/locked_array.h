// Memory for the audio thread: zeroed, touched, and locked where the system allows it. Each array has pages of its own,
// since unlocking works on whole pages.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

namespace rowdesk {

template <typename T>
class LockedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LockedArray() = default;
  explicit LockedArray(size_t count) : count_(count), bytes_((count * sizeof(T) + page - 1) / page * page) {
    if (bytes_ == 0) return;
    data_ = static_cast<T*>(std::aligned_alloc(page, bytes_));
    if (data_ == nullptr) throw std::bad_alloc();
    std::memset(static_cast<void*>(data_), 0, bytes_);
    is_locked_ = mlock(data_, bytes_) == 0;  // fails under a low RLIMIT_MEMLOCK: the memory may then be paged out
  }
  ~LockedArray() {
    if (is_locked_) munlock(data_, bytes_);
    std::free(data_);
  }
  LockedArray(const LockedArray&) = delete;
  LockedArray& operator=(const LockedArray&) = delete;
  LockedArray(LockedArray&& other) noexcept { swap(other); }
  LockedArray& operator=(LockedArray&& other) noexcept {
    swap(other);
    return *this;
  }

  T* data() const { return data_; }
  size_t size() const { return count_; }
  T& operator[](size_t index) const { return data_[index]; }
  T* begin() const { return data_; }
  T* end() const { return data_ + count_; }

 private:
  static constexpr size_t page = 4096;

  void swap(LockedArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    std::swap(bytes_, other.bytes_);
    std::swap(is_locked_, other.is_locked_);
  }

  T* data_ = nullptr;
  size_t count_ = 0;
  size_t bytes_ = 0;
  bool is_locked_ = false;
};

}  // namespace rowdesk
