// The numbers of filters. Types and their meaning of Q and gain: R. Bristow-Johnson, "Cookbook formulae for audio EQ
// biquad filter coefficients"; the same transfer functions, realised as in rack.h.
#pragma once

#include <array>

#include "processors/rack.h"

namespace rowdesk {

enum class FilterType { low_shelf, peak, high_shelf, low_cut, high_cut, notch, band_pass };

// In the order of Section.
using SectionNumbers = std::array<float, section_numbers>;

// Lets all through as it is; exactly.
inline constexpr SectionNumbers open_section = {0, 0, 0, 0, 1, 0, 0};

// frequency_hz up to just under rate / 2; gain_db matters to shelves and peaks. Cuts fall by 12 dB per octave; band_pass
// is 0 dB at its middle. A peak or a shelf of 0 dB is open_section.
SectionNumbers design_filter(FilterType type, double frequency_hz, double gain_db, double q, double rate);

// A Butterworth high-pass of 12, 18 or 24 dB per octave, -3.01 dB at its frequency.
std::array<SectionNumbers, 2> design_high_pass(double frequency_hz, int db_per_octave, double rate);

}  // namespace rowdesk
