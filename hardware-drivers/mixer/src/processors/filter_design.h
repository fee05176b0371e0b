// Coefficients of filters. Types, Q, gain and transfer functions: R. Bristow-Johnson, "Cookbook formulae for audio EQ
// biquad filter coefficients", realised as state-variable filters (filters.h).
#pragma once

#include <cmath>
#include <numbers>

#include "processors/filters.h"

namespace rowdesk {

enum class FilterType { low_shelf, peak, high_shelf, low_cut, high_cut, notch, band_pass };

// frequency_hz: below rate / 2. gain_db: for shelves and peaks only. Cuts have 12 dB per octave; band_pass has 0 dB at its
// centre. A peak or shelf of 0 dB gives open_section.
SectionNumbers design_filter(FilterType type, double frequency_hz, double gain_db, double q, double rate);

// A high-pass of 6 dB per octave: s / (s + 1).
SectionNumbers design_first_order_high_pass(double frequency_hz, double rate);

}  // namespace rowdesk
