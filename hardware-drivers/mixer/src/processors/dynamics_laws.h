// Levels and times of dynamics in the numbers of the audio thread: levels are powers of 2, times parts of the distance to a
// target that a frame covers.
#pragma once

#include <algorithm>
#include <cmath>

namespace rowdesk {

inline const double db_of_octave = 20.0 * std::log10(2.0);

// The part of the distance that an exponential covers in a frame, so that 63 % (1 - 1/e) is gone after `ms`; 0 ms: all of
// it. The first frame covers a part already, hence one frame more.
inline double part_per_frame(double ms, double rate) { return ms <= 0.0 ? 1.0 : -std::expm1(-1.0 / (ms * 0.001 * rate + 1.0)); }
inline double hold_frames(double ms, double rate) { return std::max(1.0, std::round(ms * 0.001 * rate)); }

}  // namespace rowdesk
