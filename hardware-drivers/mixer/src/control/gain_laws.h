// The laws of level, from rows.md "How the desk sounds".
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rowdesk {

inline constexpr double silence_db = -144.0;
inline constexpr double highest_gain = 10.0;  // of a fader with its DCAs, +20 dB

// Linear gain of a level in dB; -144 and less is silence.
inline double gain_of_db(double db) { return db <= silence_db ? 0.0 : std::pow(10.0, db / 20.0); }

struct LegGains {
  double left;
  double right;
};

// A quarter of a sine from 0 to 1, exact at both ends.
inline double quarter_sine(double part) {
  if (part <= 0.0) return 0.0;
  if (part >= 1.0) return 1.0;
  return std::sin(part * std::numbers::pi / 2.0);
}

// One leg into two: equal power, -3.01 dB at centre, 0 dB at either end. pan -100 (left) to 100 (right).
inline LegGains pan_gains(double pan) { return {quarter_sine((100.0 - pan) / 200.0), quarter_sine((100.0 + pan) / 200.0)}; }

// Balance, two legs into two: 0 dB at centre; attenuates the leg opposite to the turn only. pan as above.
inline LegGains balance_gains(double pan) {
  return {quarter_sine((100.0 - pan) / 100.0), quarter_sine((100.0 + pan) / 100.0)};
}

}  // namespace rowdesk
