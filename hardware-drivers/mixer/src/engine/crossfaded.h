// Changes of choices by the engine; the kernels crossfade.
#pragma once

#include "engine/ramp.h"
#include "engine/state.h"

namespace rowdesk {

static inline bool is_under_way(const Crossfaded& choice) { return choice.crossfade.remaining > 0.0f; }
static inline bool waits(const Crossfaded& choice) { return choice.desired != choice.now; }

// Changes at once, without a crossfade.
static inline void put(Crossfaded& choice, int32_t value) { choice = {value, value, value, {1.0f, 0.0f, 0.0f}}; }

// Begins the waiting crossfade, if none runs.
static inline void begin(Crossfaded& choice, float frames) {
  if (!waits(choice) || is_under_way(choice)) return;
  choice.before = choice.now;
  choice.now = choice.desired;
  set(choice.crossfade, 0.0f);
  turn(choice.crossfade, 1.0f, frames);
}

}  // namespace rowdesk
