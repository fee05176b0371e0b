#include "measurement/rta.h"

#include <algorithm>

#include "analysis/analysis_spectrum.h"

namespace rowdesk::measurement {

BandLevels band_levels(const std::vector<float>& sound, double rate, uint32_t bands_per_octave) {
  PowerSpectrum spectrum(rate);
  const size_t size = spectrum.sound().size();
  std::vector<double> sums;
  double counted = 0.0;
  for (size_t first = 0; first + size <= sound.size(); first += size / 2) {
    std::copy_n(sound.begin() + static_cast<std::ptrdiff_t>(first), size, spectrum.sound().begin());
    const std::span<const float> powers = spectrum.measure();
    sums.resize(powers.size());
    for (size_t bin = 0; bin < powers.size(); ++bin) sums[bin] += powers[bin];
    counted += 1.0;
  }
  std::vector<float> means(size / 2 + 1), levels(band_frequencies(bands_per_octave).size());
  for (size_t bin = 0; bin < sums.size(); ++bin) means[bin] = static_cast<float>(sums[bin] / counted);
  SpectrumBands(rate, bands_per_octave).measure(means, levels);
  return {band_frequencies(bands_per_octave), std::vector<double>(levels.begin(), levels.end())};
}

}  // namespace rowdesk::measurement
