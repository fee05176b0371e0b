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
  uint32_t is_cue;
};

// One of several. A change crossfades from `before`; a change during a crossfade waits in `desired`.
struct Crossfaded {
  int32_t now;
  int32_t before;
  int32_t desired;
  Ramp crossfade;  // 0: before, 1: now
};

// A line that gives sound back `frames.now` later.
struct DelayLine {
  float* ring;
  uint32_t mask;  // its frames, a power of two, less 1
  Crossfaded frames;
};

// Gains from the lanes at one tap, or at each, to the rows of a matrix (the lanes of buses, or the outputs). `active`
// has a bit for each route that is not silent, so that a silent one costs nothing.
struct Matrix {
  uint32_t rows;
  uint32_t columns;  // taps * lanes, the lanes padded to whole words of `active`
  uint32_t taps;     // 1: Post-Fader only
  uint32_t words;    // of `active` per row and tap
  Ramp* routes;      // [row][tap][lane]
  uint64_t* active;
};

// What has no strip and enters buses at Top-Of-Ch: the talkbacks, then the oscillator.
inline constexpr uint32_t talkbacks = 2;
inline constexpr uint32_t oscillator = talkbacks;
inline constexpr uint32_t generators = talkbacks + 1;

// Paths into a main that must wait for a longer one are summed by their delay: 0, and this many others.
inline constexpr uint32_t alignment_delays = 15;

struct ProcessorState;

struct Effect;

struct State {
  const Stage* stages;
  uint32_t stage_count;
  const Strip* strips;
  uint32_t strip_count;
  uint32_t lanes;

  // Per lane.
  const uint32_t* strips_of_lanes;
  Crossfaded* sources;  // channels of the device, -1 for none
  Ramp* trims;   // with the sign of the polarity
  Ramp* faders;
  float* top_of_channel;  // taps: [lane][sub_block_frames], 64-byte aligned, zero beyond the frames of a sub-block
  float* post_trim;
  float* post_fader;
  // All taps, as they are read: [Tap][lane]. Where nothing happens between two of them they are one.
  float** taps;
  ProcessorState* processors;  // rack.h

  // Per strip.
  Ramp* openings;  // 0 while muted by anything
  Ramp* heard;     // `openings` as they were for this sub-block, of strips that are computed
  uint8_t* not_finite;  // set by the kernel, cleared by the engine
  uint32_t any_not_finite;

  uint32_t frame;   // of the first in this sub-block; wraps
  Matrix buses;     // [lane from first_bus_lane on, then main leg and delay][tap][lane]
  Matrix outputs;   // [channel of the device][lane]
  Ramp output_opening;
  uint32_t first_bus_lane;
  Ramp* dims;       // [lane from first_bus_lane on]: of a bus's programme while a talkback plays on it

  // Talkbacks and oscillator.
  Crossfaded* talkback_sources;
  float* generated;          // [generator][sub_block_frames]; the oscillator's is made by the engine
  Ramp* generator_levels;
  Ramp* generator_openings;  // 0 at panic
  Ramp* injections;          // [lane from first_bus_lane on][generator]

  // Between the fxSends and the fxReturns; see effect.h.
  Effect* effects;
  uint32_t effect_count;
  uint32_t effects_after;  // the stage of the fxSends
  uint64_t position;       // as `frame`, but it never wraps

  // Alignment into the mains: [main leg][delay].
  uint32_t is_aligned;  // a path was delayed since the last prepare
  uint32_t first_main_lane, main_lanes;
  uint32_t first_aligned_row;  // of `buses`
  DelayLine* alignments;
  uint32_t* aligned_frames;    // still to come out of a line that nothing goes into; 0: it is empty
  DelayLine* cue_delays;       // [leg]

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
  const float* effects;  // what they gave in this sub-block: [effect][leg][sub_block_frames]
};

struct Kernel {
  const char* name;
  uint32_t lanes;
  void (*run)(State* state, const Io* io);
};

}  // namespace rowdesk
