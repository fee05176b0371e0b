#include "processors/filter_design.h"

#include <algorithm>

namespace rowdesk {
namespace {

// g and k as in filters.h; in, band, low: the gains of the input and of both integrators in the output.
SectionNumbers numbers_of(double g, double k, double in, double band, double low) {
  const double h = g / (1.0 + g * (g + k));
  const std::array<double, section_numbers> exact = {g, 2.0 * g, h * (g + k), h, in, band, low};
  SectionNumbers numbers;
  for (uint32_t i = 0; i < section_numbers; ++i) numbers[i] = static_cast<float>(exact[i]);
  return numbers;
}

double warped(double frequency_hz, double rate) {
  return std::tan(std::numbers::pi * std::min(frequency_hz, 0.499 * rate) / rate);
}

}  // namespace

SectionNumbers design_filter(FilterType type, double frequency_hz, double gain_db, double q, double rate) {
  const double g = warped(frequency_hz, rate), k = 1.0 / q;
  const double a = std::pow(10.0, gain_db / 40.0);
  const bool has_gain = type == FilterType::peak || type == FilterType::low_shelf || type == FilterType::high_shelf;
  if (has_gain && gain_db == 0.0) return open_section;
  switch (type) {
    case FilterType::peak: return numbers_of(g, k / a, 1.0, k / a * (a * a - 1.0), 0.0);
    case FilterType::low_shelf: return numbers_of(g / std::sqrt(a), k, 1.0, k * (a - 1.0), a * a - 1.0);
    case FilterType::high_shelf: return numbers_of(g * std::sqrt(a), k, a * a, k * (1.0 - a) * a, 1.0 - a * a);
    case FilterType::low_cut: return numbers_of(g, k, 1.0, -k, -1.0);
    case FilterType::high_cut: return numbers_of(g, k, 0.0, 0.0, 1.0);
    case FilterType::notch: return numbers_of(g, k, 1.0, -k, 0.0);
    case FilterType::band_pass: return numbers_of(g, k, 0.0, k, 0.0);
  }
  return open_section;
}

// The zero at -1 cancels one of the poles.
SectionNumbers design_first_order_high_pass(double frequency_hz, double rate) {
  return numbers_of(warped(frequency_hz, rate), 2.0, 1.0, -1.0, -1.0);
}

}  // namespace rowdesk
