// The spectra of a whole capture, reference and microphone, and where the reference has sound enough to measure by.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "analysis/fft.h"
#include "measurement/capture_file.h"

namespace rowdesk::measurement {

struct FrequencyRange {
  double from_hz = 20.0, to_hz = 20000.0;
};

using Spectrum = std::vector<std::complex<float>>;

struct RecordSpectra {
  double rate;     // Hz
  size_t frames;   // of the capture
  size_t size;     // of the transform: a power of two, longer than the capture by longest_delay_s
  Spectrum reference, microphone;  // size / 2 + 1 bins, no scale
  // Bin by bin: the power of the reference in the third of an octave around it, over the least that counts; 1 or more where it
  // does, 0 outside of the range. The least is 40 dB below the strongest third, as pink noise and exponential sweeps fall.
  std::vector<float> excitation;
  double least_excitation;  // that power, times the bin

  double bin_hz() const { return rate / static_cast<double>(size); }
  bool is_excited(size_t bin) const { return excitation[bin] >= 1.0f; }
  // The mean power of the reference's bins around one within the range; from bin 1 on.
  double power_around(size_t bin) const { return excitation[bin] * least_excitation / static_cast<double>(bin); }
};

// Of the microphone behind the reference, or before it.
inline constexpr double longest_delay_s = 2.0;

RecordSpectra transform(const CapturedSound& sound, const FrequencyRange& range, RealFft& fft);
// The size that `transform` takes for its fft.
size_t transform_size(const CapturedSound& sound);

// Mean over 2 * reach + 1 values around each; fewer at the ends.
template <typename Value, typename Sum>
std::vector<Value> smoothed(const std::vector<Value>& values, size_t reach) {
  std::vector<Value> means(values.size());
  Sum sum{};
  size_t end = 0, first = 0;
  for (size_t at = 0; at < values.size(); ++at) {
    while (end < values.size() && end <= at + reach) sum += Sum(values[end++]);
    while (first + reach < at) sum -= Sum(values[first++]);
    means[at] = Value(sum / static_cast<double>(end - first));
  }
  return means;
}

}  // namespace rowdesk::measurement
