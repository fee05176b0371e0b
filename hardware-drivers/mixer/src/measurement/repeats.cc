#include "measurement/repeats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/fft.h"
#include "measurement/thresholds.h"

namespace rowdesk::measurement {
namespace {

constexpr double lowest_octave_hz = 31.25, highest_octave_of_rate = 0.4;
constexpr double octave_q = std::numbers::sqrt2;
constexpr double shortest_window_s = 1.0 / 750.0;  // 64 frames at 48 kHz
constexpr double window_periods = 1.5;             // of the middle of an octave
constexpr double around_s = 0.025;                 // to each side: how strong the sound is there
constexpr double near_s = 0.06, near_windows = 8.0;  // to each side, the longer one: how strong the difference is there
constexpr double far_s = 1.0;
constexpr double near_part = 0.4, far_part = 0.75; // of the windows, by their strength: the others may lack frames
constexpr double part_s = 0.25;                    // of a lag
constexpr double longest_lag_s = 0.2;              // of frames that are missing, or too many
constexpr double quiet_s = 0.1;
constexpr double least_sent = 0.05;                // of the strongest part that was sent

using Sound = std::span<const float>;

struct Pair {
  Sound first, second;  // of one length

  size_t size() const { return first.size(); }
};

Pair pair_of(const std::vector<float>& channel, size_t period) {
  const Sound all(channel);
  return {all.first(all.size() - period), all.subspan(period)};
}

// Sums from the first frame on.
class Sums {
 public:
  explicit Sums(size_t frames) { sums_.reserve(frames + 1); }
  void add(double value) { sums_.push_back(sums_.back() + value); }

  size_t frames() const { return sums_.size() - 1; }
  double total() const { return sums_.back(); }
  double within(size_t first, size_t end) const { return sums_[std::min(end, frames())] - sums_[std::min(first, frames())]; }
  // The mean over `reach` frames to each side of the middle.
  double mean_around(size_t middle, size_t reach) const {
    const size_t first = middle - std::min(middle, reach), end = std::min(middle + reach, frames());
    return end > first ? within(first, end) / static_cast<double>(end - first) : 0.0;
  }

 private:
  std::vector<double> sums_{0.0};
};

Sums powers_of(Sound sound) {
  Sums sums(sound.size());
  for (const float sample : sound) sums.add(static_cast<double>(sample) * sample);
  return sums;
}

// Two band passes of R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients".
class Octave {
 public:
  Octave(double middle_hz, double rate) {
    const double w = 2.0 * std::numbers::pi * middle_hz / rate, alpha = std::sin(w) / (2.0 * octave_q), a0 = 1.0 + alpha;
    in_ = alpha / a0, last_ = -2.0 * std::cos(w) / a0, before_ = (1.0 - alpha) / a0;
  }
  double next(double value) {
    for (auto& [first, second] : states_) {
      const double out = in_ * value + first;
      first = second - last_ * out;
      second = -in_ * value - before_ * out;
      value = out;
    }
    return value;
  }

 private:
  double in_, last_, before_;
  std::pair<double, double> states_[2] = {};
};

// Of both times: the power of their difference, and what they have in common, which is below 0 where they are opposite.
struct Powers {
  Sums difference, common;
};

Powers powers_of(const Pair& pair) {
  Powers powers{Sums(pair.size()), Sums(pair.size())};
  for (size_t n = 0; n < pair.size(); ++n) {
    const double one = pair.first[n], other = pair.second[n];
    powers.difference.add((one - other) * (one - other));
    powers.common.add(2.0 * one * other);
  }
  return powers;
}

Powers powers_within(const Pair& pair, double middle_hz, double rate) {
  Octave of_difference(middle_hz, rate), of_sum = of_difference;
  Powers powers{Sums(pair.size()), Sums(pair.size())};
  for (size_t n = 0; n < pair.size(); ++n) {
    const double difference = of_difference.next(static_cast<double>(pair.first[n]) - pair.second[n]);
    const double sum = of_sum.next(static_cast<double>(pair.first[n]) + pair.second[n]);
    powers.difference.add(difference * difference);
    powers.common.add(0.5 * (sum * sum - difference * difference));
  }
  return powers;
}

// What this part of the values around one is not above. Remembered for a while: it moves slowly.
class LevelAround {
 public:
  LevelAround(const std::vector<double>& values, size_t reach, double part) : values_(values), reach_(reach), part_(part) {}
  double at(size_t place) {
    if (near_.empty() || place > taken_ + reach_ / 16) {
      const size_t first = place - std::min(place, reach_), end = std::min(place + reach_ + 1, values_.size());
      near_.assign(values_.begin() + static_cast<std::ptrdiff_t>(first), values_.begin() + static_cast<std::ptrdiff_t>(end));
      const auto level = near_.begin() + static_cast<std::ptrdiff_t>(part_ * static_cast<double>(near_.size() - 1));
      std::ranges::nth_element(near_, level);
      level_ = *level;
      taken_ = place;
    }
    return level_;
  }

 private:
  const std::vector<double>& values_;
  size_t reach_;
  double part_;
  std::vector<double> near_;
  size_t taken_ = 0;
  double level_ = 0.0;
};

// The first window of an octave in which the two differ as they do not around it.
std::optional<size_t> strange_window(const Pair& pair, double middle_hz, double rate) {
  const Powers powers = powers_within(pair, middle_hz, rate);
  const double window = std::max(shortest_window_s, window_periods / middle_hz) * rate;
  const auto length = std::max<size_t>(2, static_cast<size_t>(std::lround(window))), hop = length / 2;
  const auto around = std::max(static_cast<size_t>(around_s * rate), length);
  std::vector<double> differences, commons;  // of windows; the second: around them
  for (size_t first = 0; first + length <= pair.size(); first += hop) {
    differences.push_back(powers.difference.within(first, first + length));
    commons.push_back(powers.common.mean_around(first + hop, around) * static_cast<double>(length));
  }
  if (commons.empty()) return {};
  const double least_common = std::max(thresholds::least_common * std::ranges::max(commons), 1e-30);
  std::vector<size_t> sounding;
  std::vector<double> parts;  // of what is in common, of those
  for (size_t i = 0; i < commons.size(); ++i) {
    if (commons[i] < least_common) continue;
    sounding.push_back(i);
    parts.push_back(differences[i] / commons[i]);
  }
  const auto windows = [&](double seconds) { return static_cast<size_t>(seconds * rate / static_cast<double>(hop)); };
  LevelAround near(parts, windows(std::max(near_s, near_windows * window / rate)), near_part);
  LevelAround far(differences, windows(far_s), far_part);
  for (size_t n = 0; n < parts.size(); ++n) {
    if (parts[n] < thresholds::strange_part || parts[n] < thresholds::strange_over_near * near.at(n)) continue;
    if (differences[sounding[n]] >= thresholds::strange_over_far * far.at(sounding[n])) return sounding[n] * hop;
  }
  return {};
}

std::optional<size_t> strange_window(const Pair& pair, double rate) {
  std::optional<size_t> earliest;
  for (double hz = lowest_octave_hz; hz < highest_octave_of_rate * rate; hz *= 2.0) {
    const auto found = strange_window(pair, hz, rate);
    if (found && (!earliest || *found < *earliest)) earliest = found;
  }
  return earliest;
}

// How far the second is behind the first within a part.
struct Lag {
  int64_t frames;
  double here, best;  // correlation without the lag and with it, -1 to 1
};

class RepeatLags {
 public:
  RepeatLags(const Pair& pair, double rate)
      : pair_(pair), part_(static_cast<size_t>(part_s * rate)), longest_(static_cast<size_t>(longest_lag_s * rate)),
        shortest_(static_cast<int64_t>(std::ceil(thresholds::least_lag_s * rate))), fft_(std::bit_ceil(part_ + 2 * longest_)),
        first_(fft_.size()), second_(fft_.size()), first_bins_(fft_.size() / 2 + 1), second_bins_(fft_.size() / 2 + 1) {}

  size_t part() const { return part_; }
  // Of the part that begins at `at`.
  Lag find(size_t at) {
    const auto reach = static_cast<int64_t>(longest_), begin = static_cast<int64_t>(at);
    copy(pair_.first, begin, part_, first_);
    copy(pair_.second, begin - reach, part_ + 2 * longest_, second_);
    const Sums first_powers = powers_of(first_), second_powers = powers_of(second_);
    fft_.forward(first_, first_bins_);
    fft_.forward(second_, second_bins_);
    for (size_t k = 0; k < first_bins_.size(); ++k) second_bins_[k] *= std::conj(first_bins_[k]);
    fft_.inverse(second_bins_, second_);
    Lag lag{0, 0.0, -1.0};
    for (int64_t frames = -reach; frames <= reach; ++frames) {
      const auto place = static_cast<size_t>(frames + reach);
      const double both = first_powers.total() * second_powers.within(place, place + part_);
      if (both <= 0.0) continue;
      const double correlation = second_[place] / static_cast<double>(fft_.size()) / std::sqrt(both);
      if (frames == 0) lag.here = correlation;
      if (std::abs(frames) < shortest_ || correlation <= lag.best) continue;
      lag.frames = frames;
      lag.best = correlation;
    }
    return lag;
  }

 private:
  static void copy(Sound from, int64_t begin, size_t frames, std::vector<float>& to) {
    std::ranges::fill(to, 0.0f);
    for (size_t n = 0; n < frames; ++n) {
      const int64_t at = begin + static_cast<int64_t>(n);
      if (at >= 0 && at < static_cast<int64_t>(from.size())) to[n] = from[static_cast<size_t>(at)];
    }
  }

  Pair pair_;
  size_t part_, longest_;
  int64_t shortest_;
  RealFft fft_;
  std::vector<float> first_, second_;
  std::vector<std::complex<float>> first_bins_, second_bins_;
};

// The energy in so many frames where they have the least: of what sounds without the stimulus.
double least_energy(const Sums& powers, double rate, size_t frames) {
  const auto length = static_cast<size_t>(quiet_s * rate);
  double least = powers.within(0, length);
  for (size_t first = 0; first + length <= powers.frames(); first += length) {
    least = std::min(least, powers.within(first, first + length));
  }
  return least / static_cast<double>(length) * static_cast<double>(frames);
}

struct LatePart {
  size_t at;
  int64_t frames;
};

// sent: the reference, as the microphone's.
std::optional<LatePart> late_part(const Pair& sent, const Pair& heard, double rate, int64_t delay) {
  RepeatLags lags(heard, rate);
  const size_t part = lags.part();
  const Sums sent_powers = powers_of(sent.first), heard_powers = powers_of(heard.first);
  const double quiet = std::max(least_energy(heard_powers, rate, part), least_energy(powers_of(heard.second), rate, part));
  const auto sent_at = [&](size_t at) {
    const int64_t first = static_cast<int64_t>(at) - delay;
    return first < 0 ? 0.0 : sent_powers.within(static_cast<size_t>(first), static_cast<size_t>(first) + part);
  };
  double strongest = 0.0;
  for (size_t at = 0; at + part <= heard.size(); at += part / 2) strongest = std::max(strongest, sent_at(at));
  for (size_t at = 0; at + part <= heard.size(); at += part / 2) {
    if (sent_at(at) < least_sent * strongest) continue;
    if (heard_powers.within(at, at + part) <= thresholds::lag_over_quiet * quiet) continue;
    const Lag lag = lags.find(at);
    const double rest = 1.0 - lag.here;
    if (lag.best < thresholds::least_lag_correlation || rest < thresholds::least_lag_rest) continue;
    if (1.0 - lag.best <= thresholds::lag_explains * rest) return LatePart{at, lag.frames};
  }
  return {};
}

std::string decimals(double value, int count) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", count, value);
  return text;
}

}  // namespace

MaybeRefused compare_repeats(const CapturedSound& sound, size_t period_frames, double delay_frames) {
  if (period_frames >= sound.reference.size()) return {};
  const Pair sent = pair_of(sound.reference, period_frames), heard = pair_of(sound.microphone, period_frames);
  const Powers powers = powers_of(sent);
  if (powers.difference.total() > thresholds::most_other_sound * powers.common.total()) return {};
  const auto seconds = [&](size_t frame) { return decimals(static_cast<double>(frame) / sound.rate, 1) + " s"; };
  if (const auto late = late_part(sent, heard, sound.rate, std::llround(delay_frames))) {
    const double ms = static_cast<double>(late->frames) / sound.rate * 1000.0;
    return Refusal{"unsteady", "From " + seconds(late->at) + " on, the second time is heard " + decimals(std::abs(ms), 2) + " ms " +
                                   (ms > 0.0 ? "later" : "earlier") +
                                   " than the first: a device lost frames, or the microphone moved. Measure again."};
  }
  if (const auto strange = strange_window(heard, sound.rate)) {
    return Refusal{"unsteady", "At " + seconds(*strange) + " the second time is not heard as the first: a device or a busy machine "
                                                           "lost frames, or something loud sounded. Measure again."};
  }
  return {};
}

CapturedSound mean_of_repeats(const CapturedSound& sound, size_t period_frames) {
  CapturedSound mean{sound.rate, {}, {}};
  const auto put = [&](const std::vector<float>& from, std::vector<float>& to) {
    const Pair pair = pair_of(from, period_frames);
    to.resize(pair.size());
    for (size_t n = 0; n < to.size(); ++n) to[n] = 0.5f * (pair.first[n] + pair.second[n]);
  };
  put(sound.reference, mean.reference);
  put(sound.microphone, mean.microphone);
  return mean;
}

}  // namespace rowdesk::measurement
