// The state of the driver's clock. Times are CLOCK_MONOTONIC in ns, from the caller. One thread at a time, the engine's
// owner, calls called() and lose(). Any thread may read the rest.
#pragma once

#include <rowdesk/audio.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace rowdesk {

class ClockWatch {
 public:
  enum class State : uint32_t {
    lost,       // no callback, and none announced: the internal timer drives
    waiting,    // prepared, before the first callback
    running,
    returning,  // calls again, not yet steady for a second: of its own time, which is that of its frames while it freewheels
    offline,    // a render, without a wall clock: never late
  };
  static constexpr uint64_t least_gap_ns = 200'000'000;
  static constexpr uint64_t blocks_of_gap = 8;
  // While a server freewheels its cycles come when all of its clients are done: as late as the slowest of them, which jackd gives 10 s.
  static constexpr uint64_t freewheel_gap_ns = 15'000'000'000;
  static constexpr uint64_t steady_ns = 1'000'000'000;

  // max_frames: of the longest block.
  void prepared(double rate, uint32_t max_frames, uint64_t now_ns) {
    rate_ = rate;
    set_gap(max_frames, 0);
    prepared_ns_.store(now_ns, std::memory_order_relaxed);
    state_.store(State::waiting, std::memory_order_relaxed);
  }
  void released() { state_.store(State::lost, std::memory_order_relaxed); }

  // Records a callback; flags: those of rd_block_time. True when a returning clock becomes steady.
  bool called(uint64_t now_ns, uint32_t frames, uint32_t flags) {
    const uint64_t before_ns = last_ns_.exchange(now_ns, std::memory_order_relaxed);
    const uint64_t gap = now_ns > before_ns ? now_ns - before_ns : 0;
    set_gap(frames, flags);
    const State before = state();
    if ((flags & RD_BLOCK_OFFLINE) != 0) {
      state_.store(State::offline, std::memory_order_relaxed);
      return before == State::returning || before == State::lost;
    }
    if (before == State::waiting || before == State::offline) state_.store(State::running, std::memory_order_relaxed);
    if (before == State::lost) state_.store(State::returning, std::memory_order_relaxed);
    const bool is_fast = (flags & RD_BLOCK_FREEWHEEL) != 0;
    const uint64_t passed_ns = is_fast ? duration_ns(frames) : now_ns > called_ns_ ? now_ns - called_ns_ : 0;
    called_ns_ = now_ns;
    const bool begins = before == State::lost || (before == State::returning && gap > gap_ns());
    steady_for_ns_ = begins ? 0 : steady_for_ns_ + passed_ns;
    if (before != State::returning || steady_for_ns_ < steady_ns) return false;
    state_.store(State::running, std::memory_order_relaxed);
    return true;
  }

  // At the end of a callback that has waited for another process: the clock was there all the while.
  void waited(uint64_t now_ns) { last_ns_.store(now_ns, std::memory_order_relaxed); }

  // True without a callback for the longer of 200 ms and 8 blocks, or for 15 s of freewheeling.
  bool is_overdue(uint64_t now_ns) const {
    const State now = state();
    if (now == State::lost) return true;
    return now != State::waiting && now != State::offline && is_past(now_ns, last_ns());
  }
  // True while the clock is lost, or the first callback is as late as that: then no output has to close.
  bool is_absent(uint64_t now_ns) const {
    return state() == State::waiting ? is_past(now_ns, prepared_ns_.load(std::memory_order_relaxed)) : state() == State::lost;
  }
  // True for the first call of a loss.
  bool lose() { return state_.exchange(State::lost, std::memory_order_relaxed) != State::lost; }

  State state() const { return state_.load(std::memory_order_relaxed); }
  uint64_t last_ns() const { return last_ns_.load(std::memory_order_relaxed); }

 private:
  void set_gap(uint32_t frames, uint32_t flags) {
    const uint64_t least_ns = (flags & RD_BLOCK_FREEWHEEL) != 0 ? freewheel_gap_ns : least_gap_ns;
    gap_ns_.store(std::max(least_ns, blocks_of_gap * duration_ns(frames)), std::memory_order_relaxed);
  }
  uint64_t duration_ns(uint32_t frames) const { return static_cast<uint64_t>(frames * 1e9 / rate_); }
  bool is_past(uint64_t now_ns, uint64_t since_ns) const { return now_ns > since_ns && now_ns - since_ns > gap_ns(); }
  uint64_t gap_ns() const { return gap_ns_.load(std::memory_order_relaxed); }

  double rate_ = 48000.0;
  uint64_t called_ns_ = 0;      // the start of the last callback
  uint64_t steady_for_ns_ = 0;  // since the clock returned
  std::atomic<State> state_{State::lost};
  std::atomic<uint64_t> prepared_ns_{0};
  std::atomic<uint64_t> last_ns_{0};
  std::atomic<uint64_t> gap_ns_{least_gap_ns};
};

}  // namespace rowdesk
