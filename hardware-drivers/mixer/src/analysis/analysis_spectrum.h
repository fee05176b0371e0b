// Levels in fractional-octave bands, from one Fourier transform of about a third of a second.
//
// Bands are those of IEC 61260-1:2014 with a base of ten: G = 10^(3/10), mid-bands at 1 kHz G^(x/b) for every b (there for
// odd b only; so 1 kHz is in the middle of a band, whatever their number), edges at G^(-1/2b) and G^(1/2b) of them; from
// the third of an octave around 20 Hz to that around 20 kHz. A band narrower than the resolution of the transform (about
// 6 Hz) shows the level of its neighbourhood.
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/fft.h"

namespace rowdesk {

// bands_per_octave: 3, 6, 12 or 24. Hz, ascending.
std::vector<double> band_frequencies(uint32_t bands_per_octave);

// The length of a spectrum's sound in frames, at a rate in Hz.
size_t spectrum_frames(double rate);

class SpectrumBands {
 public:
  SpectrumBands(double rate, uint32_t bands_per_octave);

  size_t bands() const { return bands_.size(); }
  // powers: of the bins, with a Hann window. Returns dB per band: 0 for a full-scale sine at mid-band, -144 for silence.
  void measure(std::span<const float> powers, std::span<float> levels_db) const;

 private:
  struct Band {
    size_t first, end;  // bins
    double first_part, last_part;  // of the outermost ones
    double scale;
  };
  std::vector<Band> bands_;
};

// The powers of the bins of the last frames of a sound.
class PowerSpectrum {
 public:
  explicit PowerSpectrum(double rate);

  std::span<float> sound() { return sound_; }  // to be filled before measure()
  std::span<const float> measure();

 private:
  RealFft fft_;
  std::vector<float> window_, sound_, powers_;
  std::vector<std::complex<float>> bins_;
};

}  // namespace rowdesk
