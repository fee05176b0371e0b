// Delays of parts of a sample, as FIR filters whose taps stand from the newest sample to the oldest.
#pragma once

#include "engine/state.h"

namespace rowdesk {

// Delays of a part of a sample: FIR filters of `part_taps` taps, for each of `parts_per_frame` parts; `early` for delays
// that are shorter than half such a filter.
inline constexpr uint32_t parts_per_frame = 128;
inline constexpr uint32_t part_taps = 16;
inline constexpr uint32_t least_early_part = 40;  // less is taken with the frame before; no delay at all is as short
struct PartDelays {
  float late[parts_per_frame][part_taps];
  float early[parts_per_frame][part_taps];
};

// late: a sinc in a Kaiser window, half of it before the delayed sample: flat within 0.05 dB to 0.4 of the rate, every
// frequency late by the same. Source: T. I. Laakso et al., "Splitting the Unit Delay", IEEE Signal Processing Magazine
// 13(1), 1996, with the window of Kaiser (Oppenheim and Schafer, Discrete-Time Signal Processing, 7.5.3).
// early: there is nothing before the newest sample, so it is an all-pass of first order (Thiran's; the same source), which
// is flat, and exact where the ear judges delays. What is left out of its response is under -80 dB.
void design_part_delays(PartDelays& delays);

}  // namespace rowdesk
