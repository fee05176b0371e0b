// Levels that move linearly in dB, as scenes bring them about: one straight line per step of the grid of frames, so
// short that the law can't be told from it. Whoever turns such a ramp himself ends its fade.
#pragma once

#include <cstdint>

#include "locked_array.h"
#include "state.h"

namespace rowdesk {

// What stands for silence at either end of a fade (rows.md "Show").
inline constexpr double fade_floor_db = -80.0;
inline constexpr float fade_floor = 1e-4f;  // the same as a gain

class Fades {
 public:
  explicit Fades(size_t most) : running_(most) {}

  // From where it is to `target` (linear gain) over `frames`, `floor` standing for silence. False where that would be no
  // fade, or when too many run: then nothing was done.
  bool begin(Ramp& ramp, float target, float frames, float floor = fade_floor);
  // One that runs goes to another target in the time that is left. False where none runs.
  bool redirect(const Ramp& ramp, float target);
  // Once per step of the grid: the next line of each.
  void tick();
  // All are at their ends.
  void settle();
  size_t count() const { return count_; }

 private:
  struct Fade {
    Ramp* ramp;
    double gain;   // where it is, in the law
    double ratio;  // per step
    float target;
    uint32_t steps;    // to go
    float own_target;  // the ramp as this fade left it
    float own_step;
  };

  bool is_own(const Fade& fade) const;
  void drop(size_t place) { running_[place] = running_[--count_]; }

  LockedArray<Fade> running_;
  size_t count_ = 0;
  uint32_t begun_ = 0;
};

}  // namespace rowdesk
