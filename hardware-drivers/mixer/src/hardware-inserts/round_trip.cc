#include "hardware-inserts/round_trip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace rowdesk {
namespace {

// A click that comes back lower than this, -60 dBFS, or than the noise, is none.
constexpr float least_return = 0.001f;
constexpr float above_noise = 4.0f;
// Filters of converters ring around the click; behind that, half as high is another way.
constexpr uint32_t ringing_frames = 48;
constexpr float other_way = 0.5f;

struct Leg {
  uint32_t frames;
  float peak;
};

std::string in_frames(uint32_t frames) { return std::to_string(frames) + " frames"; }

// Throws the words of a refusal.
Leg found(const InsertClicks& clicks, uint32_t leg) {
  const uint32_t window = clicks.window;
  const float* const heard = clicks.heard.data() + static_cast<size_t>(leg) * clicks.frames();
  const auto part = [&](uint32_t number) { return std::span(heard + static_cast<size_t>(number) * window, window); };
  // What the hardware still rings with at first is over in the second half.
  const std::span<const float> quiet = part(0).subspan(window / 2);
  double sum = 0.0;
  for (const float sample : quiet) sum += sample;
  const auto offset = static_cast<float>(sum / static_cast<double>(quiet.size()));
  const auto height = [&](float sample) { return std::abs(sample - offset); };
  const auto lower = [&](float a, float b) { return height(a) < height(b); };
  const float noise = height(*std::ranges::max_element(quiet, lower));
  std::array<uint32_t, insert_clicks> at{};
  float peak = 0.0f;
  for (uint32_t click = 0; click < insert_clicks; ++click) {
    const std::span<const float> own = part(click + 1);
    const auto highest = std::ranges::max_element(own, lower);
    at[click] = static_cast<uint32_t>(highest - own.begin());
    if (height(*highest) < std::max(least_return, above_noise * noise)) {
      throw std::string(noise < least_return ? "nothing comes back" : "nothing comes back that is above the noise");
    }
    for (uint32_t frame = 0; frame < window; ++frame) {
      const uint32_t distance = frame < at[click] ? at[click] - frame : frame - at[click];
      if (distance <= ringing_frames || height(own[frame]) < other_way * height(*highest)) continue;
      throw "the click comes back more than once, after " + in_frames(std::min(frame, at[click])) + " and after " +
          in_frames(std::max(frame, at[click]));
    }
    if (*highest < offset) throw std::string("the click comes back inverted");
    peak = std::max(peak, height(*highest));
  }
  std::ranges::sort(at);
  // Between devices whose clocks differ a click may fall between two frames.
  if (at.back() - at.front() > 1) {
    throw "the clicks come back at different times, from " + in_frames(at.front()) + " to " + in_frames(at.back());
  }
  return {at[insert_clicks / 2], peak};
}

}  // namespace

RoundTrip round_trip_of(const InsertClicks& clicks) {
  if (clicks.is_lost.load(std::memory_order_acquire)) return {.fault = "the device was lost meanwhile"};
  constexpr const char* names[] = {"left leg: ", "right leg: "};
  std::array<Leg, hosted_legs> legs{};
  for (uint32_t leg = 0; leg < clicks.legs; ++leg) {
    try {
      legs[leg] = found(clicks, leg);
    } catch (const std::string& words) {
      return {.fault = (clicks.legs > 1 ? names[leg] : "") + words};
    }
  }
  if (clicks.legs > 1 && legs[0].frames != legs[1].frames) {
    return {.fault = "the left leg comes back after " + in_frames(legs[0].frames) + " and the right one after " +
                     in_frames(legs[1].frames)};
  }
  return {legs[0].frames, 20.0 * std::log10(legs[0].peak / click_level), ""};
}

}  // namespace rowdesk
