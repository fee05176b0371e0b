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

// A thread that runs ahead leaves the processor to the others now and then: to real-time threads of equal priority as well.
constexpr uint64_t most_ahead_ns = 4'000'000, rest_ns = 1'000'000;
static_assert(most_ahead_ns < RD_CLOCK_MOST_AWAKE_NS);
// So long it waits for a recording to have room again: the mixer calls a clock lost after 200 ms.
constexpr uint64_t most_waiting_ns = 100'000'000;

void limit_runaways() {
  rlimit limit;
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0 || limit.rlim_cur <= runaway_us) return;
  limit.rlim_cur = std::min<rlim_t>(runaway_us, limit.rlim_max);
  setrlimit(RLIMIT_RTTIME, &limit);
}

}  // namespace

void TimerClock::start(uint32_t rate_hz, uint32_t block_frames, const std::string& freewheel) {
  rate_hz_ = rate_hz;
  block_frames_ = block_frames;
  figures_.clear();
  late_blocks_ = 0;
  stopping_ = false;
  freewheel_.open(freewheel);
  limit_runaways();
  thread_ = std::thread([this] { run(); });
  pthread_setname_np(thread_.native_handle(), "rowdesk-audio");
  const bool allowed = rd_clock_make_real_time(thread_.native_handle());
  figures_.set_policy(allowed ? SCHED_FIFO : SCHED_OTHER, allowed ? RD_CLOCK_PRIORITY : 0);
}

void TimerClock::stop() {
  if (!is_running()) return;
  stopping_ = true;
  thread_.join();
}

TimerClock::Figures TimerClock::figures() { return {figures_.read(), late_blocks_}; }

void TimerClock::run() {
  const CrashMark mark("audio");
  figures_.begin_thread();
  stagebox_.mark_in(mark.slot());
  rd_clock clock;
  rd_clock_start(&clock, rate_hz_, block_frames_);
  const uint64_t period_ns = rd_duration_ns(block_frames_, rate_hz_);
  uint32_t flags = 0;
  while (!stopping_.load(std::memory_order_relaxed)) {
    if (run_ahead()) {
      rd_clock_start(&clock, rate_hz_, block_frames_);
      continue;
    }
    const rd_wakeup woken = rd_clock_wait(&clock);
    figures_.count_wakeup(woken.jitter_ns);
    if (woken.late_ns > period_ns) ThreadFigures::add(late_blocks_, 1);
    if (woken.lost_frames > 0) {
      stagebox_.skip(woken.lost_frames);
      figures_.count_xrun(woken.lost_frames, woken.now_ns);
      flags = RD_BLOCK_XRUN;
      continue;
    }
    process(woken.now_ns, flags);
    flags = 0;
  }
  stagebox_.mark_in(nullptr);
  figures_.end_thread();
}

void TimerClock::process(uint64_t now_ns, uint32_t flags) {
  stagebox_.process(block_frames_, now_ns, figures_.xruns(), flags);
  if ((flags & RD_BLOCK_FREEWHEEL) != 0) figures_.count_frames(block_frames_);
  else figures_.count_block(block_frames_, rd_monotonic_ns() - now_ns);
}

/** Runs blocks ahead of their time, for a moment, and rests. Returns false where none is due, or the disk stalls. */
bool TimerClock::run_ahead() {
  if (!freewheel_.is_due()) return false;
  const uint64_t waiting_ns = rd_monotonic_ns();
  while (!stagebox_.has_room(block_frames_)) {
    if (rd_monotonic_ns() - waiting_ns > most_waiting_ns) return false;
    rd_sleep_until(rd_monotonic_ns() + rest_ns);
  }
  const uint64_t begin_ns = rd_monotonic_ns();
  uint64_t now_ns = begin_ns;
  while (freewheel_.is_due() && stagebox_.has_room(block_frames_) && now_ns - begin_ns < most_ahead_ns) {
    process(now_ns, RD_BLOCK_FREEWHEEL);
    freewheel_.count(block_frames_);
    now_ns = rd_monotonic_ns();
  }
  rd_sleep_until(now_ns + rest_ns);
  return true;
}

}  // namespace rowdesk::stagebox
