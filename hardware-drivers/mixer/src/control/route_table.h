// The gains last sent to the audio thread. Only differences are sent, and gains without a fade (fade_ms 0), since a fade
// to the same gain may be running.
#pragma once

#include <cstdint>
#include <vector>

#include "control/block.h"

namespace rowdesk {

class RouteTable {
 public:
  RouteTable(Operation operation, size_t size, float initial = 0.0f) : operation_(operation), sent_(size, initial) {}

  void put(size_t index, double gain, std::vector<Change>& changes, float fade_ms = -1.0f) {
    const auto value = static_cast<float>(gain);
    if (sent_[index] == value && fade_ms != 0.0f) return;
    sent_[index] = value;
    changes.push_back({operation_, static_cast<uint32_t>(index), gain, fade_ms});
  }

 private:
  Operation operation_;
  std::vector<float> sent_;
};

}  // namespace rowdesk
