// The notches of a strip against feedback, before its de-esser, compressor and limiter. The insert has no description: its
// numbers come from Mixer::notch (control/notch_updates.h).
#pragma once

#ifndef RD_KERNEL
#include <span>

#include "feedback/notch.h"
#include "processors/filter_design.h"
#endif

#include "processors/filters.h"

namespace rowdesk {

inline constexpr uint32_t notch_sections = 12;

struct Notches : Filters<Notches, notch_sections> {
  static constexpr const char* id = "notches";
  static constexpr bool is_described = false;
  static constexpr Tap tap = tap_pre_fader;

#ifndef RD_KERNEL
  static_assert(notch_sections == most_notches);
  typedef std::array<Notch, most_notches> Settings;  // a notch of 0 dB: none

  static void design(const Settings& settings, double rate, Numbers& numbers) {
    for (uint32_t i = 0; i < most_notches; ++i) {
      const auto& [frequency_hz, q, gain_db] = settings[i];
      // The bandwidth of a peak is at half its gain in dB, and so is a notch's.
      if (gain_db != 0.0) numbers[i] = design_filter(FilterType::peak, frequency_hz, gain_db, q, rate);
    }
  }
#endif
};

}  // namespace rowdesk
