#include "measurement/transfer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <span>

#include "analysis/fft.h"
#include "measurement/thresholds.h"
#include "measurement/welch.h"

namespace rowdesk::measurement {
namespace {

constexpr double longest_window_s = 2.7;
constexpr int window_lengths = 7;
constexpr double least_periods = 200.0;  // of a frequency in its window
constexpr double least_bins = 4.0;       // from 0 Hz, in the longest window
constexpr double quiet_edge_s = 0.02, quiet_edge_db = -60.0;
constexpr double floor_db = -144.0, highest_limit_db = 40.0;
constexpr double point_width = 1.0145453349375237;  // a 48th of an octave

double edge_power(std::span<const float> sound) {
  double sum = 0.0;
  for (const float sample : sound) sum += static_cast<double>(sample) * sample;
  return sum / static_cast<double>(sound.size());
}

double magnitude_db_of(double power) { return std::max(floor_db, 10.0 * std::log10(power + 1e-30)); }

std::vector<double> grid(const FrequencyRange& range) {
  std::vector<double> frequencies;
  const auto number = [](double hz) { return transfer_points_per_octave * std::log2(hz / 1000.0); };
  for (auto n = std::ceil(number(range.from_hz) - 1e-9); n <= std::floor(number(range.to_hz) + 1e-9); ++n) {
    frequencies.push_back(1000.0 * std::pow(2.0, n / transfer_points_per_octave));
  }
  return frequencies;
}

// The longest window: several fit into the capture.
size_t longest_window(const CapturedSound& sound, bool encloses) {
  size_t size = std::bit_ceil(static_cast<size_t>(longest_window_s * sound.rate));
  const size_t most = sound.reference.size() / (encloses ? 1 : 4);
  while (size > most) size /= 2;
  return size;
}

}  // namespace

bool is_enclosed(const CapturedSound& sound) {
  const auto edge = std::min(static_cast<size_t>(quiet_edge_s * sound.rate), sound.reference.size());
  const std::span<const float> all = sound.reference;
  const double quiet = edge_power(all) * std::pow(10.0, quiet_edge_db / 10.0);
  return edge_power(all.first(edge)) <= quiet && edge_power(all.last(edge)) <= quiet;
}

TransferFunction transfer_function(const CapturedSound& sound, double delay_frames, const FrequencyRange& range, bool encloses) {
  const size_t longest = longest_window(sound, encloses);
  const double least_hz = least_bins * sound.rate / static_cast<double>(longest);
  TransferFunction found;
  const std::vector<double> frequencies = grid({std::max(range.from_hz, least_hz), range.to_hz});
  const auto length_of = [&](double hz) {
    const double periods = hz * static_cast<double>(longest) / sound.rate;
    return std::clamp(static_cast<int>(std::floor(std::log2(periods / least_periods))), 0, window_lengths - 1);
  };
  const double whole = std::round(delay_frames);
  for (size_t first = 0; first < frequencies.size();) {
    size_t end = first;
    const int length = length_of(frequencies[first]);
    while (end < frequencies.size() && length_of(frequencies[end]) == length) ++end;
    const std::span<const double> served(frequencies.data() + first, end - first);
    const std::vector<WelchPoint> points =
        welch(sound, static_cast<int64_t>(whole), longest >> length, encloses, served, point_width);
    for (size_t i = 0; i < points.size(); ++i) {
      const auto& [response, coherence, averages] = points[i];
      const double turn = 2.0 * std::numbers::pi * served[i] / sound.rate * (delay_frames - whole);
      const std::complex<double> value = response * std::polar(1.0, turn);
      found.frequencies_hz.push_back(served[i]);
      found.magnitudes_db.push_back(magnitude_db_of(std::norm(value)));
      found.phases_deg.push_back(std::arg(value) * 180.0 / std::numbers::pi);
      found.coherence.push_back(coherence);
      const double error = std::sqrt((1.0 - coherence) / std::max(2.0 * averages * coherence, 1e-12));
      found.limits_db.push_back(std::min(highest_limit_db, 1.96 * 20.0 / std::numbers::ln10 * error));
    }
    first = end;
  }
  return found;
}

TransferFunction smoothed(const TransferFunction& from, uint32_t parts) {
  const auto points = static_cast<std::ptrdiff_t>(from.frequencies_hz.size());
  const std::ptrdiff_t reach = parts == 0 ? 0 : static_cast<std::ptrdiff_t>(transfer_points_per_octave / parts / 2.0);
  if (reach == 0) return from;
  TransferFunction to = from;
  for (std::ptrdiff_t at = 0; at < points; ++at) {
    // The same to both sides, so that a slope keeps its level at the ends; the outermost of a whole width count half.
    const std::ptrdiff_t side = std::min({reach, at, points - 1 - at});
    double weights = 0.0, power = 0.0, coherence = 0.0, limits = 0.0;
    std::complex<double> sum;
    for (std::ptrdiff_t n = at - side; n <= at + side; ++n) {
      const auto i = static_cast<size_t>(n);
      const double weight = std::abs(n - at) == reach ? 0.5 : 1.0;
      const double each = std::pow(10.0, from.magnitudes_db[i] / 10.0);
      weights += weight;
      power += weight * each;
      sum += weight * std::polar(std::sqrt(each), from.phases_deg[i] * std::numbers::pi / 180.0);
      coherence += weight * from.coherence[i];
      limits += weight * weight * from.limits_db[i] * from.limits_db[i];
    }
    const auto i = static_cast<size_t>(at);
    to.magnitudes_db[i] = magnitude_db_of(power / weights);
    to.phases_deg[i] = std::arg(sum) * 180.0 / std::numbers::pi;
    to.coherence[i] = coherence / weights;
    to.limits_db[i] = std::sqrt(limits) / weights;
  }
  return to;
}

double median_coherence(const TransferFunction& of) {
  if (of.coherence.empty()) return 0.0;
  std::vector<double> sorted = of.coherence;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

double gain_db(const TransferFunction& of) {
  double power = 0.0;
  int counted = 0;
  for (size_t i = 0; i < of.coherence.size(); ++i) {
    if (of.coherence[i] < thresholds::least_coherence) continue;
    power += std::pow(10.0, of.magnitudes_db[i] / 10.0);
    ++counted;
  }
  return counted == 0 ? floor_db : magnitude_db_of(power / counted);
}

}  // namespace rowdesk::measurement
