// The transfer function from the reference to the microphone with its coherence: averaged cross spectra of overlapping windows
// under a Hann window, H1 = Sxy / Sxx, which noise at the microphone does not bias. Windows are from 2.7 s at low frequencies
// to a 64th of that at high ones, 200 to 400 periods each: low ones resolve, and high ones take late reflections for noise, as
// the ear does.
//
// Sources: P. D. Welch, IEEE Trans. Audio Electroacoustics 15(2), 1967; J. S. Bendat, A. G. Piersol, "Random Data", 4th ed.,
// Wiley 2010, 6.1 (H1, coherence) and 9.2 (its errors).
#pragma once

#include <cstdint>
#include <vector>

#include "measurement/capture_file.h"
#include "measurement/record_spectra.h"

namespace rowdesk::measurement {

inline constexpr double transfer_points_per_octave = 48.0;

// Lists of one length, ascending in frequency, every number finite.
struct TransferFunction {
  std::vector<double> frequencies_hz;  // 48 an octave, 1 kHz among them, where the reference has sound
  std::vector<double> magnitudes_db;   // -144 at least
  std::vector<double> phases_deg;      // -180 to 180, without the delay
  std::vector<double> coherence;       // 0 to 1, while the reference has sound at that frequency; without what chance gives
  std::vector<double> limits_db;       // 95 % of magnitudes are within that much of the truth; 40 at most
};

// True where the reference is silent at both ends.
bool is_enclosed(const CapturedSound& sound);

// encloses: the capture has the whole stimulus and its echo, so that windows reach over the ends.
TransferFunction transfer_function(const CapturedSound& sound, double delay_frames, const FrequencyRange& range, bool encloses);

// Smooths over so many parts of an octave, 0 for none: magnitudes by the mean of powers, which does not cancel where phases
// differ; phases by the mean of complex values; coherence by its mean.
TransferFunction smoothed(const TransferFunction& from, uint32_t parts);

// Median of the coherence of all points; 0 without points.
double median_coherence(const TransferFunction& of);
// dB, the mean power of the points whose coherence is at least the threshold of a refusal; -144 where there is none.
double gain_db(const TransferFunction& of);

}  // namespace rowdesk::measurement
