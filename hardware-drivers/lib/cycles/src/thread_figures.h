// Figures of an audio thread, in lock-free words: one thread writes them, another reads them.
#pragma once
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <string>

namespace rowdesk {

class ThreadFigures {
 public:
  /** Maxima are since the last read. */
  struct Read {
    uint64_t frames = 0, xruns = 0, lost_frames = 0;
    /** CLOCK_MONOTONIC of the last xrun; 0 for none. */
    uint64_t last_xrun_ns = 0;
    double block_us = 0, block_max_us = 0, wakeup_jitter_us = 0;
    std::string policy;
    int priority = 0;
    /** gettid(2); 0 before the thread has said so. */
    int thread = 0;
  };

  // Off the audio thread.
  /** While the thread counts nothing: all but policy and priority. */
  void clear() {
    for (auto* figure : {&frames_, &xruns_, &lost_frames_, &last_xrun_ns_, &block_ns_, &block_max_ns_, &jitter_max_ns_}) {
      *figure = 0;
    }
  }
  Read read() {
    Read f;
    f.frames = frames_;
    f.xruns = xruns_;
    f.lost_frames = lost_frames_;
    f.last_xrun_ns = last_xrun_ns_;
    f.block_us = static_cast<double>(block_ns_) / 1000;
    f.block_max_us = static_cast<double>(block_max_ns_.exchange(0)) / 1000;
    f.wakeup_jitter_us = static_cast<double>(jitter_max_ns_.exchange(0)) / 1000;
    const int policy = policy_;
    f.policy = policy == SCHED_FIFO ? "SCHED_FIFO" : policy == SCHED_RR ? "SCHED_RR" : "SCHED_OTHER";
    f.priority = priority_;
    f.thread = thread_;
    return f;
  }
  /** Of the thread, by sched_setscheduler(2). */
  void set_policy(int policy, int priority) {
    policy_ = policy;
    priority_ = priority;
  }

  // On any thread.
  uint64_t xruns() const { return xruns_.load(relaxed); }

  // On the audio thread.
  /** At its begin, before its first block. */
  void begin_thread() { thread_ = static_cast<int>(syscall(SYS_gettid)); }
  /** At its end. */
  void end_thread() { thread_ = 0; }
  void count_wakeup(uint64_t jitter_ns) { raise_to(jitter_max_ns_, jitter_ns); }
  /** One xrun, which lost so many frames; now_ns: CLOCK_MONOTONIC. */
  void count_xrun(uint64_t lost_frames, uint64_t now_ns) {
    add(xruns_, 1);
    add(lost_frames_, lost_frames);
    last_xrun_ns_.store(now_ns, relaxed);
  }
  void count_block(uint64_t frames, uint64_t took_ns) {
    raise_to(block_max_ns_, took_ns);
    // A mean over the last 64 blocks or so.
    const uint64_t mean = block_ns_.load(relaxed);
    block_ns_.store(mean == 0 ? took_ns : mean - mean / 64 + took_ns / 64, relaxed);
    count_frames(frames);
  }
  /** Of a block of a clock that freewheels: it may wait for others, and what it takes is no figure. */
  void count_frames(uint64_t frames) { add(frames_, frames); }

  /** A count or maximum of one writer. A reader may reset a maximum in between, and then loses one block's figure at most. */
  static void add(std::atomic<uint64_t>& count, uint64_t more) { count.store(count.load(relaxed) + more, relaxed); }
  static void raise_to(std::atomic<uint64_t>& most, uint64_t value) {
    if (value > most.load(relaxed)) most.store(value, relaxed);
  }

 private:
  static constexpr auto relaxed = std::memory_order_relaxed;

  std::atomic<int> policy_{SCHED_OTHER}, priority_{0}, thread_{0};
  std::atomic<uint64_t> frames_{0}, xruns_{0}, lost_frames_{0}, last_xrun_ns_{0};
  std::atomic<uint64_t> block_ns_{0}, block_max_ns_{0}, jitter_max_ns_{0};
};

}  // namespace rowdesk
