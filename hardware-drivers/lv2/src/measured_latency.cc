#include "measured_latency.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace rowdesk::plugins {
namespace {

constexpr double longest_s = 0.05;
constexpr double settling_s = 0.05;
/** Beside the event: a fractional delay, or a filter of linear phase. */
constexpr uint32_t spread_frames = 16;
constexpr double least_part_of_energy = 0.5;
constexpr float most_before = 0.1f;
constexpr float most_noise = 1e-4f;
constexpr float least_part_of_impulse = 0.01f;
constexpr float levels[] = {0.5f, 0.05f};
/** Into a block, so that a plugin which works in blocks of its own shows it. */
constexpr uint32_t offsets[] = {0, 37};
constexpr uint32_t same_frames = 2;

class Listener {
 public:
  Listener(Voice& voice, uint32_t legs, uint32_t block_frames) : voice_(voice), legs_(legs), block_(block_frames), memory_(size_t{4} * block_frames) {}

  /** Plays silence with an impulse at this frame, if any; the first leg of what comes back. Empty for what is not finite. */
  std::vector<float> play(uint32_t frames, uint32_t at = ~0u, float level = 0.0f) {
    std::vector<float> heard;
    float* buffers[4];
    for (size_t i = 0; i < 4; ++i) buffers[i] = memory_.data() + i * block_;
    for (uint32_t begin = 0; begin < frames; begin += block_) {
      std::fill(memory_.begin(), memory_.end(), 0.0f);
      if (at >= begin && at - begin < block_) {
        for (uint32_t leg = 0; leg < legs_; ++leg) buffers[leg][at - begin] = level;
      }
      if (!voice_.process(buffers, nullptr, buffers + 2, block_)) return {};
      heard.insert(heard.end(), buffers[2], buffers[2] + block_);
    }
    return heard;
  }

 private:
  Voice& voice_;
  const uint32_t legs_, block_;
  std::vector<float> memory_;
};

float peak_of(const std::vector<float>& sound) {
  float peak = 0.0f;
  for (const float each : sound) peak = std::max(peak, std::fabs(each));
  return peak;
}

/** Frames from the impulse to the event that it became. */
std::optional<uint32_t> distance(const std::vector<float>& heard, uint32_t at, float level, uint32_t longest) {
  if (heard.empty()) return std::nullopt;
  const auto louder = [](float a, float b) { return std::fabs(a) < std::fabs(b); };
  const auto event = static_cast<size_t>(std::max_element(heard.begin(), heard.end(), louder) - heard.begin());
  const float peak = std::fabs(heard[event]);
  if (event < at || event - at > longest || peak < least_part_of_impulse * level) return std::nullopt;
  double all = 0.0, near = 0.0;
  for (size_t i = 0; i < heard.size(); ++i) {
    const double energy = double{heard[i]} * double{heard[i]};
    const bool is_near = i + spread_frames >= event && i <= event + spread_frames;
    all += energy;
    if (is_near) near += energy;
    else if (i < event && std::fabs(heard[i]) > most_before * peak) return std::nullopt;
  }
  if (near < least_part_of_energy * all) return std::nullopt;
  return static_cast<uint32_t>(event - at);
}

}  // namespace

std::optional<uint32_t> measure_latency(Voice& voice, uint32_t legs, uint32_t rate_hz, uint32_t block_frames) {
  Listener listener(voice, legs, block_frames);
  const auto longest = static_cast<uint32_t>(longest_s * rate_hz);
  std::optional<uint32_t> measured;
  for (size_t n = 0; n < 2; ++n) {
    if (voice.is_busy()) return std::nullopt;
    const std::vector<float> before = listener.play(static_cast<uint32_t>(settling_s * rate_hz));
    if (before.empty()) return std::nullopt;
    const std::vector<float> end(before.end() - block_frames, before.end());
    if (peak_of(end) > most_noise * levels[n]) return std::nullopt;
    const uint32_t at = offsets[n] % block_frames;
    const auto heard = listener.play(2 * longest + at, at, levels[n]);
    const auto found = distance(heard, at, levels[n], longest);
    if (!found || (measured && *measured != *found)) return std::nullopt;
    measured = found;
  }
  return measured;
}

int32_t latency_correction(std::optional<uint32_t> measured, uint32_t told) {
  if (!measured) return 0;
  const auto difference = static_cast<int32_t>(*measured) - static_cast<int32_t>(told);
  return std::abs(difference) <= static_cast<int32_t>(same_frames) ? 0 : difference;
}

}  // namespace rowdesk::plugins
