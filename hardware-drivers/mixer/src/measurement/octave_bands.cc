#include "measurement/octave_bands.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>

#include "analysis/fft.h"

namespace rowdesk::measurement {
namespace {

constexpr double wrapped_s = 0.25;  // the slowest filter's answer, which would wrap around the transform
const double quality = 1.0 / (std::pow(10.0, 0.15) - std::pow(10.0, -0.15));

double magnitude(double hz, double middle_hz) {
  const double away = quality * (hz / middle_hz - middle_hz / hz);
  return 1.0 / std::sqrt(1.0 + std::pow(away, 6.0));
}

}  // namespace

double exact_octave_hz(size_t band) { return 1000.0 * std::pow(10.0, 0.3 * (static_cast<double>(band) - 4.0)); }

std::vector<std::vector<float>> octave_bands(const std::vector<float>& values, double rate) {
  RealFft fft(std::bit_ceil(values.size() + static_cast<size_t>(wrapped_s * rate)));
  std::vector<float> sound(fft.size());
  std::ranges::copy(values, sound.begin());
  std::vector<std::complex<float>> bins(fft.size() / 2 + 1), filtered(bins.size());
  fft.forward(sound, bins);
  std::vector<std::vector<float>> bands;
  for (size_t band = 0; band < octaves_hz.size(); ++band) {
    for (size_t k = 1; k < bins.size(); ++k) {
      const double hz = static_cast<double>(k) * rate / static_cast<double>(fft.size());
      filtered[k] = bins[k] * static_cast<float>(magnitude(hz, exact_octave_hz(band)) / static_cast<double>(fft.size()));
    }
    fft.inverse(filtered, sound);
    bands.emplace_back(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(values.size()));
  }
  return bands;
}

}  // namespace rowdesk::measurement
