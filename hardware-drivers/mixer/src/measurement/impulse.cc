#include "measurement/impulse.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace rowdesk::measurement {
namespace {

constexpr double impulse_regularisation = 1e-3;  // of the reference's power around a bin: 0.01 dB
constexpr double taper_octaves = 1.0 / 6.0;  // at both ends of the range: a hard edge would ring
constexpr double peak_within_s = 0.002;
constexpr double least_response_s = 0.1;
constexpr float silent_part = 0.001f;  // of the stimulus's peak

// 1 within the range, falling to 0 at its ends.
double taper(double hz, const FrequencyRange& range) {
  if (hz <= range.from_hz || hz >= range.to_hz) return 0.0;
  const double inside = std::min(std::log2(hz / range.from_hz), std::log2(range.to_hz / hz)) / taper_octaves;
  return inside >= 1.0 ? 1.0 : 0.5 - 0.5 * std::cos(std::numbers::pi * inside);
}

double level_db_of(double power) { return std::max(-144.0, 10.0 * std::log10(power + 1e-30)); }

}  // namespace

ImpulseResponse impulse_response(const RecordSpectra& spectra, double arrival_frames, size_t most_frames,
                                 const FrequencyRange& range, RealFft& fft) {
  Spectrum bins(spectra.reference.size());
  double passed = 0.0;
  for (size_t k = 1; k + 1 < bins.size(); ++k) {
    const double part = taper(static_cast<double>(k) * spectra.bin_hz(), range);
    if (part == 0.0 || spectra.excitation[k] <= 0.0f) continue;
    const double around = spectra.power_around(k);
    const double least = spectra.is_excited(k) ? impulse_regularisation * around : around / spectra.excitation[k];
    const std::complex<double> x = spectra.reference[k], y = spectra.microphone[k];
    bins[k] = std::complex<float>(part * y * std::conj(x) / (std::norm(x) + least));
    passed += part;
  }
  std::vector<float> circle(spectra.size);
  fft.inverse(bins, circle);
  ImpulseResponse response{spectra.rate, arrival_frames, 0, {}, -144.0, -144.0};
  const auto size = static_cast<int64_t>(spectra.size);
  const auto before = static_cast<int64_t>(before_arrival_s * spectra.rate);
  const int64_t first = static_cast<int64_t>(std::llround(arrival_frames)) - before;
  const int64_t length = std::min(static_cast<int64_t>(most_frames), size / 2) + before;
  const double scale = passed > 0.0 ? 0.5 / passed : 0.0;  // two halves of a spectrum
  response.arrival = static_cast<size_t>(before);
  for (int64_t i = 0; i < length; ++i) {
    response.values.push_back(static_cast<float>(scale * circle[static_cast<size_t>((first + i + size) % size)]));
  }
  const std::vector<float> heights = envelope(response.values);
  const auto near = static_cast<int64_t>(peak_within_s * spectra.rate);
  double peak = 0.0;
  for (int64_t i = before - near; i <= std::min(before + near, length - 1); ++i) {
    peak = std::max(peak, static_cast<double>(heights[static_cast<size_t>(i)]));
  }
  response.peak_db = level_db_of(peak * peak);
  double noise = 0.0;
  const size_t tail = response.values.size() / 10;
  for (size_t i = response.values.size() - tail; i < response.values.size(); ++i) {
    noise += static_cast<double>(response.values[i]) * response.values[i];
  }
  response.noise_db = level_db_of(noise / static_cast<double>(std::max<size_t>(1, tail)));
  return response;
}

size_t response_frames(const CapturedSound& sound, double arrival_frames, bool encloses) {
  double frames = static_cast<double>(sound.reference.size()) / 2.0;
  if (encloses) {
    float peak = 0.0f;
    for (const float sample : sound.reference) peak = std::max(peak, std::abs(sample));
    size_t silent = 0;
    while (silent < sound.reference.size() && std::abs(sound.reference[sound.reference.size() - 1 - silent]) < silent_part * peak) {
      ++silent;
    }
    frames = static_cast<double>(silent) - arrival_frames;
  }
  return static_cast<size_t>(std::clamp(frames, least_response_s * sound.rate, longest_response_s * sound.rate));
}

std::vector<float> envelope(const std::vector<float>& values) {
  RealFft fft(std::max<size_t>(8, std::bit_ceil(values.size() * 2)));
  std::vector<float> sound(fft.size());
  std::ranges::copy(values, sound.begin());
  Spectrum bins(fft.size() / 2 + 1);
  fft.forward(sound, bins);
  // The Hilbert transform: a quarter of a turn back.
  for (std::complex<float>& bin : bins) bin = {bin.imag(), -bin.real()};
  bins.front() = bins.back() = 0.0f;
  fft.inverse(bins, sound);
  std::vector<float> heights(values.size());
  for (size_t i = 0; i < heights.size(); ++i) heights[i] = std::hypot(values[i], sound[i] / static_cast<float>(fft.size()));
  return heights;
}

}  // namespace rowdesk::measurement
