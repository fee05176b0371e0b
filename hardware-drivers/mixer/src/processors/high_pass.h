// A Butterworth high-pass of 12, 18 or 24 dB per octave, -3.01 dB at its frequency.
#pragma once

#ifndef RD_KERNEL
#include "processors/filter_design.h"
#endif

#include "processors/filters.h"

namespace rowdesk {

struct HighPass : Filters<HighPass, 2> {
  static constexpr const char* id = "hpf";
  static constexpr const char* uris[] = {"builtin:hpf"};
  static constexpr Tap tap = tap_pre_eq;
  static constexpr Symbol symbols[] = {{"frequencyHz"}, {"slope", "12 18 24"}};

#ifndef RD_KERNEL
  struct Settings {
    double frequency_hz, slope;
  };

  // Q of the sections of a Butterworth filter of order n: 1 / (2 cos(angle)) for its pairs of poles, at pi/4 (n = 2), pi/3
  // (n = 3, plus a real pole), pi/8 and 3 pi/8 (n = 4).
  static void design(const Settings& settings, double rate, Numbers& numbers) {
    constexpr double pi = std::numbers::pi;
    const double hz = settings.frequency_hz;
    const auto pair = [&](double angle) { return design_filter(FilterType::low_cut, hz, 0.0, 0.5 / std::cos(angle), rate); };
    if (settings.slope == 0.0) numbers = {pair(pi / 4.0), open_section};
    else if (settings.slope == 1.0) numbers = {pair(pi / 3.0), design_first_order_high_pass(hz, rate)};
    else numbers = {pair(pi / 8.0), pair(3.0 * pi / 8.0)};
  }
#endif
};

}  // namespace rowdesk
