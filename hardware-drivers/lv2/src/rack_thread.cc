#include "rack_thread.h"

#include <linux/futex.h>
#include <rowdesk/denormals.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "faults.h"

namespace rowdesk::plugins {
namespace {

constexpr uint64_t longest_sleep_ns = 100'000'000;

}  // namespace

RackThread::RackThread(uint32_t rack) : rack_(rack), plan_(new Plan) {
  wanted_.store(plan_.get(), std::memory_order_release);
  thread_ = std::thread([this] { run(); });
}

RackThread::~RackThread() {
  auto last = std::make_unique<Plan>();
  last->ends = true;
  publish(std::move(last));
  thread_.join();
}

void RackThread::follow(std::shared_ptr<WakeMap> wake, std::vector<std::shared_ptr<Lane>> lanes) {
  publish(std::unique_ptr<const Plan>(new Plan{std::move(wake), std::move(lanes)}));
}

void RackThread::publish(std::unique_ptr<const Plan> plan) {
  wanted_.store(plan.get(), std::memory_order_release);
  const uint32_t* const word = plan_->wake ? &plan_->wake->rack(rack_).sequence : &alone_;
  while (followed_.load(std::memory_order_acquire) != plan.get()) {
    syscall(SYS_futex, word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  plan_ = std::move(plan);
}

void RackThread::run() {
  use_signal_stack();
  const NoDenormals no_denormals;
  for (;;) {
    const Plan& plan = *wanted_.load(std::memory_order_acquire);
    followed_.store(&plan, std::memory_order_release);
    if (plan.ends) return;
    const uint32_t sequence = plan.wake ? __atomic_load_n(&plan.wake->rack(rack_).sequence, __ATOMIC_ACQUIRE) : 0;
    const uint64_t preemptions = preemptions_of_thread();
    bool has_run = false;
    uint64_t longest_ns = longest_sleep_ns;
    for (const auto& lane : plan.lanes) {
      has_run |= lane->run(preemptions);
      // Its ring holds four blocks.
      if (lane->is_unoffered()) longest_ns = std::min(longest_ns, lane->block_ns() / 2);
    }
    if (!has_run) wait(plan, sequence, longest_ns);
  }
}

void RackThread::wait(const Plan& plan, uint32_t sequence, uint64_t longest_ns) noexcept {
  const timespec longest{0, static_cast<long>(longest_ns)};
  if (!plan.wake) {
    syscall(SYS_futex, &alone_, FUTEX_WAIT, 0, &longest, nullptr, 0);
    return;
  }
  const rd_insert_rack& rack = plan.wake->rack(rack_);
  // The kernel compares once more: a block that came meanwhile ends the wait at once.
  syscall(SYS_futex, &rack.sequence, FUTEX_WAIT, sequence, &longest, nullptr, 0);
}

}  // namespace rowdesk::plugins
