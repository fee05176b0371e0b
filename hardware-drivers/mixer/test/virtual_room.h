// Rooms that are computed: the impulse response between a loudspeaker and a microphone in a shoebox, by image sources.
// Source: J. B. Allen, D. A. Berkley, "Image method for efficiently simulating small-room acoustics", JASA 65(4), 1979.
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analysis/fft.h"
#include "feedback/notch.h"

namespace rowdesk {

struct Place {
  double x, y, z;  // metres, from a corner
};

struct VirtualRoom {
  std::string name;
  Place size;
  Place loudspeaker, microphone;
  double absorption;    // of all surfaces at 500 Hz, of energy, 0 to 1; two thirds of it below 200 Hz, half as much again above 3 kHz
  uint32_t latency;     // frames of converters and network, beside one block
  double tweeter_db;    // presence of the loudspeaker at 3 kHz, 0 to 6 dB
  int source;           // what plays into the microphone: 0 silence, 1 noise, 2 speech, 3 music
  double source_db;     // how loud, -8 to 8 dB
  uint32_t seed;        // of what plays
};

// The same for each number: halls, clubs, churches, offices; monitors near and mains far.
VirtualRoom virtual_room(uint32_t number);
inline constexpr uint32_t tuned_rooms = 125;  // from 0 on: the protection against howling was tuned in them

// Of unit gain at the strongest frequency, so that a loop through it howls above 0 dB. The loudspeaker carries 70 Hz to
// 12 kHz; air takes what is above.
std::vector<float> impulse_response(const VirtualRoom& room, double rate);

// The loop through an impulse response, a delay in frames and notches, as a function of frequency.
class LoopResponse {
 public:
  LoopResponse(std::span<const float> impulse_response, uint32_t delay, double rate);
  struct Howl {
    double frequency_hz, growth_db_s;
  };
  // Where the loop howls with this gain and these notches, from low to high: what comes back is louder and in phase (H.
  // Nyquist, "Regeneration theory", Bell System Technical Journal 11, 1932), and grows by that much each group delay.
  std::vector<Howl> howls(double gain, std::span<const Notch> notches) const;

 private:
  std::vector<std::complex<double>> response_;
  double rate_, bin_hz_;
};

// Sound through an impulse response, in blocks of `block` frames (a power of two). Source: uniformly partitioned
// convolution, T. G. Stockham, "High-speed convolution and correlation", AFIPS 1966.
class Convolution {
 public:
  Convolution(std::span<const float> impulse_response, uint32_t block);
  // in and out: a block each.
  void process(std::span<const float> in, std::span<float> out);

 private:
  uint32_t block_;
  RealFft fft_;
  size_t parts_, at_ = 0;
  std::vector<float> held_, sound_;
  std::vector<std::complex<float>> responses_, spectra_, sum_;  // [part][bin]
};

}  // namespace rowdesk
