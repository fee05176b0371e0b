// Passes plans to the network thread and back, without locks. A plan is complete: a newer one replaces one that was not taken.
#pragma once
#include <rowdesk/queue.h>

#include <array>
#include <atomic>
#include <memory>

#include "plan.h"

namespace rowdesk::aes67 {

class PlanSwap {
 public:
  explicit PlanSwap(std::unique_ptr<Plan> first) : current_(first.release()) {
    rd_queue_init(&retired_, slots_.data(), static_cast<uint32_t>(slots_.size()));
  }
  /** After the end of the network thread. */
  ~PlanSwap() {
    collect();
    delete pending_.load();
    delete retiring_;
    delete current_;
  }
  PlanSwap(const PlanSwap&) = delete;
  PlanSwap& operator=(const PlanSwap&) = delete;

  // Control thread.
  void send(std::unique_ptr<Plan> plan) {
    delete pending_.exchange(plan.release(), std::memory_order_acq_rel);
    collect();
  }
  /** Frees what the network thread gave back: the sockets that no plan holds any more are closed. */
  void collect() {
    while (void* plan = rd_queue_pop(&retired_)) delete static_cast<Plan*>(plan);
  }

  // Network thread.
  Plan& current() { return *current_; }
  /** Takes the newest plan. Returns the one before, which holds until `retire`, or null where there is no newer one. */
  Plan* take() {
    if (retiring_ != nullptr || pending_.load(std::memory_order_relaxed) == nullptr) return nullptr;
    Plan* const next = pending_.exchange(nullptr, std::memory_order_acq_rel);
    if (next == nullptr) return nullptr;
    retiring_ = current_;
    current_ = next;
    return retiring_;
  }
  /** Gives back what `take` returned; where the control thread has not collected for long, with a later call. */
  void retire() {
    if (retiring_ != nullptr && rd_queue_push(&retired_, retiring_)) retiring_ = nullptr;
  }

 private:
  std::atomic<Plan*> pending_{nullptr};
  Plan* current_;
  Plan* retiring_ = nullptr;
  std::array<void*, 16> slots_{};
  rd_queue retired_;
};

}  // namespace rowdesk::aes67
