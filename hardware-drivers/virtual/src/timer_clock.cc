#include "timer_clock.h"

#include <pthread.h>
#include <rowdesk/clock.h>
#include <sys/resource.h>

#include <algorithm>

#include "crash_mark.h"

namespace rowdesk::stagebox {
namespace {

// A runaway real-time thread is ended by the system rather than freezing the machine (RLIMIT_RTTIME).
constexpr rlim_t runaway_us = 200'000;
static_assert(RD_CLOCK_MOST_AWAKE_NS < runaway_us * 1000);

void limit_runaways() {
  rlimit limit;
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0 || limit.rlim_cur <= runaway_us) return;
  limit.rlim_cur = std::min<rlim_t>(runaway_us, limit.rlim_max);
  setrlimit(RLIMIT_RTTIME, &limit);
}

void raise_to(std::atomic<uint64_t>& most, uint64_t value) {
  // The maximum has one writer; a reset by a reader between load and store loses one block's figure at most.
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
  const bool allowed = rd_clock_make_real_time(thread_.native_handle());
  policy_ = allowed ? SCHED_FIFO : SCHED_OTHER;
  priority_ = allowed ? RD_CLOCK_PRIORITY : 0;
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
  rd_clock clock;
  rd_clock_start(&clock, rate_hz_, block_frames_);
  const uint64_t period_ns = rd_duration_ns(block_frames_, rate_hz_);
  uint32_t flags = 0;
  while (!stopping_.load(std::memory_order_relaxed)) {
    const rd_wakeup woken = rd_clock_wait(&clock);
    raise_to(jitter_max_ns_, woken.jitter_ns);
    if (woken.late_ns > period_ns) add(late_blocks_, 1);
    if (woken.lost_frames > 0) {
      stagebox_.skip(woken.lost_frames);
      add(lost_frames_, woken.lost_frames);
      add(xruns_, 1);
      last_xrun_ns_.store(woken.now_ns, std::memory_order_relaxed);
      flags = RD_BLOCK_XRUN;
      continue;
    }
    stagebox_.process(block_frames_, woken.now_ns, xruns_.load(std::memory_order_relaxed), flags);
    flags = 0;
    note_block(woken.now_ns);
  }
  stagebox_.mark_in(nullptr);
}

void TimerClock::note_block(uint64_t started_ns) {
  const uint64_t took = rd_monotonic_ns() - started_ns;
  raise_to(block_max_ns_, took);
  // A mean over the last 64 blocks or so.
  const uint64_t mean = block_ns_.load(std::memory_order_relaxed);
  block_ns_.store(mean == 0 ? took : mean - mean / 64 + took / 64, std::memory_order_relaxed);
  add(frames_, block_frames_);
}

}  // namespace rowdesk::stagebox
