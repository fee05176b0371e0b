// Estimates the delay of a sound behind a reference by generalised cross-correlation: the phase of their cross-spectrum,
// each frequency weighted by the coherence.
// Source: C. H. Knapp and G. C. Carter, "The Generalized Correlation Method for Estimation of Time Delay", IEEE Trans.
// ASSP 24(4), 1976 (phase transform); coherence from averaged spectra: G. C. Carter, C. H. Knapp and A. H. Nuttall,
// IEEE Trans. Audio Electroacoustics 21(4), 1973.
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/fft.h"

namespace rowdesk {

struct EstimatedDelay {
  double frames;      // delay of the sound behind the reference, with fractions
  double confidence;  // 0 to 1
};

class DelayEstimate {
 public:
  static constexpr double longest_s = 0.15;

  explicit DelayEstimate(double rate);

  // The length of a segment in frames; segments overlap by half.
  size_t segment_frames() const { return fft_.size(); }
  // Adds a segment of both sounds, of the same frames. Skips silence of either; three seconds of silence clear the estimate.
  void add(std::span<const float> sound, std::span<const float> reference);
  // True when the next estimate is due: about once a second, the first after two.
  bool is_due() const { return segments_ >= 5 && segments_ % 3 == 2; }
  EstimatedDelay estimate();

 private:
  void forget();
  float weigh();

  double rate_;
  RealFft fft_;
  uint32_t segments_ = 0;  // in all
  uint32_t silent_ = 0;    // since the last one with sound
  double weights_ = 0.0, squared_weights_ = 0.0;
  std::vector<float> window_, windowed_, correlation_;
  std::vector<std::complex<float>> sound_bins_, reference_bins_, cross_, weighted_;
  std::vector<float> sound_power_, reference_power_, part_;
};

}  // namespace rowdesk
