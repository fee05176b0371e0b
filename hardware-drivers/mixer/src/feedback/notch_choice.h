// Which notch lowers a howl at the least cost: the one at its frequency, one of its own, or one that neighbours share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "feedback/notch_fit.h"

namespace rowdesk {

// A notch, and what it stands for.
struct StandingNotch {
  Notch notch;
  HowlNeeds needs;
  bool is_proven = false;  // others may join: what it lowers is feedback
};

struct HowlToLower {
  double frequency_hz;
  double deeper_db;   // by so much more than now, below 0
  double deepest_db;  // of a notch
  Notch own;          // a notch of its own
};

struct NotchChoice {
  static constexpr uint32_t none = ~0u;
  double cost = 0.0;        // dB times octaves that it takes beyond what is taken now
  uint32_t joined = none;   // this one is `notch` from now on, and stands for `needs`
  uint32_t merged = none;   // this one, above `joined`, goes into it
  bool has_own = false;     // the howl has its own notch
  Notch notch = {};
  HowlNeeds needs = {};
};

// at: the notch that the howl was found under; NotchChoice::none for none. Nothing where no notch reaches the howl.
std::optional<NotchChoice> choose_notch(std::span<const StandingNotch> standing, uint32_t at, bool has_free_slot, const HowlToLower& howl);

}  // namespace rowdesk
