#include "measurement/checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "measurement/thresholds.h"

namespace rowdesk::measurement {
namespace {

constexpr double silence_db = -144.0;

double db_of_power(double power) { return power > 0.0 ? std::max(silence_db, 10.0 * std::log10(power)) : silence_db; }

std::string one_decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

MaybeRefused check_length(const CapturedSound& sound, double least_s) {
  if (sound.seconds() >= least_s) return {};
  return Refusal{"too-short", "The capture is " + one_decimal(sound.seconds()) + " s long; it must be " + one_decimal(least_s) +
                                  " s or longer."};
}

int full_scale_frames(const std::vector<float>& channel) {
  return static_cast<int>(
      std::ranges::count_if(channel, [](float sample) { return std::abs(sample) >= thresholds::full_scale; }));
}

MaybeRefused check_clipping(const std::vector<float>& channel, const char* name, const char* remedy) {
  const int frames = full_scale_frames(channel);
  if (frames <= thresholds::most_full_scale_frames) return {};
  return Refusal{"clipped", std::string(name) + " is at full scale in " + std::to_string(frames) + " frames: " + remedy};
}

float peak_within(const std::vector<float>& channel, size_t first, size_t end) {
  float peak = 0.0f;
  for (size_t i = first; i < std::min(end, channel.size()); ++i) peak = std::max(peak, std::abs(channel[i]));
  return peak;
}

// Frames of the stretches that are missing: silence in both channels that begins or ends within sound.
size_t missing_frames(const CapturedSound& sound) {
  const auto& [rate, reference, microphone] = sound;
  const auto least = static_cast<size_t>(std::ceil(thresholds::least_dropout_s * rate));
  const auto edge = static_cast<size_t>(std::ceil(thresholds::dropout_edge_s * rate));
  const double loud = std::pow(10.0, (level_db(reference, rate) + thresholds::dropout_edge_db) / 20.0);
  size_t missing = 0;
  for (size_t at = 0; at < reference.size();) {
    if (reference[at] != 0.0f || microphone[at] != 0.0f) {
      ++at;
      continue;
    }
    const size_t first = at;
    while (at < reference.size() && reference[at] == 0.0f && microphone[at] == 0.0f) ++at;
    const bool is_within = first > 0 && at < reference.size();
    if (!is_within || at - first < least) continue;
    const float before = peak_within(reference, first - std::min(first, edge), first);
    const float after = peak_within(reference, at, at + edge);
    if (std::max(before, after) > loud) missing += at - first;
  }
  return missing;
}

}  // namespace

double level_db(const std::vector<float>& channel, double rate) {
  const size_t part = std::max<size_t>(1, static_cast<size_t>(0.1 * rate));
  std::vector<double> powers;
  for (size_t first = 0; first < channel.size(); first += part) {
    const size_t end = std::min(first + part, channel.size());
    double sum = 0.0;
    for (size_t i = first; i < end; ++i) sum += static_cast<double>(channel[i]) * channel[i];
    powers.push_back(sum / static_cast<double>(end - first));
  }
  if (powers.empty()) return silence_db;
  const double least = 1e-4 * std::ranges::max(powers);
  double sum = 0.0;
  size_t counted = 0;
  for (const double power : powers) {
    if (power < least) continue;
    sum += power;
    ++counted;
  }
  return db_of_power(2.0 * sum / static_cast<double>(counted));
}

double peak_db(const std::vector<float>& channel) {
  const double peak = peak_within(channel, 0, channel.size());
  return db_of_power(peak * peak);
}

MaybeRefused check(const CapturedSound& sound, const Checks& checks) {
  if (auto refused = check_length(sound, std::max(thresholds::least_s, checks.least_s))) return refused;
  if (checks.has_reference) {
    if (const double level = level_db(sound.reference, sound.rate); level < thresholds::least_reference_db) {
      return Refusal{"no-signal", "What was sent has " + one_decimal(level) +
                                      " dBFS: open the output's fader, and let the stimulus or the programme play."};
    }
  }
  if (const double peak = peak_db(sound.microphone); peak < thresholds::least_microphone_db) {
    return Refusal{"no-signal", "The microphone has a peak of " + one_decimal(peak) +
                                    " dBFS: see whether it is connected, has phantom power and preamp gain."};
  }
  if (checks.has_reference) {
    if (auto refused = check_clipping(sound.reference, "What was sent", "lower its level.")) return refused;
  }
  if (auto refused = check_clipping(sound.microphone, "The microphone", "lower its preamp gain or the level.")) return refused;
  if (checks.has_reference) {
    if (const size_t missing = missing_frames(sound); missing > 0) {
      return Refusal{"dropouts", std::to_string(missing) + " frames of the capture are missing: measure again."};
    }
  }
  return {};
}

}  // namespace rowdesk::measurement
