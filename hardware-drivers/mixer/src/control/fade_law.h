// How a level moves in a fade between audible levels (rows.md "Show"); engine/fades.h has the whole law.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/state.h"

namespace rowdesk {

// Linear gain of -80 dB. Levels at and below it count as silence.
inline constexpr double fade_floor = 1e-4;

inline bool is_silent(double gain) { return gain <= fade_floor; }

// A fade moves once in each step of sub_block_frames. frames: at least 0.
inline uint32_t fade_steps(float frames) {
  return std::max(1u, static_cast<uint32_t>(frames / sub_block_frames + 0.5f));
}

// What each step multiplies the gain by. Both gains are linear and above fade_floor.
inline double fade_factor(double from, double to, uint32_t steps) { return std::pow(to / from, 1.0 / steps); }

}  // namespace rowdesk
