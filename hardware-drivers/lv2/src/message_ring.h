// A ring of messages of bytes between one sending and one receiving thread: no lock, no allocation after its making.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

namespace rowdesk::plugins {

class MessageRing {
 public:
  /** capacity_bytes: a power of two. */
  explicit MessageRing(uint32_t capacity_bytes) : capacity_(capacity_bytes), bytes_(new char[capacity_bytes]()) {}

  /** Of the sender. False without room: nothing is sent. */
  bool push(const void* data, uint32_t size) noexcept {
    const uint32_t tail = tail_.load(std::memory_order_relaxed);
    const uint32_t used = tail - head_.load(std::memory_order_acquire);
    if (uint64_t{used} + sizeof size + size > capacity_) return false;
    write(tail, &size, sizeof size);
    write(tail + sizeof size, data, size);
    tail_.store(tail + static_cast<uint32_t>(sizeof size) + size, std::memory_order_release);
    return true;
  }

  /** Of the receiver: the size of the next message; false if the ring is empty. */
  bool peek(uint32_t& size) const noexcept {
    const uint32_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    read(head, &size, sizeof size);
    return true;
  }

  /** Of the receiver, after peek(): takes the message into `data`, which has room for it. */
  void pop(void* data, uint32_t size) noexcept {
    const uint32_t head = head_.load(std::memory_order_relaxed);
    read(head + static_cast<uint32_t>(sizeof size), data, size);
    head_.store(head + static_cast<uint32_t>(sizeof size) + size, std::memory_order_release);
  }

  uint32_t capacity() const noexcept { return capacity_; }

 private:
  void write(uint32_t at, const void* data, uint32_t size) noexcept {
    const uint32_t first = std::min(size, capacity_ - at % capacity_);
    std::memcpy(bytes_.get() + at % capacity_, data, first);
    std::memcpy(bytes_.get(), static_cast<const char*>(data) + first, size - first);
  }
  void read(uint32_t at, void* data, uint32_t size) const noexcept {
    const uint32_t first = std::min(size, capacity_ - at % capacity_);
    std::memcpy(data, bytes_.get() + at % capacity_, first);
    std::memcpy(static_cast<char*>(data) + first, bytes_.get(), size - first);
  }

  const uint32_t capacity_;
  const std::unique_ptr<char[]> bytes_;
  /** They wrap at 2^32. */
  std::atomic<uint32_t> head_{0};
  std::atomic<uint32_t> tail_{0};
};

}  // namespace rowdesk::plugins
