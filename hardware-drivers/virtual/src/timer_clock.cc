#include "timer_clock.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>

#include "crash_mark.h"

namespace rowdesk::stagebox {
namespace {

constexpr uint64_t ns_per_s = 1'000'000'000;
constexpr int wanted_priority = 80;
// A runaway real-time thread is ended by the system rather than freezing the machine (RLIMIT_RTTIME).
constexpr rlim_t runaway_us = 200'000;
// A late clock makes up for it, block after block, as nothing is lost that way. Up to here:
constexpr uint64_t most_late_ns = ns_per_s / 2;
// ... and never without a sleep for longer than this, well under the limit for runaways.
constexpr uint64_t most_awake_ns = ns_per_s / 10;

uint64_t monotonic_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * ns_per_s + static_cast<uint64_t>(now.tv_nsec);
}

void sleep_until(uint64_t ns) {
  const timespec at{static_cast<time_t>(ns / ns_per_s), static_cast<long>(ns % ns_per_s)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, nullptr) != 0) {
  }
}

/** When frame `frame` is due after the clock's origin: exact, for years. */
uint64_t duration_ns(uint64_t frame, uint32_t rate_hz) {
  return frame / rate_hz * ns_per_s + frame % rate_hz * ns_per_s / rate_hz;
}

void limit_runaways() {
  rlimit limit;
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0 || limit.rlim_cur <= runaway_us) return;
  limit.rlim_cur = std::min<rlim_t>(runaway_us, limit.rlim_max);
  setrlimit(RLIMIT_RTTIME, &limit);
}

void raise_to(std::atomic<uint64_t>& most, uint64_t value) {
  // One writer; a reader may reset it in between, and then loses one block's figure at most.
  if (value > most.load(std::memory_order_relaxed)) most.store(value, std::memory_order_relaxed);
}

void add(std::atomic<uint64_t>& count, uint64_t more) {
  count.store(count.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
}

}  // namespace

void TimerClock::start(uint32_t rate_hz, uint32_t block_frames) {
  rate_hz_ = rate_hz;
  block_frames_ = block_frames;
  for (auto* figure : {&frames_, &xruns_, &lost_frames_, &late_blocks_, &last_xrun_ns_, &block_ns_, &block_max_ns_,
                       &jitter_max_ns_}) {
    *figure = 0;
  }
  stopping_ = false;
  limit_runaways();
  thread_ = std::thread([this] { run(); });
  pthread_setname_np(thread_.native_handle(), "rowdesk-audio");
  const sched_param wanted{wanted_priority};
  const bool allowed = pthread_setschedparam(thread_.native_handle(), SCHED_FIFO, &wanted) == 0;
  policy_ = allowed ? SCHED_FIFO : SCHED_OTHER;
  priority_ = allowed ? wanted_priority : 0;
}

void TimerClock::stop() {
  if (!is_running()) return;
  stopping_ = true;
  thread_.join();
}

TimerClock::Figures TimerClock::figures() {
  Figures f;
  f.frames = frames_;
  f.xruns = xruns_;
  f.lost_frames = lost_frames_;
  f.late_blocks = late_blocks_;
  f.last_xrun_ns = last_xrun_ns_;
  f.block_us = static_cast<double>(block_ns_) / 1000;
  f.block_max_us = static_cast<double>(block_max_ns_.exchange(0)) / 1000;
  f.wakeup_jitter_us = static_cast<double>(jitter_max_ns_.exchange(0)) / 1000;
  f.policy = policy_ == SCHED_FIFO ? "SCHED_FIFO" : "SCHED_OTHER";
  f.priority = priority_;
  return f;
}

void TimerClock::run() {
  const CrashMark mark("audio");
  stagebox_.mark_in(mark.slot());
  const uint64_t origin = monotonic_ns();
  const uint64_t period = duration_ns(block_frames_, rate_hz_);
  uint64_t awake_since = origin;
  uint32_t flags = 0;
  // The block that ends at `due` has all its input by then, as with a real converter.
  for (uint64_t due_frame = block_frames_; !stopping_.load(std::memory_order_relaxed); due_frame += block_frames_) {
    const uint64_t due = origin + duration_ns(due_frame, rate_hz_);
    uint64_t now = monotonic_ns();
    if (now < due) {
      sleep_until(due);
      now = awake_since = monotonic_ns();
      raise_to(jitter_max_ns_, now - due);
    }
    const uint64_t late = now - due;
    if (late > period) add(late_blocks_, 1);
    if (late > most_late_ns || now - awake_since > most_awake_ns) {
      // Up to the present, and one block more, so that the next one surely sleeps.
      const uint64_t lost = (late / period + 1) * block_frames_;
      stagebox_.skip(lost);
      due_frame += lost - block_frames_;
      add(lost_frames_, lost);
      add(xruns_, 1);
      last_xrun_ns_.store(now, std::memory_order_relaxed);
      flags = RD_BLOCK_XRUN;
      continue;
    }
    stagebox_.process(block_frames_, now, xruns_.load(std::memory_order_relaxed), flags);
    flags = 0;
    note_block(now);
  }
  stagebox_.mark_in(nullptr);
}

void TimerClock::note_block(uint64_t started_ns) {
  const uint64_t took = monotonic_ns() - started_ns;
  raise_to(block_max_ns_, took);
  // A mean over the last 64 blocks or so.
  const uint64_t mean = block_ns_.load(std::memory_order_relaxed);
  block_ns_.store(mean == 0 ? took : mean - mean / 64 + took / 64, std::memory_order_relaxed);
  add(frames_, block_frames_);
}

}  // namespace rowdesk::stagebox
