// An impulse response in octave bands, without a shift in time: the magnitudes of Butterworth filters of third order, which
// meet class 1 of IEC 61260-1, without their phases.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace rowdesk::measurement {

// Nominal mid-bands in Hz; the exact ones are 1000 * 10^(0.3 n).
inline constexpr std::array<double, 8> octaves_hz = {63, 125, 250, 500, 1000, 2000, 4000, 8000};
double exact_octave_hz(size_t band);

// One for each of octaves_hz, as long as `values`. rate: Hz.
std::vector<std::vector<float>> octave_bands(const std::vector<float>& values, double rate);

}  // namespace rowdesk::measurement
