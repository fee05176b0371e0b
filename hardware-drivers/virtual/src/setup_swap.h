// Hands setups to the audio thread and takes them back, without a lock on either side. A setup is complete, so one that
// was never taken is simply replaced by the next: the newest wins, nothing queues up.
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
  /** What the audio thread works with: its own block, not a copy. Valid until the next `collect`. */
  const Setup& applied() const { return *applied_.load(std::memory_order_acquire); }
  /** Frees what the audio thread has done with. */
  void collect();

  // Audio thread (the control thread while none runs).
  const Setup& current() const { return *current_; }
  /** The next setup if there is one; the one before stays alive until `release`. */
  const Setup* take();
  /** No setup but the current one is in use any more. */
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
