// A notch against feedback: a second-order peaking cut.
#pragma once

#include <cstdint>

namespace rowdesk {

// Of one strip, fixed and live together.
inline constexpr uint32_t most_notches = 12;

struct Notch {
  double frequency_hz;
  double q;        // centre frequency over the bandwidth at half the gain in dB
  double gain_db;  // below 0
  bool operator==(const Notch&) const = default;
};

}  // namespace rowdesk
