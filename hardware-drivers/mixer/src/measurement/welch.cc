#include "measurement/welch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/fft.h"

namespace rowdesk::measurement {
namespace {

constexpr size_t hops = 4;              // a window
constexpr double least_power = 0.01;    // of the reference in its strongest window
constexpr double least_half_width = 2;  // bins
// Squared correlations of noise under a Hann window, from one bin to the next and the one after, and from one window to the
// next and the one after at three quarters of overlap.
constexpr double next_bin = 4.0 / 9.0, second_bin = 1.0 / 36.0;
constexpr double next_window = 0.4346, second_window = 1.0 / 36.0;

// The bins of a point.
struct Bins {
  size_t first;
  std::vector<double> weights;  // sum 1
  double independent;           // of them
};

Bins bins_of(double bin, double half_width, size_t count) {
  const double reach = std::max(least_half_width, std::floor(half_width));
  Bins bins{static_cast<size_t>(std::max(1.0, std::floor(bin - reach) + 1.0)), {}, 1.0};
  double sum = 0.0;
  for (size_t k = bins.first; k < count && static_cast<double>(k) < bin + reach; ++k) {
    bins.weights.push_back(1.0 - std::abs(static_cast<double>(k) - bin) / reach);
    sum += bins.weights.back();
  }
  double variance = 0.0;
  for (double& weight : bins.weights) weight /= sum;
  const auto weight_at = [&](size_t i) { return i < bins.weights.size() ? bins.weights[i] : 0.0; };
  for (size_t i = 0; i < bins.weights.size(); ++i) {
    variance += weight_at(i) * (weight_at(i) + 2.0 * next_bin * weight_at(i + 1) + 2.0 * second_bin * weight_at(i + 2));
  }
  bins.independent = 1.0 / variance;
  return bins;
}

// Of one window at one point.
struct Part {
  std::complex<double> cross;
  double reference, microphone;
};

class Windows {
 public:
  Windows(const CapturedSound& sound, int64_t delay, size_t size)
      : sound_(sound), delay_(delay), fft_(size), window_(size), cut_(size), reference_(size / 2 + 1), microphone_(size / 2 + 1) {
    for (size_t i = 0; i < size; ++i) {
      const double turn = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(size);
      window_[i] = static_cast<float>(0.5 - 0.5 * std::cos(turn));
    }
  }

  void transform(int64_t first) {
    transform(sound_.reference, first, reference_);
    transform(sound_.microphone, first + delay_, microphone_);
  }
  Part part(const Bins& bins) const {
    Part part{};
    for (size_t i = 0; i < bins.weights.size(); ++i) {
      const std::complex<double> x = reference_[bins.first + i], y = microphone_[bins.first + i];
      part.cross += bins.weights[i] * std::conj(x) * y;
      part.reference += bins.weights[i] * std::norm(x);
      part.microphone += bins.weights[i] * std::norm(y);
    }
    return part;
  }

 private:
  void transform(const std::vector<float>& from, int64_t first, std::vector<std::complex<float>>& bins) {
    const auto frames = static_cast<int64_t>(from.size());
    for (size_t i = 0; i < cut_.size(); ++i) {
      const int64_t at = first + static_cast<int64_t>(i);
      cut_[i] = at >= 0 && at < frames ? from[static_cast<size_t>(at)] * window_[i] : 0.0f;
    }
    fft_.forward(cut_, bins);
  }

  const CapturedSound& sound_;
  int64_t delay_;
  RealFft fft_;
  std::vector<float> window_, cut_;
  std::vector<std::complex<float>> reference_, microphone_;
};

WelchPoint average(std::span<const Part> parts, const Bins& bins) {
  double strongest = 0.0;
  for (const Part& part : parts) strongest = std::max(strongest, part.reference);
  Part sum{};
  double squares = 0.0;
  double counted = 0.0;
  for (const Part& part : parts) {
    if (part.reference < least_power * strongest || part.reference <= 0.0) continue;
    sum.cross += part.cross;
    sum.reference += part.reference;
    sum.microphone += part.microphone;
    squares += part.reference * part.reference;
    counted += 1.0;
  }
  if (counted == 0.0 || sum.microphone <= 0.0) return {0.0, 0.0, 1.0};
  const auto independent_of = [](double windows) {
    const double beside = 2.0 * next_window * std::max(0.0, 1.0 - 1.0 / windows) +
                          2.0 * second_window * std::max(0.0, 1.0 - 2.0 / windows);
    return windows / (1.0 + beside);
  };
  const double averages = std::max(1.0, bins.independent * independent_of(counted));
  const double raw = std::min(1.0, std::norm(sum.cross) / (sum.reference * sum.microphone));
  // What sounds with nothing in common show: one part in the averages, each as strong as the reference is in it.
  const double chance = 1.0 / std::max(1.0, bins.independent * independent_of(sum.reference * sum.reference / squares));
  const double coherence = chance < 1.0 ? std::max(0.0, (raw - chance) / (1.0 - chance)) : 0.0;
  return {sum.cross / sum.reference, coherence, averages};
}

}  // namespace

std::vector<WelchPoint> welch(const CapturedSound& sound, int64_t delay, size_t size, bool reaches_over,
                              std::span<const double> frequencies_hz, double width) {
  std::vector<Bins> bins;
  for (const double hz : frequencies_hz) {
    const double bin = hz / sound.rate * static_cast<double>(size);
    bins.push_back(bins_of(bin, bin * (width - 1.0), size / 2 + 1));
  }
  Windows windows(sound, delay, size);
  const auto length = static_cast<int64_t>(size), hop = length / static_cast<int64_t>(hops);
  const auto frames = static_cast<int64_t>(sound.reference.size());
  const int64_t begin = reaches_over ? hop - length : 0;
  const int64_t end = reaches_over ? frames : std::min(frames, frames - delay) - length + 1;
  std::vector<std::vector<Part>> parts(bins.size());
  for (int64_t first = begin; first < end; first += hop) {
    windows.transform(first);
    for (size_t i = 0; i < bins.size(); ++i) parts[i].push_back(windows.part(bins[i]));
  }
  std::vector<WelchPoint> points;
  for (size_t i = 0; i < bins.size(); ++i) points.push_back(average(parts[i], bins[i]));
  return points;
}

}  // namespace rowdesk::measurement
