// Turning ramps from the engine; the kernels read and advance them.
#pragma once

#include "state.h"

namespace rowdesk {

static inline void set(Ramp& ramp, float value) { ramp = {value, 0.0f, 0.0f}; }

// A straight line from where it is now. frames 0: at once.
static inline void turn(Ramp& ramp, float target, float frames) {
  const float now = ramp.target - ramp.step * ramp.remaining;
  if (frames < 1.0f || now == target) return set(ramp, target);
  ramp = {target, (target - now) / frames, frames};
}

static inline void finish(Ramp& ramp) { set(ramp, ramp.target); }

}  // namespace rowdesk
