// The gains last sent to the audio thread. Only differences are sent, and gains without a fade (fade_ms 0), since a fade
// to the same gain may be running.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "control/block.h"
#include "control/fade_law.h"
#include "engine/times.h"

namespace rowdesk {

class RouteTable {
 public:
  RouteTable(Operation operation, size_t size, float initial = 0.0f)
      : operation_(operation), sent_(static_cast<float*>(std::calloc(std::max<size_t>(size, 1), sizeof(float)))) {
    if (sent_ == nullptr) throw std::bad_alloc();
    if (initial != 0.0f) std::fill_n(sent_.get(), size, initial);
  }

  // held_frames: the route changes so much later, unless it fades.
  void put(size_t index, double gain, std::vector<Change>& changes, float fade_ms = -1.0f, uint32_t held_frames = 0) {
    const auto value = static_cast<float>(gain);
    const float before = sent_[index];
    if (before == value && fade_ms != 0.0f) return;
    sent_[index] = value;
    changes.push_back({operation_, static_cast<uint32_t>(index), gain, fade_ms});
    changes.back().held_frames = held_frames;
    if (fade_ms > 0.0f) changes.back().course = course_of(before, value, fade_ms);
  }
  void set_rate(double rate) { rate_ = rate; }

 private:
  // Of the fade of a route that is at rest.
  Change::Course course_of(float from, float to, float fade_ms) const {
    const float frames = ramp_frames(fade_ms, rate_);
    if (frames < sub_block_frames || is_silent(from) || is_silent(to)) return {};
    const uint32_t steps = fade_steps(frames);
    return {from, steps, fade_factor(from, to, steps)};
  }

  Operation operation_;
  struct Free {
    void operator()(float* memory) const { std::free(memory); }
  };
  std::unique_ptr<float[], Free> sent_;  // zeros of calloc have no memory: most rows of delay lines are never written
  double rate_ = 0;
};

}  // namespace rowdesk
