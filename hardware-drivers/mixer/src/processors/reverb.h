// A reverb: a feedback delay network.
#pragma once

#include "processors/effect_parts.h"

namespace rowdesk {

inline constexpr uint32_t reverb_lines = 16;
inline constexpr uint32_t reverb_pairs = reverb_lines / 2;
inline constexpr uint32_t diffusers = 6;

// A number per delay line with a linear ramp; all of them share `remaining`.
struct LineRamps {
  alignas(64) float target[reverb_lines];
  alignas(64) float step[reverb_lines];
};

// A feedback delay network: sixteen delay lines, each followed by an absorbent filter; an orthogonal matrix mixes their
// outputs back into all lines, and the mixes are the output. Sources: J.-M. Jot and A. Chaigne, "Digital Delay Networks for
// Designing Artificial Reverberators", 90th AES Convention, 1991 (decay from line lengths); M. R. Schroeder, "Natural
// Sounding Artificial Reverberation", JAES 10(3), 1962 (all-pass diffusion); S. J. Schlecht and E. A. P. Habets,
// "Time-varying feedback matrices in feedback delay networks and their application in artificial reverberation", JASA
// 138(3), 2015 (modulates the resonances and preserves the energy).
struct Reverb {
  static constexpr const char* id = "effect";
  static constexpr const char* uris[] = {"builtin:reverb"};
  static constexpr Symbol symbols[] = {{"preDelayMs"}, {"decayS"}, {"dampingHz"}, {"lowCutHz"}};

  struct State {
    uint32_t age;          // frames since the memory was cleared
    float* lines;          // rings [line][line_frames]
    uint32_t line_frames;  // a multiple of sub_block_frames, as for all rings here
    uint32_t lengths[reverb_lines];  // frames, in the largest room
    // A change of the room's size crossfades from `delays_before`; a change during a crossfade waits in `delays_desired`.
    uint32_t delays[reverb_lines], delays_before[reverb_lines], delays_desired[reverb_lines];
    Ramp resize;  // 0: before, 1: now
    // The matrix: rotates pairs of lines by angles that swing at a rate per pair, then applies a Hadamard matrix.
    uint32_t turn_phase[reverb_pairs], turn_step[reverb_pairs];  // 2^32 is one period; steps are per sub-block
    // Absorbent filter: a gain, and a low-pass of second order, Butterworth (filters.h), g = tan(pi f / rate).
    LineRamps gains, damping;
    float remaining;  // frames, of both
    Ramp damped;      // part of the low-pass, 0 to 1; 0: bypassed
    alignas(64) float absorbed[2][reverb_lines];  // integrators of the low-passes
    float* diffusion;  // rings [leg][diffuser][diffuser_frames]
    uint32_t diffuser_frames;
    uint32_t diffuser_delays[effect_legs][diffusers];
    Ramp diffusion_gain;
    Ramp low_cut;                      // tan(pi f / rate)
    float low_cut_state[effect_legs][2];
    Ramp output;                       // gain that makes the output for noise as loud as the input
    Ramp direct;                       // gain of the diffused input in the output; constant
    float* pre_delay;                  // rings [leg][pre_delay_frames], after the network
    uint32_t pre_delay_frames;
    ReadHead head;
  };

#ifndef RD_KERNEL
  struct Settings {
    double pre_delay_ms = 0.0, decay_s = 1.0, damping_hz = 20000.0, low_cut_hz = 20.0;
  };
  typedef Settings Numbers;

  static Numbers numbers_of(const Settings& settings, double) { return settings; }
  static size_t memory_floats(double rate);
  static void allot(State& state, float* memory, double rate);
  static void follow(State& state, const Numbers& numbers, double rate, float frames);
  static void begin_changes(State& state, float frames);
  static void finish(State& state) { put(state.head, state.head.desired); }
  static void forget(State& state);
  static uint32_t tail_frames(const State& state) { return state.line_frames + state.pre_delay_frames; }
#endif
};

}  // namespace rowdesk

#ifdef RD_KERNEL
#include "processors/reverb_kernel.h"
#endif
