// The numbers of filters. Types and their meaning of Q and gain: R. Bristow-Johnson, "Cookbook formulae for audio EQ
// biquad filter coefficients"; the same transfer functions, realised as in filters.h.
#pragma once

#include <cmath>
#include <numbers>

#include "processors/filters.h"

namespace rowdesk {

enum class FilterType { low_shelf, peak, high_shelf, low_cut, high_cut, notch, band_pass };

// frequency_hz up to just under rate / 2; gain_db matters to shelves and peaks. Cuts fall by 12 dB per octave; band_pass
// is 0 dB at its middle. A peak or a shelf of 0 dB is open_section.
SectionNumbers design_filter(FilterType type, double frequency_hz, double gain_db, double q, double rate);

// s / (s + 1): a high-pass of 6 dB per octave.
SectionNumbers design_first_order_high_pass(double frequency_hz, double rate);

}  // namespace rowdesk
