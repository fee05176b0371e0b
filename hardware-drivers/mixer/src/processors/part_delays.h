// Fractional delays: FIR filters that delay by parts of a frame.
#pragma once

#include "engine/state.h"

namespace rowdesk {

// One filter of `part_taps` taps, newest sample first, for each of `parts_per_frame` parts of a frame. Delays shorter than
// half a filter use `early`.
inline constexpr uint32_t parts_per_frame = 128;
inline constexpr uint32_t part_taps = 16;
// `early` filters of smaller parts delay by one frame more. The shortest align delay, 0.01 ms, is longer than this part.
inline constexpr uint32_t least_early_part = 40;

// Frames between two rings of delays, whole cache lines: rings a power of two apart evict each other from the cache.
inline constexpr uint32_t between_rings = 5 * 16;

struct PartDelays {
  float late[parts_per_frame][part_taps];
  float early[parts_per_frame][part_taps];
};

// How many frames back a delay reads, at most; parts: the delay in parts of a frame.
static inline uint32_t frames_read(int32_t parts) { return static_cast<uint32_t>(parts) / parts_per_frame + part_taps; }

// late: a Kaiser-windowed sinc centred on the delayed sample, linear phase, flat within 0.05 dB up to 0.4 of the rate.
// Source: T. I. Laakso et al., "Splitting the Unit Delay", IEEE Signal Processing Magazine 13(1), 1996; window: Oppenheim
// and Schafer, Discrete-Time Signal Processing, 7.5.3.
// early: needs no samples after the delayed one: the truncated impulse response of Thiran's first-order all-pass (same
// source), flat, with the exact delay at low frequencies. The truncated rest is below -80 dB.
void design_part_delays(PartDelays& delays);

}  // namespace rowdesk
