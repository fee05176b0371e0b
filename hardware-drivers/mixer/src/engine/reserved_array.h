// An array for the audio thread of which little is in use: all elements have addresses, those in use have memory, zeroed,
// touched, and locked where the system allows it. Memory in use stays in use.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace rowdesk {

template <typename T>
class ReservedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  ReservedArray() = default;
  explicit ReservedArray(size_t count) : count_(count), in_use_((count * sizeof(T) + page - 1) / page) {
    if (count == 0) return;
    void* const data = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(data);
    madvise(data, bytes(), MADV_NOHUGEPAGE);  // one huge page would have memory for elements that are not in use
  }
  ~ReservedArray() {
    if (data_ != nullptr) munmap(data_, bytes());
  }
  ReservedArray(const ReservedArray&) = delete;
  ReservedArray& operator=(const ReservedArray&) = delete;
  ReservedArray(ReservedArray&& other) noexcept { swap(other); }
  ReservedArray& operator=(ReservedArray&& other) noexcept {
    swap(other);
    return *this;
  }

  // Not on the audio thread, which may be using other elements, but must not use these before the call returns.
  void use(size_t first, size_t count) {
    if (count == 0) return;
    const size_t end = ((first + count) * sizeof(T) + page - 1) / page;
    for (size_t each = first * sizeof(T) / page; each < end; ++each) {
      const size_t begin = each;
      for (; each < end && !in_use_[each]; ++each) {
        in_use_[each] = true;
        *static_cast<volatile char*>(at(each)) = 0;
      }
      // Fails under a low RLIMIT_MEMLOCK: the memory may then be paged out.
      if (each > begin) mlock(at(begin), (each - begin) * page);
    }
  }

  // Zeroes the elements in use, and all that share pages with them.
  void clear() {
    for (size_t each = 0; each < in_use_.size(); ++each) {
      if (in_use_[each]) std::memset(at(each), 0, page);
    }
  }

  T* data() const { return data_; }
  size_t size() const { return count_; }
  T& operator[](size_t index) const { return data_[index]; }

 private:
  static constexpr size_t page = 4096;

  size_t bytes() const { return in_use_.size() * page; }
  char* at(size_t page_number) const { return reinterpret_cast<char*>(data_) + page_number * page; }
  void swap(ReservedArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    std::swap(in_use_, other.in_use_);
  }

  T* data_ = nullptr;
  size_t count_ = 0;
  std::vector<bool> in_use_;  // by page
};

}  // namespace rowdesk
