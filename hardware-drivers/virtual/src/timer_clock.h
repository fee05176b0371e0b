// The clock of the virtual stagebox: a thread that CLOCK_MONOTONIC wakes once per block.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "stagebox.h"

namespace rowdesk::stagebox {

class TimerClock {
 public:
  /** Figures of the running thread. Maxima are since the last read. */
  struct Figures {
    uint64_t frames = 0;
    /** Losses of frames, and the lost frames; late blocks are blocks that began after the next one was due. */
    uint64_t xruns = 0, lost_frames = 0, late_blocks = 0;
    /** CLOCK_MONOTONIC of the last xrun; 0 for none. */
    uint64_t last_xrun_ns = 0;
    double block_us = 0, block_max_us = 0, wakeup_jitter_us = 0;
    std::string policy;
    int priority = 0;
  };

  explicit TimerClock(Stagebox& stagebox) : stagebox_(stagebox) {}
  ~TimerClock() { stop(); }

  /** Starts the thread, for a prepared stagebox: SCHED_FIFO 80 if allowed, else the ordinary policy. */
  void start(uint32_t rate_hz, uint32_t block_frames);
  void stop();
  bool is_running() const { return thread_.joinable(); }
  Figures figures();

 private:
  void run();
  void note_block(uint64_t started_ns);

  Stagebox& stagebox_;
  uint32_t rate_hz_ = 48000, block_frames_ = 64;
  std::thread thread_;
  std::atomic<bool> stopping_{false};
  std::atomic<int> policy_{0}, priority_{0};
  std::atomic<uint64_t> frames_{0}, xruns_{0}, lost_frames_{0}, late_blocks_{0}, last_xrun_ns_{0};
  std::atomic<uint64_t> block_ns_{0}, block_max_ns_{0}, jitter_max_ns_{0};
};

}  // namespace rowdesk::stagebox
