// A measurement of the way through an insert's hardware: silence for one window, then a few clicks, a window each. The control
// side makes and reads it; in between it belongs to the audio thread.
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>

#include "engine/locked_array.h"

namespace rowdesk {

inline constexpr uint32_t insert_clicks = 3;
// The longest way that is found, and that an insert compensates.
inline constexpr double most_round_trip_ms = 500.0;
// Of one frame, full scale 1: -12 dBFS.
inline constexpr float click_level = 0.25f;

inline uint32_t most_round_trip(double rate) { return static_cast<uint32_t>(most_round_trip_ms * 0.001 * rate); }

struct InsertClicks {
  // rate: Hz
  InsertClicks(uint32_t legs, double rate)
      : legs(legs), window(most_round_trip(rate)), heard(static_cast<size_t>(legs) * frames()) {}

  uint32_t frames() const { return (insert_clicks + 1) * window; }
  bool has_click(uint32_t frame) const { return frame >= window && frame < frames() && frame % window == 0; }

  const uint32_t legs, window;
  const LockedArray<float> heard;  // [leg][frame]
  uint32_t at = 0;                 // frames so far
  bool runs = false;               // nothing else leaves by the send
  std::atomic<bool> is_lost{false};  // blocks without the device came between
  std::atomic<bool> is_done{false};
};

}  // namespace rowdesk
