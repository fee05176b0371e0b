// The computing time of blocks in percent of their duration. The audio thread adds, any thread reads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace rowdesk {

class LoadGauge {
 public:
  void add(uint64_t spent_ns, uint32_t frames, double rate) {
    const double block_ns = frames * 1e9 / rate;
    const double percent = 100.0 * static_cast<double>(spent_ns) / block_ns;
    const double weight = std::min(1.0, block_ns / 1e9);  // about a second
    mean_.store(mean_.load(std::memory_order_relaxed) * (1.0 - weight) + percent * weight, std::memory_order_relaxed);
    highest_ = std::max(highest_, percent);
    elapsed_ns_ += block_ns;
    if (elapsed_ns_ >= 1e9) {
      last_highest_.store(highest_, std::memory_order_relaxed);
      highest_ = elapsed_ns_ = 0.0;
    }
  }
  double percent() const { return mean_.load(std::memory_order_relaxed); }
  // The maximum of the last whole second.
  double highest_percent() const { return last_highest_.load(std::memory_order_relaxed); }

 private:
  double highest_ = 0.0;
  double elapsed_ns_ = 0.0;
  std::atomic<double> mean_{0.0};
  std::atomic<double> last_highest_{0.0};
};

}  // namespace rowdesk
