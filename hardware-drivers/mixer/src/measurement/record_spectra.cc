#include "measurement/record_spectra.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace rowdesk::measurement {
namespace {

constexpr double least_of_strongest = 1e-4;  // of the strongest third of an octave
const double sixth = std::pow(2.0, 1.0 / 6.0);

void describe_excitation(RecordSpectra& spectra, const FrequencyRange& range) {
  const Spectrum& reference = spectra.reference;
  const double bin_hz = spectra.bin_hz();
  std::vector<double> sums(reference.size() + 1);
  for (size_t k = 0; k < reference.size(); ++k) sums[k + 1] = sums[k] + std::norm(reference[k]);
  const auto first = static_cast<size_t>(std::ceil(range.from_hz / bin_hz));
  const auto last = std::min(static_cast<size_t>(range.to_hz / bin_hz), reference.size() - 1);
  std::vector<float> excitation(reference.size());
  double highest = 0.0;
  for (size_t k = std::max<size_t>(first, 1); k <= last; ++k) {
    const auto low = static_cast<size_t>(static_cast<double>(k) / sixth);
    const size_t high = std::min(static_cast<size_t>(static_cast<double>(k) * sixth) + 1, reference.size());
    // times the frequency: the power of a third of an octave
    const double power = (sums[high] - sums[low]) / static_cast<double>(high - low) * static_cast<double>(k);
    highest = std::max(highest, power);
    excitation[k] = static_cast<float>(power);
  }
  spectra.least_excitation = std::max(least_of_strongest * highest, 1e-30);
  for (float& each : excitation) each = static_cast<float>(each / spectra.least_excitation);
  spectra.excitation = std::move(excitation);
}

}  // namespace

size_t transform_size(const CapturedSound& sound) {
  return std::bit_ceil(sound.reference.size() + static_cast<size_t>(longest_delay_s * sound.rate));
}

RecordSpectra transform(const CapturedSound& sound, const FrequencyRange& range, RealFft& fft) {
  RecordSpectra spectra{sound.rate, sound.reference.size(), fft.size(), {}, {}, {}, 0.0};
  std::vector<float> padded(fft.size());
  const auto forward = [&](const std::vector<float>& channel) {
    std::ranges::copy(channel, padded.begin());
    Spectrum bins(fft.size() / 2 + 1);
    fft.forward(padded, bins);
    return bins;
  };
  spectra.reference = forward(sound.reference);
  spectra.microphone = forward(sound.microphone);
  describe_excitation(spectra, range);
  return spectra;
}

}  // namespace rowdesk::measurement
