// Passes setups to the audio thread and back, without locks. A setup is complete, so a new one replaces one that the audio
// thread has not taken: the newest wins, and no queue grows.
#pragma once
#include <array>
#include <atomic>
#include <memory>

#include "setup.h"

namespace rowdesk::stagebox {

class SetupSwap {
 public:
  explicit SetupSwap(std::unique_ptr<const Setup> first);
  ~SetupSwap();

  // Control thread.
  void send(std::unique_ptr<const Setup> setup);
  /** The audio thread's own setup, not a copy. Valid until the next `collect`. */
  const Setup& applied() const { return *applied_.load(std::memory_order_acquire); }
  /** Frees setups that the audio thread released. */
  void collect();

  // Audio thread (the control thread while none runs).
  const Setup& current() const { return *current_; }
  /** Returns the next setup, or null for none; the previous setup stays alive until `release`. */
  const Setup* take();
  /** Releases all setups except the current one. */
  void release();

 private:
  static constexpr uint32_t room = 16;
  std::atomic<const Setup*> pending_{nullptr};
  std::atomic<const Setup*> applied_;
  const Setup* current_;
  std::array<const Setup*, room> held_{};
  uint32_t held_count_ = 0;
  std::array<const Setup*, room> retired_{};
  std::atomic<uint32_t> retired_written_{0}, retired_read_{0};
};

}  // namespace rowdesk::stagebox
