// Whether the driver's clock runs. Times are CLOCK_MONOTONIC in ns and come from outside. One thread at a time calls
// called() and lose(): whoever owns the engine. The rest may be read by any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace rowdesk {

class ClockWatch {
 public:
  enum class State : uint32_t {
    lost,       // no callback, or none yet and none promised: an internal timer drives
    waiting,    // prepared, the first callback is to come
    running,
    returning,  // came back, not yet steady for a second
    offline,    // no wall clock behind it: nothing is ever late
  };
  static constexpr uint64_t least_gap_ns = 200'000'000;
  static constexpr uint64_t blocks_of_gap = 8;
  static constexpr uint64_t steady_ns = 1'000'000'000;

  // max_frames: the longest block that may come.
  void prepared(double rate, uint32_t max_frames, uint64_t now_ns) {
    rate_ = rate;
    set_gap(max_frames);
    prepared_ns_.store(now_ns, std::memory_order_relaxed);
    state_.store(State::waiting, std::memory_order_relaxed);
  }
  void released() { state_.store(State::lost, std::memory_order_relaxed); }

  // A callback. True when a returning clock has become steady with it.
  bool called(uint64_t now_ns, uint32_t frames, bool offline) {
    const uint64_t gap = now_ns - last_ns_.exchange(now_ns, std::memory_order_relaxed);
    set_gap(frames);
    const State before = state();
    if (offline) {
      state_.store(State::offline, std::memory_order_relaxed);
      return before == State::returning || before == State::lost;
    }
    if (before == State::waiting || before == State::offline) state_.store(State::running, std::memory_order_relaxed);
    if (before == State::lost) state_.store(State::returning, std::memory_order_relaxed);
    if (before == State::lost || (before == State::returning && gap > gap_ns())) steady_since_ns_ = now_ns;
    if (before != State::returning || now_ns - steady_since_ns_ < steady_ns) return false;
    state_.store(State::running, std::memory_order_relaxed);
    return true;
  }

  // No callback for 200 ms or 8 blocks, whichever is longer.
  bool is_overdue(uint64_t now_ns) const {
    const State now = state();
    if (now == State::lost) return true;
    return now != State::waiting && now != State::offline && is_past(now_ns, last_ns());
  }
  // The same, and also when the first callback is that late: then nothing has to close, but no clock is there.
  bool is_absent(uint64_t now_ns) const {
    return state() == State::waiting ? is_past(now_ns, prepared_ns_.load(std::memory_order_relaxed)) : state() == State::lost;
  }
  // True the first time.
  bool lose() { return state_.exchange(State::lost, std::memory_order_relaxed) != State::lost; }

  State state() const { return state_.load(std::memory_order_relaxed); }
  uint64_t last_ns() const { return last_ns_.load(std::memory_order_relaxed); }

 private:
  void set_gap(uint32_t frames) {
    const auto block_ns = static_cast<uint64_t>(frames * 1e9 / rate_);
    gap_ns_.store(std::max(least_gap_ns, blocks_of_gap * block_ns), std::memory_order_relaxed);
  }
  bool is_past(uint64_t now_ns, uint64_t since_ns) const { return now_ns > since_ns && now_ns - since_ns > gap_ns(); }
  uint64_t gap_ns() const { return gap_ns_.load(std::memory_order_relaxed); }

  double rate_ = 48000.0;
  uint64_t steady_since_ns_ = 0;
  std::atomic<State> state_{State::lost};
  std::atomic<uint64_t> prepared_ns_{0};
  std::atomic<uint64_t> last_ns_{0};
  std::atomic<uint64_t> gap_ns_{least_gap_ns};
};

}  // namespace rowdesk
