// The same blocks, lap by lap, of two desks in turns: each block counts by its median over the laps, so that what the
// machine does beside falls on another one each time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "busy_desk.h"

namespace rowdesk {

// Processor time of blocks in us.
struct LapFigures {
  double median, worst;
};

class Laps {
 public:
  static constexpr uint32_t count = 15;
  static constexpr uint32_t warm_blocks = 64;  // before each lap, not measured: the caches are the desk's own again

  explicit Laps(uint32_t blocks) : blocks_(blocks) {}

  void run(BusyDesk& desk) {
    desk.run(warm_blocks);
    for (std::vector<double>& block : blocks_) block.push_back(desk.run(1));
  }
  LapFigures figures() const {
    std::vector<double> each;
    for (const std::vector<double>& block : blocks_) each.push_back(median_of(block));
    return {median_of(each), *std::ranges::max_element(each)};
  }

 private:
  static double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
  }

  std::vector<std::vector<double>> blocks_;
};

}  // namespace rowdesk
