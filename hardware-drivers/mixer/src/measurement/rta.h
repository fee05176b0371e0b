// The spectrum of a whole capture in fractional-octave bands: analysis/analysis_spectrum.h, averaged.
#pragma once

#include <cstdint>
#include <vector>

namespace rowdesk::measurement {

// levels_db: 0 for a full-scale sine at mid-band, -144 for silence.
struct BandLevels {
  std::vector<double> frequencies_hz, levels_db;
};

// bands_per_octave: 3, 6, 12 or 24. Transforms overlap by half; the sound is at least one of them long (spectrum_frames).
BandLevels band_levels(const std::vector<float>& sound, double rate, uint32_t bands_per_octave);

}  // namespace rowdesk::measurement
