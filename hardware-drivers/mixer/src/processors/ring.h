// What effects have in common: two legs, and places in their rings.
#pragma once

#include "processors/processor.h"

namespace rowdesk {

inline constexpr uint32_t effect_legs = 2;

// A place in a ring, `now` frames back. A change crossfades from `before`; one during a crossfade waits in `desired`.
struct ReadHead {
  uint32_t now, before, desired;
  Ramp crossfade;  // 0: before, 1: now
};

}  // namespace rowdesk
