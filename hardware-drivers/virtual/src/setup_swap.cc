#include "setup_swap.h"

namespace rowdesk::stagebox {

SetupSwap::SetupSwap(std::unique_ptr<const Setup> first) : applied_(first.get()), current_(first.release()) {}

SetupSwap::~SetupSwap() {
  collect();
  delete pending_.load();
  for (uint32_t n = 0; n < held_count_; ++n) delete held_[n];
  delete current_;
}

void SetupSwap::send(std::unique_ptr<const Setup> setup) {
  const Setup* sent = setup.release();
  const std::unique_ptr<const Setup> overtaken(pending_.exchange(sent, std::memory_order_acq_rel));
  // Ends a recorder that the audio thread never received.
  if (overtaken && overtaken->recorder && overtaken->recorder != sent->recorder &&
      overtaken->recorder != applied().recorder) {
    overtaken->recorder->end();
  }
  collect();
}

void SetupSwap::collect() {
  uint32_t read = retired_read_.load(std::memory_order_relaxed);
  const uint32_t written = retired_written_.load(std::memory_order_acquire);
  for (; read != written; ++read) delete retired_[read % room];
  retired_read_.store(read, std::memory_order_release);
}

const Setup* SetupSwap::take() {
  if (held_count_ == room || pending_.load(std::memory_order_relaxed) == nullptr) return nullptr;
  const Setup* next = pending_.exchange(nullptr, std::memory_order_acq_rel);
  if (next == nullptr) return nullptr;
  if (current_->recorder && current_->recorder != next->recorder) current_->recorder->end();
  held_[held_count_++] = current_;
  current_ = next;
  applied_.store(next, std::memory_order_release);
  return next;
}

void SetupSwap::release() {
  const uint32_t written = retired_written_.load(std::memory_order_relaxed);
  if (room - (written - retired_read_.load(std::memory_order_acquire)) < held_count_) return;
  for (uint32_t n = 0; n < held_count_; ++n) retired_[(written + n) % room] = held_[n];
  retired_written_.store(written + held_count_, std::memory_order_release);
  held_count_ = 0;
}

}  // namespace rowdesk::stagebox
