// The thread of the network: at each multiple of a block in media time it takes what has arrived, plays it, runs the processor, and
// sends. Block k has the outputs of the frames [kB, (k + 1)B), and is awake at their end; its inputs are what was sent for the
// frames one link offset before. Socket calls and the clocks are all that it asks of the system.
#pragma once
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "../../lib/cycles/src/cycles.h"
#include "clocks.h"
#include "media_clock.h"
#include "plan_swap.h"

namespace rowdesk::aes67 {

struct ThreadSettings {
  uint32_t rate_hz, block_frames;
  int32_t utc_offset_s;
};

class NetworkThread {
 public:
  /**
   * Starts it. `cycles` have so many inputs and outputs; they and `clocks` outlive it. Throws std::system_error without a
   * thread.
   */
  NetworkThread(const ThreadSettings& settings, Cycles& cycles, uint32_t inputs, uint32_t outputs, std::unique_ptr<Plan> first,
                Clocks& clocks = system_clocks());
  ~NetworkThread();
  NetworkThread(const NetworkThread&) = delete;
  NetworkThread& operator=(const NetworkThread&) = delete;

  const ThreadSettings& settings() const { return settings_; }
  void send(std::unique_ptr<Plan> plan) { plans_.send(std::move(plan)); }
  void collect() { plans_.collect(); }
  void set_utc_offset(int32_t seconds) { utc_offset_s_ = seconds; }
  uint64_t steps() const { return steps_; }
  double deviation_ppm() const { return deviation_ppm_; }
  /** What receiving, playing and sending took beside the processor: a mean of 64 blocks or so, and the most since the last call. */
  double mean_us() const { return static_cast<double>(mean_ns_) / 1000; }
  double take_most_us() { return static_cast<double>(most_ns_.exchange(0)) / 1000; }

 private:
  void run();
  void begin_anew(MediaClock& clock, bool has_stepped);
  void run_block(const MediaClock& clock, uint64_t due_ns);
  void receive(ReceiveLine& line, const MediaClock& clock);
  void play(Plan& plan, Plan* before, uint64_t position);
  void transmit(Plan& plan, uint64_t position);
  static void send(SendGroup& group);
  void count(uint64_t took_ns);

  const ThreadSettings settings_;
  Cycles& cycles_;
  Clocks& clocks_;
  PlanSwap plans_;
  std::atomic<bool> has_policy_{false}, stopping_{false};
  std::atomic<int32_t> utc_offset_s_;
  std::atomic<uint64_t> steps_{0}, mean_ns_{0}, most_ns_{0};
  std::atomic<double> deviation_ppm_{0};

  // Of the thread.
  Arrivals arrivals_;
  /** A block per channel. */
  std::vector<float> faded_, sent_;
  std::vector<const float*> in_;
  std::vector<float*> out_;
  /** The block that is run next. */
  uint64_t block_ = 0;
  /** As the cycles count it: with the frames that were lost, and without the jumps of media time. */
  uint64_t cycle_position_ = 0;
  std::thread thread_;
};

}  // namespace rowdesk::aes67
