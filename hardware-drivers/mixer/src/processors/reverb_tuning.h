// The numbers of the reverb: lengths of its lines, and what its walls take.
#pragma once

#include <cstdint>

#include "processors/reverb.h"

namespace rowdesk {

inline constexpr double longest_pre_delay_s = 0.2;
// From here on damping takes nothing.
inline constexpr double undamped_hz = 20000.0;

// Frames that a ring must hold for lines, diffusers and pre-delay at this rate in Hz.
struct ReverbFrames {
  uint32_t line, diffuser, pre_delay;
};
ReverbFrames reverb_frames(double rate);

// Lengths of the lines and diffusers, and the paces of the matrix.
void tune_reverb(Reverb::State& reverb, double rate);

// The size of a room of this decay, 1 for the largest.
double room_of(double decay_s);
// The lengths that lines have in it, into `delays_desired`; and the gain of its diffusers.
void size_reverb(Reverb::State& reverb, double room);
double diffusion_of(double room);

// What an absorbent filter does, per line: its gain, and tan(pi f / rate) of its low-pass.
struct Walls {
  double gains[reverb_lines];
  double damping[reverb_lines];
  bool is_damped;
  double output;  // so that noise comes back as loud as it went in
};
// For the desired lengths. decay_s: in which sound falls by 60 dB, at all frequencies below damping_hz; there it
// decays by a fifth sooner, and two octaves higher many times as fast.
Walls walls_of(const Reverb::State& reverb, double rate, double decay_s, double damping_hz);

}  // namespace rowdesk
