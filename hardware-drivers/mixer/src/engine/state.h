// The state of the audio thread, as plain arrays that the kernels of every instruction set share. This header has no
// functions and includes no header of the standard library but <stdint.h>: the linker keeps one copy of an inline
// function, and a copy compiled for a newer CPU would crash an older one.
#pragma once

#include <stdint.h>

namespace rowdesk {

inline constexpr uint32_t sub_block_frames = 64;
inline constexpr uint32_t widest_lanes = 16;

// A linear ramp to `target`: the value k frames from now is target - step * max(remaining - k, 0). In this form a ramp
// ends exactly on its target and has the same values for any block size.
struct Ramp {
  float target;
  float step;
  float remaining;  // frames
};

// The taps of a strip, rows.md "How the desk sounds". In the order of `tapPoint`.
enum Tap : uint32_t { tap_top_of_channel, tap_post_trim, tap_pre_eq, tap_post_eq, tap_pre_fader, tap_post_fader };
inline constexpr uint32_t tap_count = 6;
// What the outputs of the device take: Post-Fader, behind the speaker delay of a lane that has one. No send has this tap.
inline constexpr Tap tap_at_outputs = static_cast<Tap>(tap_count);

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

// A choice. A change crossfades from `before` to `now`; a change during a crossfade waits in `desired`.
struct Crossfaded {
  int32_t now;
  int32_t before;
  int32_t desired;
  Ramp crossfade;  // 0: before, 1: now
};

// A delay of `frames.now` frames.
struct DelayLine {
  float* ring;
  uint32_t mask;  // the ring's length in frames, a power of two, minus 1
  Crossfaded frames;
};

// Gains from lanes to rows: from every tap to the lanes of buses, or from tap_at_outputs to the outputs. `active` has a bit for
// each route with a gain other than 0; the kernels skip all others.
struct Matrix {
  uint32_t rows;
  uint32_t columns;  // taps * lanes, the lanes padded to whole words of `active`
  Tap first_tap;
  uint32_t taps;     // from first_tap on
  uint32_t words;    // 64-bit words of `active` per row and tap
  Ramp* routes;      // [row][tap][lane]
  uint64_t* active;
};

// Generators, which enter buses at Top-Of-Ch without a strip: the talkbacks, then the oscillator, then the stimulus.
inline constexpr uint32_t talkbacks = 2;
inline constexpr uint32_t oscillator = talkbacks;
inline constexpr uint32_t stimulus = oscillator + 1;
inline constexpr uint32_t generators = stimulus + 1;

// Latency compensation sums the paths into a bus by their delay: delay 0, and this many others, each with a delay line.
inline constexpr uint32_t alignment_delays = 15;

struct ProcessorState;

struct PartDelays;

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
  float* top_of_channel;  // this tap and the two below: [lane][sub_block_frames], 64-byte aligned, 0 beyond the sub-block
  float* post_trim;
  float* post_fader;
  // Where each tap is read: [Tap, the last one tap_at_outputs][lane]. Two taps with no processing between them share a buffer.
  float** taps;
  ProcessorState* processors;  // rack.h

  // Per strip.
  Ramp* openings;  // gain of the mute: 0 while any Reason closes the strip
  Ramp* heard;     // `openings` at the beginning of this sub-block, for computed strips
  uint8_t* not_finite;  // set by the kernel, cleared by the engine
  uint32_t any_not_finite;

  uint32_t frame;   // number of this sub-block's first frame; wraps
  Matrix buses;     // [lane from first_bus_lane on, then delay line][tap][lane]
  Matrix outputs;   // [channel of the device][lane]
  Ramp output_opening;
  uint32_t first_bus_lane;
  Ramp* dims;       // [lane from first_bus_lane on]: gain of a bus's programme, reduced while a talkback plays on the bus

  // Talkbacks, oscillator and stimulus.
  uint32_t sounding_generators;  // `generators` while there is a stimulus, else without it
  Crossfaded* talkback_sources;
  float* generated;          // [generator][sub_block_frames]; the engine fills the oscillator's and the stimulus'
  Ramp* generator_levels;
  Ramp* generator_openings;  // 0 at panic
  Ramp* injections;          // [lane from first_bus_lane on][generator]

  // The effects between fxSends and fxReturns; see effect.h.
  Effect* effects;
  uint32_t effect_count;
  uint32_t effects_after;  // the stage of the fxSends
  uint64_t position;       // as `frame`, without wrapping

  // Latency compensation.
  uint32_t first_aligned_lane, aligned_lanes;
  uint32_t first_aligned_row;  // in `buses`
  uint32_t* delay_lines;       // [lane from first_aligned_lane on]: bits of its lines that have input or are not empty
  DelayLine* alignments;       // [lane from first_aligned_lane on][delay]
  uint32_t* aligned_frames;    // as alignments: frames until a line without input is empty; 0: empty
  DelayLine* cue_delays;       // [leg]

  // The delays of speakers, of the lanes listed; see speaker_delays.h.
  uint32_t speaker_lane_count;
  uint32_t* speaker_lanes;
  DelayLine* speaker_delays;  // [lane]: in parts of a frame
  Ramp* speaker_openings;     // [lane]: 0 at panic
  float* speaker_taps;        // [lane][sub_block_frames]
  const PartDelays* part_delays;

  // Meters since the engine last read them, per lane: linear peaks, and the mean square.
  float* top_peaks;
  float* pre_peaks;
  float* post_peaks;
  float* mean_squares;
  const float* mean_square_decay;  // [frames of a sub-block, 0 to sub_block_frames]
};

struct Io {
  const float* const* in;
  float* const* out;
  uint32_t inputs;
  uint32_t outputs;
  uint32_t offset;  // this sub-block's first frame in `in` and `out`
  uint32_t frames;  // 1 to sub_block_frames
  const float* effects;  // outputs of the effects in this sub-block: [effect][leg][sub_block_frames]
  float full_scale = 1.0f;  // outputs clip there
};

struct Kernel {
  const char* name;
  uint32_t lanes;
  void (*run)(State* state, const Io* io);
};

}  // namespace rowdesk
