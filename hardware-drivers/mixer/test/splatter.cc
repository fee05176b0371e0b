#include "splatter.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "analysis/fft.h"

namespace rowdesk {

double splatter_db(const std::vector<float>& sound, double tone_amplitude, double rate) {
  constexpr size_t window = 4096;
  static const std::vector<float> hann = [] {
    std::vector<float> values(window);
    for (size_t i = 0; i < window; ++i) {
      values[i] = static_cast<float>(0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / window));
    }
    return values;
  }();
  RealFft fft(window);
  std::vector<float> x(window);
  std::vector<std::complex<float>> bins(window / 2 + 1);
  const auto first = static_cast<size_t>(5000.0 * window / rate) + 1;
  float strongest = 0;
  for (size_t start = 0; start + window <= sound.size(); start += window / 4) {
    for (size_t i = 0; i < window; ++i) x[i] = sound[start + i] * hann[i];
    fft.forward(x, bins);
    for (size_t bin = first; bin <= window / 2; ++bin) strongest = std::max(strongest, std::norm(bins[bin]));
  }
  return 20.0 * std::log10(std::sqrt(static_cast<double>(strongest)) / (tone_amplitude / 2.0 * window / 2.0));
}

}  // namespace rowdesk
