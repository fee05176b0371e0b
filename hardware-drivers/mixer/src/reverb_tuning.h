// The numbers of the reverb: lengths of its lines, and what its walls take.
#pragma once

#include <cstdint>

#include "effect.h"

namespace rowdesk {

inline constexpr double longest_pre_delay_s = 0.2;

// Frames that a ring must hold for lines, diffusers and pre-delay at this rate in Hz.
struct ReverbFrames {
  uint32_t line, diffuser, pre_delay;
};
ReverbFrames reverb_frames(double rate);

// Lengths and paces of the lines and diffusers.
void tune_reverb(Reverb& reverb, double rate);

// What an absorbent filter does at frequency 0, and its pole.
struct Walls {
  double gains[reverb_lines];
  double poles[reverb_lines];
  double output;  // so that noise comes back as loud as it went in
};
// decay_s: 60 dB in the mid band (ISO 3382: the octaves of 500 Hz and 1 kHz). damping_hz: there sound decays in half
// the time that the lowest takes, which a large decay and a high damping_hz make hardly longer than the mid band.
Walls walls_of(const Reverb& reverb, double rate, double decay_s, double damping_hz);

}  // namespace rowdesk
