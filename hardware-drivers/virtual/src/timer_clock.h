// The clock of the virtual stagebox: a thread that CLOCK_MONOTONIC wakes once per block.
#pragma once
#include <atomic>
#include <cstdint>
#include <thread>

#include "../../lib/cycles/src/thread_figures.h"
#include "freewheel.h"
#include "stagebox.h"

namespace rowdesk::stagebox {

class TimerClock {
 public:
  struct Figures {
    ThreadFigures::Read thread;
    /** Blocks that began after the next one was due. */
    uint64_t late_blocks = 0;
  };

  explicit TimerClock(Stagebox& stagebox) : stagebox_(stagebox) {}
  ~TimerClock() { stop(); }

  /**
   * Starts the thread, for a prepared stagebox: SCHED_FIFO 80 if allowed, else the ordinary policy. freewheel: the file of
   * Freewheel, empty for none.
   */
  void start(uint32_t rate_hz, uint32_t block_frames, const std::string& freewheel = "");
  void stop();
  bool is_running() const { return thread_.joinable(); }
  Figures figures();

 private:
  void run();
  bool run_ahead();
  void process(uint64_t now_ns, uint32_t flags);

  Stagebox& stagebox_;
  uint32_t rate_hz_ = 48000, block_frames_ = 64;
  std::thread thread_;
  std::atomic<bool> stopping_{false};
  Freewheel freewheel_;
  ThreadFigures figures_;
  std::atomic<uint64_t> late_blocks_{0};
};

}  // namespace rowdesk::stagebox
