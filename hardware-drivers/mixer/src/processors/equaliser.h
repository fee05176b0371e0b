// A parametric equaliser with four or eight bands, each a second-order filter.
#pragma once

#ifndef RD_KERNEL
#include "processors/filter_design.h"
#endif

#include "processors/filters.h"

namespace rowdesk {

inline constexpr uint32_t most_bands = 8;

struct Equaliser : Filters<Equaliser, most_bands> {
  static constexpr const char* id = "eq";
  static constexpr const char* uris[] = {"builtin:eq4", "builtin:eq8"};
  static constexpr Tap tap = tap_post_eq;
  // Types in the order of FilterType.
  static constexpr Symbol symbols[] = {{"band{band}Enabled"},
                                       {"band{band}Type", "lowShelf peak highShelf lowCut highCut notch"},
                                       {"band{band}FrequencyHz"},
                                       {"band{band}GainDb"},
                                       {"band{band}Q"}};

#ifndef RD_KERNEL
  struct Settings {
    struct Band {
      double is_enabled, type, frequency_hz, gain_db, q;
    } bands[most_bands];  // all 0 beyond the strip's number of bands
  };

  // The highest Q of a shelf: a shelf of 15 dB overshoots its gain by 0.9 dB at Q 1, by 18 dB at Q 10.
  static constexpr double highest_shelf_q = 1.0;

  static void design(const Settings& settings, double rate, Numbers& numbers) {
    for (uint32_t band = 0; band < most_bands; ++band) {
      const auto& [is_enabled, type_number, frequency_hz, gain_db, desired_q] = settings.bands[band];
      if (is_enabled == 0.0) continue;
      const auto type = static_cast<FilterType>(type_number);
      const bool is_shelf = type == FilterType::low_shelf || type == FilterType::high_shelf;
      const double q = is_shelf ? std::min(desired_q, highest_shelf_q) : desired_q;
      numbers[band] = design_filter(type, frequency_hz, gain_db, q, rate);
    }
  }
#endif
};

}  // namespace rowdesk
