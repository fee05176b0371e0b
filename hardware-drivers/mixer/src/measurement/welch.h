// Averaged cross spectra with windows of one length, at given frequencies.
// Source: P. D. Welch, IEEE Trans. Audio Electroacoustics 15(2), 1967.
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "measurement/capture_file.h"

namespace rowdesk::measurement {

struct WelchPoint {
  std::complex<double> response;  // H1
  double coherence;               // 0 to 1, corrected for the chance of few averages
  double averages;                // independent ones, 1 or more
};

// Windows of `size` frames (a power of two) every quarter of it; the microphone's begin `delay` frames later. reaches_over:
// over both ends, with silence there. A point averages over bins with weights that fall to 0 at `width` times its frequency,
// or two bins away. A window counts where the reference has a hundredth or more of the power that it has in its strongest one
// at that frequency: a sweep passes few.
std::vector<WelchPoint> welch(const CapturedSound& sound, int64_t delay, size_t size, bool reaches_over,
                              std::span<const double> frequencies_hz, double width);

}  // namespace rowdesk::measurement
