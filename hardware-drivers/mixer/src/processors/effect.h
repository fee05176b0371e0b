// The effects between fxSend and fxReturn, as the audio thread and the kernels have them. Plain arrays only, and no
// function (see state.h).
#pragma once

#include "engine/state.h"

namespace rowdesk {

inline constexpr uint32_t reverb_lines = 16;
inline constexpr uint32_t reverb_pairs = reverb_lines / 2;
inline constexpr uint32_t diffusers = 6;
inline constexpr uint32_t effect_legs = 2;

// A place in a ring, `now` frames back. A change crossfades from `before`; one during a crossfade waits in `desired`.
struct ReadHead {
  uint32_t now, before, desired;
  Ramp crossfade;  // 0: before, 1: now
};

// A number per line that goes in a straight line; all of them share `remaining`.
struct LineRamps {
  alignas(64) float target[reverb_lines];
  alignas(64) float step[reverb_lines];
};

// A feedback delay network: sixteen delay lines, each with an absorbent filter behind it, mixed by an orthogonal matrix
// back into all; what is heard is what goes into the lines. Sources: J.-M. Jot and A. Chaigne, "Digital Delay Networks for
// Designing Artificial Reverberators", 90th AES Convention, 1991 (decay from line lengths); M. R. Schroeder, "Natural
// Sounding Artificial Reverberation", JAES 10(3), 1962 (all-pass diffusion); S. J. Schlecht and E. A. P. Habets,
// "Time-varying feedback matrices in feedback delay networks and their application in artificial reverberation", JASA
// 138(3), 2015 (no resonance stands still, and nothing is lost by that).
struct Reverb {
  uint32_t age;          // frames since it began
  float* lines;          // rings [line][line_frames]
  uint32_t line_frames;  // a multiple of sub_block_frames, as all rings here
  uint32_t lengths[reverb_lines];  // in frames, of the largest room
  // A change of size crossfades from `before`; one during a crossfade waits in `desired`.
  uint32_t delays[reverb_lines], delays_before[reverb_lines], delays_desired[reverb_lines];
  Ramp resize;  // 0: before, 1: now
  // The matrix: pairs of lines are turned into each other, back and forth at their own pace, then comes Hadamard's.
  uint32_t turn_phase[reverb_pairs], turn_step[reverb_pairs];  // 2^32 is a whole period; step per sub-block
  // Absorbent filter: a gain, and a low-pass of second order, Butterworth (rack.h), g = tan(pi f / rate).
  LineRamps gains, damping;
  float remaining;  // of both
  Ramp damped;      // 0: without the low-pass
  alignas(64) float absorbed[2][reverb_lines];  // the integrators
  float* diffusion;  // rings [leg][diffuser][diffuser_frames]
  uint32_t diffuser_frames;
  uint32_t diffuser_delays[effect_legs][diffusers];
  Ramp diffusion_gain;
  Ramp low_cut;                      // tan(pi f / rate)
  float low_cut_state[effect_legs][2];
  Ramp output;                       // makes noise come back as loud as it went in
  Ramp direct;                       // of what enters, in what is heard; it doesn't move
  float* pre_delay;                  // rings [leg][pre_delay_frames], behind the network
  uint32_t pre_delay_frames;
  ReadHead head;
};

// A filter of first order in the loop of an echo. `part` 0: it isn't there.
struct EchoFilter {
  Ramp turn;  // g / (1 + g), g = tan(pi f / rate)
  Ramp part;
  float state[effect_legs];
};

struct Echo {
  uint32_t age;
  float* ring;  // [leg][ring_frames]
  uint32_t ring_frames;
  ReadHead head;
  Ramp feedback;
  EchoFilter low_cut, high_cut;
};

struct Effect {
  uint32_t left_lane, right_lane;  // Post-Fader of its fxSend, and of the right one of its pair
  Ramp pair;       // 0: one leg feeds both of the effect, 1: left and right of a linked pair
  Ramp feed;       // 0: the effect of the left strip of the pair has the sound
  Ramp enabled;    // 0: silent
  Ramp is_reverb;  // 1: reverb, 0: echo
  uint32_t runs_reverb, runs_echo;
  uint32_t is_asleep;  // silent in and out: not computed until sound comes
  float loudest;       // since the bank took it
  float* out;          // [leg][sub_block_frames]
  Reverb reverb;
  Echo echo;
};

}  // namespace rowdesk
