// Commands that pass the queue to the audio thread: panic, and the opening and closing of all outputs. Each is one atomic
// word, written by the control side, read at the start of each block.
#pragma once

#include <atomic>
#include <cstdint>

#include "control/addresses.h"

namespace rowdesk {

struct OutputCommand {
  uint32_t closed;  // bits of Reason
  uint32_t fade_us;
};

class Urgent {
 public:
  void panic(PanicScope scope) { panic_.store(static_cast<uint32_t>(scope), std::memory_order_release); }
  PanicScope panic() const { return static_cast<PanicScope>(panic_.load(std::memory_order_acquire)); }

  void outputs(OutputCommand order) {
    outputs_.store(static_cast<uint64_t>(order.closed) << 32 | order.fade_us, std::memory_order_release);
  }
  OutputCommand outputs() const {
    const uint64_t word = outputs_.load(std::memory_order_acquire);
    return {static_cast<uint32_t>(word >> 32), static_cast<uint32_t>(word)};
  }

 private:
  static_assert(std::atomic<uint64_t>::is_always_lock_free);
  std::atomic<uint32_t> panic_{0};
  std::atomic<uint64_t> outputs_{0};
};

}  // namespace rowdesk
