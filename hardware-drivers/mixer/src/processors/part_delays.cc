#include "processors/part_delays.h"

#include <cmath>
#include <numbers>

namespace rowdesk {
namespace {

constexpr double half = part_taps / 2;
constexpr double kaiser_beta = 4.7;  // stop-band attenuation of 51 dB

double windowed_sinc(double distance) {
  const double place = distance / half;
  if (std::abs(place) >= 1.0) return 0.0;
  const double window = std::cyl_bessel_i(0.0, kaiser_beta * std::sqrt(1.0 - place * place));
  const double angle = std::numbers::pi * distance;
  return window * (angle == 0.0 ? 1.0 : std::sin(angle) / angle);
}

}  // namespace

void design_part_delays(PartDelays& delays) {
  for (uint32_t part = 0; part < parts_per_frame; ++part) {
    const double fraction = static_cast<double>(part) / parts_per_frame;
    double sum = 0.0, taps[part_taps];
    for (uint32_t tap = 0; tap < part_taps; ++tap) sum += taps[tap] = windowed_sinc(tap - (half - 1.0) - fraction);
    for (uint32_t tap = 0; tap < part_taps; ++tap) delays.late[part][tap] = static_cast<float>(taps[tap] / sum);
    const double late = part >= least_early_part ? fraction : fraction + 1.0;
    const double pole = (1.0 - late) / (1.0 + late);
    double response = pole;
    for (uint32_t tap = 0; tap < part_taps; ++tap) {
      delays.early[part][tap] = static_cast<float>(response);
      response = tap == 0 ? 1.0 - pole * pole : -pole * response;
    }
  }
}

}  // namespace rowdesk
