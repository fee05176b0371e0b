// Converts the levels and times of dynamics for the audio thread: levels to octaves (powers of 2), times to the part of the
// distance to a target that is covered per frame.
#pragma once

#include <algorithm>
#include <cmath>

namespace rowdesk {

inline const double db_of_octave = 20.0 * std::log10(2.0);

// The part (0 to 1) of the distance that an exponential covers per frame, so that it covers 63 % (1 - 1/e) in `ms`; 1 for
// 0 ms. The first frame already covers a part, hence the + 1. rate in Hz.
inline double part_per_frame(double ms, double rate) { return ms <= 0.0 ? 1.0 : -std::expm1(-1.0 / (ms * 0.001 * rate + 1.0)); }
inline double hold_frames(double ms, double rate) { return std::max(1.0, std::round(ms * 0.001 * rate)); }

}  // namespace rowdesk
