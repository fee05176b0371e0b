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
  // How a part of a gain moves: over `frames`, linear in dB; 0: to its end at once; below 0: nothing is said of it.
  struct Part {
    float before, end, frames;
  };
  // A fader: its level, and what there is beside that, move each for itself. What doesn't fade takes `soon` frames, what
  // nothing is said of goes on as it moves. False where none of both fades, or fades on: then nothing was done.
  bool move(Ramp& ramp, float target, const Part& level, const Part& beside, float soon);
  bool runs(const Ramp& ramp) { return find(ramp) != nullptr; }
  // One that runs goes to another target in the time that is left. False where none runs.
  bool redirect(const Ramp& ramp, float target);
  // Once per step of the grid: the next line of each.
  void tick();
  // All are at their ends.
  void settle();
  size_t count() const { return count_; }

 private:
  struct Course {
    double gain;         // where it is
    double end;
    double ratio, step;  // per step
    uint32_t steps;      // to go

    void fade(double to, float frames, double floor = fade_floor);
    void turn(double to, float frames);
    void follow(const Part& part, float soon);
    void tick();
  };
  struct Fade {
    Ramp* ramp;
    Course level, beside;  // their product is what is heard
    float target;
    float own_target;  // the ramp as this fade left it
    float own_step;
  };

  Fade& add(Ramp& ramp, float target);
  void hold(Fade& fade);
  Fade* find(const Ramp& ramp);
  static bool is_left(const Fade& fade);
  void drop(size_t place) { running_[place] = running_[--count_]; }

  LockedArray<Fade> running_;
  size_t count_ = 0;
  uint32_t begun_ = 0;
};

}  // namespace rowdesk
