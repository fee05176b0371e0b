// The processors of sixteen lanes side by side, as the audio thread and the kernels have them. Plain arrays only, and
// no function (see state.h).
#pragma once

#include "engine/state.h"

namespace rowdesk {

// One number for each lane of a rack.
typedef float Row[widest_lanes];
// A bit for each lane of a rack.
typedef uint32_t LaneSet;

// A filter of second order: a state-variable filter, its integrators by the trapezoidal rule. With g = tan(pi f / rate)
// and k = 1/Q:
//   v1 = s1 + h (x - s2 - (g + k) s1),  h = g / (1 + g (g + k)),  q = h (g + k)
//   v2 = s2 + g v1
//   y = in x + band v1 + low v2
// Numbers as small as g are kept apart from those near 1, so that 20 Hz at 192 kHz is exact in single precision.
// Source: A. Simper, "Solving the continuous SVF equations using trapezoidal integration", 2013.
struct Section {
  Row g, twice_g, q, h, in, band, low;
};
inline constexpr uint32_t section_numbers = 7;
struct SectionState {
  Row s1, s2;
};

// Sections in a row. A change runs both as it was and as it becomes for a while: the new one first unheard, until it
// has settled, then crossfaded.
template <uint32_t sections>
struct Filter {
  Section now[sections];
  Section next[sections];
  SectionState now_state[sections];
  SectionState next_state[sections];
  Row remaining;  // frames of the change, infinite where there is none
};

// Numbers that go in straight lines, as Ramp does; all of a processor's share `remaining`.
struct MovingRow {
  Row target, step;
};

struct Gate {
  MovingRow range;  // powers of 2
  MovingRow wet;    // 0: bypassed, 1
  Row remaining;
  Row open, close;  // linear
  Row attack, release;  // parts of the way that are gone per frame
  Row hold;             // frames
  Row gain, error; // powers of 2, 0 or less; and what rounding left out of it
  Row hold_left;  // frames; open while more than 0
  Row lowest;     // of `gain` since the engine took it
};

// Reductions are powers of 2, 0 or more.
struct Compressor {
  MovingRow threshold, slope, knee, knee_factor, makeup, wet;
  Row remaining;
  Row attack, release, hold;
  Row is_rms;
  Row settle;     // part of the way per frame that the mean takes
  Row held, error; // the reduction after hold and release; and what rounding left out of it
  Row hold_left;
  Row reduction;  // after attack too
  Row sum, fresh; // of squares in the window; and since it last began anew
  Row age;        // frames in the window
  Row mean;       // of the squares over a longer time, as far as they differ by no more than ripple
  Row deepest;    // of `reduction` since the engine took it
};

// What a detector listens to.
struct Key {
  Section filter;
  SectionState filter_state;
  int32_t left[widest_lanes];   // lane whose Post-Trim is the key, -1: the processor's own input
  int32_t right[widest_lanes];  // the same again where the key has one leg
  float* late[widest_lanes];    // ring of a key that is computed later than the lane, else null
  LaneSet external;
  LaneSet filtered;
};

inline constexpr uint32_t late_key_frames = 2 * sub_block_frames;
inline constexpr uint32_t few_bands = 4;
inline constexpr uint32_t most_bands = 8;

struct alignas(64) Rack {
  Filter<2> high_pass;
  Filter<most_bands> equaliser;
  Gate gate;
  Compressor compressor;
  Key gate_key, compressor_key;
  Row linked;      // 1: its detectors take the louder of it and its neighbour
  float* squares;  // [frames of the window][lane]

  // Lanes that are computed; the rest of a vector is computed with them and changes nothing.
  LaneSet high_pass_on, gate_on, equaliser_on, compressor_on, align_on;
  LaneSet high_pass_changes, equaliser_changes;  // crossfade
  LaneSet gate_hears, compressor_hears;          // detectors: lanes that are on, and their neighbours where linked
  LaneSet any_on;
  uint32_t bands;  // few_bands, or most_bands once a lane used more
};

// A key that is computed later than who hears it: kept for a sub-block of 64 frames.
struct LateKey {
  float* ring;  // late_key_frames
  uint32_t left, right;
};

// Delays of a part of a sample: FIR filters of `part_taps` taps, for each of `parts_per_frame` parts; `early` for delays
// that are shorter than half such a filter (part_delays.h).
inline constexpr uint32_t parts_per_frame = 128;
inline constexpr uint32_t part_taps = 16;
inline constexpr uint32_t least_early_part = 40;  // less is taken with the frame before; no delay at all is as short
struct PartDelays {
  float late[parts_per_frame][part_taps];
  float early[parts_per_frame][part_taps];
};

struct ProcessorState {
  Rack* racks;  // by lane / widest_lanes
  // Taps that are not the one before them: [lane][sub_block_frames].
  float* pre_eq;
  float* post_eq;
  float* pre_fader;
  float** before_align;  // [lane]: what the align delay takes
  DelayLine* aligns;     // [lane]; in parts of a frame, not in frames
  const PartDelays* part_delays;
  uint32_t rms_frames;   // of the window
  uint32_t rms_at;       // the oldest of them
  float crossfade_frames;
  const LateKey* late_keys;
  uint32_t late_key_count;
};

}  // namespace rowdesk
