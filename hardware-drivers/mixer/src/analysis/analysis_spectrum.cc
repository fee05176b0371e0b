#include "analysis/analysis_spectrum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rowdesk {
namespace {

constexpr double silence_db = -144.0;
const double octave = std::pow(10.0, 0.3);

// How loud a sine is in a bin that is so many bins away, for a Hann window; squares add up to 1.5.
double hann_response(double bins) {
  const double x = std::abs(bins);
  if (x < 1e-6) return 1.0;
  if (std::abs(x - 1.0) < 1e-6) return 0.5;
  return std::sin(std::numbers::pi * x) / (std::numbers::pi * x * (1.0 - x * x));
}

}  // namespace

std::vector<double> band_frequencies(uint32_t bands_per_octave) {
  const auto b = static_cast<double>(bands_per_octave);
  const double lowest = -std::floor(17.5 * b / 3.0);  // from the third around 20 Hz on
  const auto bands = static_cast<size_t>(31 * bands_per_octave / 3);
  std::vector<double> frequencies(bands);
  for (size_t i = 0; i < bands; ++i) {
    frequencies[i] = 1000.0 * std::pow(octave, (lowest + static_cast<double>(i)) / b);
  }
  return frequencies;
}

size_t spectrum_frames(double rate) {
  size_t frames = 16384;
  while (static_cast<double>(frames) < 0.3 * rate) frames *= 2;
  return frames;
}

SpectrumBands::SpectrumBands(double rate, uint32_t bands_per_octave) {
  const auto frames = static_cast<double>(spectrum_frames(rate));
  const double bin_hz = rate / frames;
  const double half_band = std::pow(octave, 0.5 / bands_per_octave);
  for (const double mid : band_frequencies(bands_per_octave)) {
    const double low = mid / half_band / bin_hz + 0.5, high = std::min(mid * half_band / bin_hz, frames / 2) + 0.5;
    Band band{};
    band.first = static_cast<size_t>(low);
    band.end = static_cast<size_t>(high) + 1;
    band.first_part = 1.0 - (low - std::floor(low));
    band.last_part = high - std::floor(high);
    if (band.end - band.first == 1) band.first_part = high - low;
    // What the band has of a sine in its middle.
    double response = 0.0;
    for (size_t bin = band.first; bin < band.end; ++bin) {
      const double part = bin == band.first ? band.first_part : bin + 1 == band.end ? band.last_part : 1.0;
      response += part * std::pow(hann_response(static_cast<double>(bin) - mid / bin_hz), 2.0);
    }
    // A full-scale sine has a bin of size/4 in its middle.
    band.scale = 16.0 / (frames * frames) / response;
    bands_.push_back(band);
  }
}

void SpectrumBands::measure(std::span<const float> powers, std::span<float> levels_db) const {
  for (size_t i = 0; i < bands_.size(); ++i) {
    const Band& band = bands_[i];
    double power = 0.0;
    for (size_t bin = band.first; bin < band.end && bin < powers.size(); ++bin) {
      const double part = bin == band.first ? band.first_part : bin + 1 == band.end ? band.last_part : 1.0;
      power += part * powers[bin];
    }
    levels_db[i] = static_cast<float>(std::max(silence_db, 10.0 * std::log10(power * band.scale + 1e-30)));
  }
}

PowerSpectrum::PowerSpectrum(double rate)
    : fft_(spectrum_frames(rate)), window_(fft_.size()), sound_(fft_.size()), powers_(fft_.size() / 2 + 1), bins_(powers_.size()) {
  for (size_t i = 0; i < window_.size(); ++i) {
    const double turn = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(window_.size());
    window_[i] = static_cast<float>(0.5 - 0.5 * std::cos(turn));
  }
}

std::span<const float> PowerSpectrum::measure() {
  for (size_t i = 0; i < sound_.size(); ++i) sound_[i] *= window_[i];
  fft_.forward(sound_, bins_);
  for (size_t bin = 0; bin < powers_.size(); ++bin) powers_[bin] = std::norm(bins_[bin]);
  return powers_;
}

}  // namespace rowdesk
