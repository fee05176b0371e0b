// What the audio thread owns, as plain arrays: the kernels of every instruction set work on these. No functions here,
// and no header of the standard library but <stdint.h>: an inline function that is compiled for a newer processor must
// never be the copy that the linker keeps for all.
#pragma once

#include <stdint.h>

namespace rowdesk {

inline constexpr uint32_t sub_block_frames = 64;
inline constexpr uint32_t widest_lanes = 16;

// A straight line to `target`: the value k frames from now is target - step * max(remaining - k, 0). Written so, it
// ends exactly on its target, and a block of 1 frame or of 4096 gives the same values.
struct Ramp {
  float target;
  float step;
  float remaining;  // frames
};

// Where sound is taken from a strip, rows.md "How the desk sounds". In the order of `tapPoint`.
enum Tap : uint32_t { tap_top_of_channel, tap_post_trim, tap_pre_eq, tap_post_eq, tap_pre_fader, tap_post_fader };
inline constexpr uint32_t tap_count = 6;

struct Stage {
  uint32_t first_strip, strips;
  uint32_t first_lane, lanes;
};

struct Strip {
  uint32_t first_lane;
  uint32_t legs;
  uint32_t takes_source;
  uint32_t counts_top_clips;
};

// Where a lane takes its sound from. A change crossfades from `before`; a change during a crossfade waits in `wanted`.
struct Source {
  int32_t channel;  // -1: none
  int32_t before;
  int32_t wanted;
  Ramp crossfade;  // 0: before, 1: channel
};

// Gains from every lane to the rows of a matrix (the lanes of buses, or the outputs). `active` has a bit for each
// route that is not silent, so that a silent one costs nothing.
struct Matrix {
  uint32_t rows;
  uint32_t columns;
  uint32_t words;  // of `active` per row
  Ramp* routes;    // [row][column]
  uint64_t* active;
};

struct State {
  const Stage* stages;
  uint32_t stage_count;
  const Strip* strips;
  uint32_t strip_count;
  uint32_t lanes;

  // Per lane.
  Source* sources;
  Ramp* trims;   // with the sign of the polarity
  Ramp* faders;
  float* top_of_channel;  // taps: [lane][sub_block_frames], 64-byte aligned, zero beyond the frames of a sub-block
  float* post_trim;
  float* post_fader;
  // All taps, as they are read: [Tap][lane]. Where nothing happens between two of them they are one.
  float** taps;

  // Per strip.
  Ramp* openings;  // 0 while muted by anything
  uint8_t* not_finite;  // set by the kernel, cleared by the engine
  uint32_t any_not_finite;

  Matrix buses;    // [lane of a bus][lane]
  Matrix outputs;  // [channel of the device][lane]
  Ramp output_opening;

  // Meters since the engine last took them; per lane.
  float* top_peaks;
  float* pre_peaks;
  float* post_peaks;
  float* mean_squares;
  const float* mean_square_decay;  // [frames of a sub-block], 0 to sub_block_frames
};

struct Io {
  const float* const* in;
  float* const* out;
  uint32_t inputs;
  uint32_t outputs;
  uint32_t offset;  // first frame of this sub-block
  uint32_t frames;  // 1 to sub_block_frames
};

struct Kernel {
  const char* name;
  uint32_t lanes;
  void (*run)(State* state, const Io* io);
};

}  // namespace rowdesk
