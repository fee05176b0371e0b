// The delay of the microphone behind the reference: where the envelope of their generalised cross-correlation (phase
// transform) first comes near its highest peak; fractions of a frame by the phases of all bins, weighted by coherence.
// Source: C. H. Knapp and G. C. Carter, "The Generalized Correlation Method for Estimation of Time Delay", IEEE Trans.
// ASSP 24(4), 1976. Coherence by averaging over neighbouring bins: P. J. Daniell, J. Roy. Stat. Soc. Suppl. 8, 1946.
#pragma once

#include "measurement/record_spectra.h"

namespace rowdesk::measurement {

struct FoundDelay {
  double frames = 0.0;      // with fractions; below 0: before it was sent
  double confidence = 0.0;  // 0 to 1: how far the arrival is over every other peak
  bool is_inverted = false;
  double prominence = 0.0;  // height of the highest peak over the noise of the correlation, in standard deviations
  double coherence = 0.0;   // 0 to 1, median over the excited bins on a logarithmic scale, at this delay
  double gain_db = 0.0;     // of the path: mean of powers over the excited bins on a logarithmic scale, -144 at least
  double snr_db = 0.0;      // power of what is coherent over that of the rest, in the excited bins; -60 to 100
};

// Looks from -longest_delay_s to longest_delay_s, and not farther than half of the capture.
FoundDelay find_delay(const RecordSpectra& spectra, RealFft& fft);

}  // namespace rowdesk::measurement
