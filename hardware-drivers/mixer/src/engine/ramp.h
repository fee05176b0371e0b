// Changes of ramps by the engine; the kernels read and advance them.
#pragma once

#include "engine/state.h"

namespace rowdesk {

static inline void set(Ramp& ramp, float value) { ramp = {value, 0.0f, 0.0f}; }

static inline float now(const Ramp& ramp) { return ramp.target - ramp.step * ramp.remaining; }

// Begins a linear ramp from the present value; with frames 0 the value changes at once.
static inline void turn(Ramp& ramp, float target, float frames) {
  const float from = now(ramp);
  if (frames < 1.0f || from == target) return set(ramp, target);
  ramp = {target, (target - from) / frames, frames};
}

static inline void finish(Ramp& ramp) { set(ramp, ramp.target); }

}  // namespace rowdesk
