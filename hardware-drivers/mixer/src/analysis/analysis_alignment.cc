#include "analysis/analysis_alignment.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rowdesk {
namespace {

constexpr double segment_s = 0.6;
constexpr double memory = 0.9;           // of what was before, per segment
constexpr double quiet = 1e-8;           // mean square: -80 dBFS
constexpr double forget_after_s = 3.0;
constexpr double lowest_aligned_hz = 40.0;  // below it there is hum and rumble
constexpr double highest_part = 0.9;     // of half the rate: above it converters have their filters
constexpr float least_power = 1e-6f;     // of the strongest bin's: less may be what a window lets through of it
constexpr double lobe_s = 0.001;         // around the highest peak; another one farther away is a doubt
constexpr double least_bandwidth = 0.02; // of all bins; what has less can't be told from chance
constexpr double enough_agreement = 0.3; // of phases, from which on only other peaks are a doubt

size_t power_of_two(double least) {
  size_t size = 1;
  while (static_cast<double>(size) < least) size *= 2;
  return size;
}

double mean_square(std::span<const float> sound) {
  double sum = 0.0;
  for (const float x : sound) sum += static_cast<double>(x) * x;
  return sum / static_cast<double>(sound.size());
}

}  // namespace

DelayEstimate::DelayEstimate(double rate)
    : rate_(rate),
      fft_(power_of_two(segment_s * rate)),
      window_(fft_.size()),
      windowed_(fft_.size()),
      correlation_(fft_.size()),
      sound_bins_(fft_.size() / 2 + 1),
      reference_bins_(sound_bins_.size()),
      cross_(sound_bins_.size()),
      weighted_(sound_bins_.size()),
      sound_power_(sound_bins_.size()),
      reference_power_(sound_bins_.size()),
      part_(sound_bins_.size()) {
  for (size_t i = 0; i < window_.size(); ++i) {
    const double turn = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(window_.size());
    window_[i] = static_cast<float>(0.5 - 0.5 * std::cos(turn));
  }
}

void DelayEstimate::forget() {
  std::ranges::fill(cross_, 0.0f);
  std::ranges::fill(sound_power_, 0.0f);
  std::ranges::fill(reference_power_, 0.0f);
  weights_ = squared_weights_ = 0.0;
}

void DelayEstimate::add(std::span<const float> sound, std::span<const float> reference) {
  ++segments_;
  if (mean_square(sound) < quiet || mean_square(reference) < quiet) {
    if (++silent_ * 0.5 * static_cast<double>(fft_.size()) > forget_after_s * rate_) forget();
    return;
  }
  silent_ = 0;
  const auto transform = [this](std::span<const float> from, std::vector<std::complex<float>>& bins) {
    for (size_t i = 0; i < from.size(); ++i) windowed_[i] = from[i] * window_[i];
    fft_.forward(windowed_, bins);
  };
  transform(sound, sound_bins_);
  transform(reference, reference_bins_);
  const auto kept = static_cast<float>(memory);
  for (size_t bin = 0; bin < cross_.size(); ++bin) {
    cross_[bin] = cross_[bin] * kept + sound_bins_[bin] * std::conj(reference_bins_[bin]);
    sound_power_[bin] = sound_power_[bin] * kept + std::norm(sound_bins_[bin]);
    reference_power_[bin] = reference_power_[bin] * kept + std::norm(reference_bins_[bin]);
  }
  weights_ = weights_ * memory + 1.0;
  squared_weights_ = squared_weights_ * memory * memory + 1.0;
}

// The phase of each bin, as strong as it is coherent. Returns the sum of all strengths.
float DelayEstimate::weigh() {
  // Sounds that have nothing in common seem coherent by one part in so many independent segments; half of a segment
  // is the last one's too, which leaves three quarters.
  const auto by_chance = static_cast<float>(squared_weights_ / (weights_ * weights_) / 0.75);
  const auto first = static_cast<size_t>(lowest_aligned_hz / rate_ * static_cast<double>(fft_.size()));
  const auto end = static_cast<size_t>(highest_part * static_cast<double>(cross_.size()));
  const float least_sound = least_power * std::ranges::max(sound_power_);
  const float least_reference = least_power * std::ranges::max(reference_power_);
  float sum = 0.0f;
  for (size_t bin = 0; bin < cross_.size(); ++bin) {
    const bool is_heard = sound_power_[bin] > least_sound && reference_power_[bin] > least_reference;
    const bool counts = bin >= first && bin < end && is_heard;
    const float coherence = counts ? std::norm(cross_[bin]) / (sound_power_[bin] * reference_power_[bin]) : 0.0f;
    // Twice the chance is still chance.
    part_[bin] = std::max(0.0f, (coherence - 2.0f * by_chance) / (1.0f - std::min(0.9f, 2.0f * by_chance)));
    weighted_[bin] = part_[bin] > 0.0f ? cross_[bin] * (part_[bin] / std::abs(cross_[bin])) : 0.0f;
    sum += part_[bin];
  }
  return sum;
}

EstimatedDelay DelayEstimate::estimate() {
  const float strength = weights_ > 0.0 ? weigh() : 0.0f;
  if (strength <= 0.0f) return {0.0, 0.0};
  fft_.inverse(weighted_, correlation_);
  const auto size = static_cast<int64_t>(fft_.size());
  const auto longest = static_cast<int64_t>(longest_s * rate_), lobe = static_cast<int64_t>(lobe_s * rate_);
  const auto at = [&](int64_t lag) { return correlation_[static_cast<size_t>((lag + size) % size)]; };
  int64_t peak = 0;
  for (int64_t lag = -longest; lag <= longest; ++lag) {
    if (std::abs(at(lag)) > std::abs(at(peak))) peak = lag;
  }
  float second = 0.0f;
  for (int64_t lag = -longest; lag <= longest; ++lag) {
    if (std::abs(lag - peak) > lobe) second = std::max(second, std::abs(at(lag)));
  }
  const float highest = std::abs(at(peak));
  // The rest of a frame is the slope of the phase that is left, by least squares. Upside down is half a turn.
  const float sign = at(peak) < 0.0f ? -1.0f : 1.0f;
  double slope = 0.0, squares = 0.0;
  for (size_t bin = 1; bin + 1 < cross_.size(); ++bin) {
    if (part_[bin] <= 0.0f) continue;
    const double w = 2.0 * std::numbers::pi * static_cast<double>(bin) / static_cast<double>(size);
    const std::complex<double> left =
        std::complex<double>(weighted_[bin] * sign) * std::polar(1.0, w * static_cast<double>(peak));
    slope -= part_[bin] * w * std::arg(left);
    squares += part_[bin] * w * w;
  }
  const double rest = squares > 0.0 ? std::clamp(slope / squares, -1.0, 1.0) : 0.0;
  // The transform leaves a factor: two halves of a spectrum.
  const double agreement = highest / (2.0 * strength);
  const double bandwidth = strength / static_cast<double>(cross_.size());
  const double confidence = (1.0 - second / highest) * std::min(1.0, agreement / enough_agreement) *
                            std::min(1.0, bandwidth / least_bandwidth);
  return {static_cast<double>(peak) + rest, std::clamp(confidence, 0.0, 1.0)};
}

}  // namespace rowdesk
