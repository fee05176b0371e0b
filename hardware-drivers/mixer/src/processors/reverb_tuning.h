// The tuning of the reverb: lengths of its delay lines and diffusers, and its absorbent filters.
#pragma once

#include <cstdint>

#include "processors/reverb.h"

namespace rowdesk {

inline constexpr double longest_pre_delay_s = 0.2;
// Damping frequencies from here on switch the damping off.
inline constexpr double undamped_hz = 20000.0;

// Lengths of the rings of lines, diffusers and pre-delay, in frames, at a rate in Hz.
struct ReverbFrames {
  uint32_t line, diffuser, pre_delay;
};
ReverbFrames reverb_frames(double rate);

// Sets the lengths of lines and diffusers in the largest room, and the rotation rates of the matrix. rate in Hz.
void tune_reverb(Reverb::State& reverb, double rate);

// The size of a room with this decay time in s: 1 for the largest.
double room_of(double decay_s);
// size_reverb writes the lines' lengths in a room of this size to `delays_desired`; diffusion_of is its diffusers' gain.
void size_reverb(Reverb::State& reverb, double room);
double diffusion_of(double room);

// The absorbent filters: per line the gain, and tan(pi f / rate) of the low-pass.
struct Walls {
  double gains[reverb_lines];
  double damping[reverb_lines];
  bool is_damped;
  double output;  // gain that makes the output for noise as loud as the input
};
// Computes the filters for `delays_desired`. decay_s: the time in which sound falls by 60 dB, below damping_hz. At
// damping_hz the decay time is a fifth shorter, two octaves higher many times shorter. rate in Hz.
Walls walls_of(const Reverb::State& reverb, double rate, double decay_s, double damping_hz);

}  // namespace rowdesk
