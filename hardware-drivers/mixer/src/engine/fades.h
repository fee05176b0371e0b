// Levels that move as scenes bring them about: between audible levels linearly in dB; from and to silence with equal
// power, a quarter of a sine or cosine of the gain, so that a crossfade has no hole. One straight line per step of the
// grid of frames, so short that the law can't be told from it. Turning such a ramp from elsewhere ends its fade.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/locked_array.h"
#include "engine/state.h"

namespace rowdesk {

// A gain of -80 dB: at and below it a level counts as silence (rows.md "Show").
inline constexpr double fade_floor = 1e-4;

class Fades {
 public:
  // Of `ramps` ramps from `first` on, which outlive it; at most `most` of them fade at once.
  Fades(Ramp* first, size_t ramps, size_t most);

  // From where it is to `target` (linear gain) over `frames`. False where that would be no fade, or when too many run:
  // then nothing was done.
  bool begin(Ramp& ramp, float target, float frames);
  // How a part of a gain moves: over `frames`, by the law above; 0: to its end at once; below 0: nothing is said of it.
  struct Part {
    float before, end, frames;
  };
  // A fader: its level, and what there is group that, move each for itself. What doesn't fade takes `soon` frames, what
  // nothing is said of goes on as it moves. False where none of both fades, or fades on: then nothing was done.
  bool move(Ramp& ramp, float target, const Part& level, const Part& group, float soon);
  bool runs(const Ramp& ramp) { return find(ramp) != nullptr; }
  // One that runs goes to another target in the time that is left. False where none runs.
  bool redirect(const Ramp& ramp, float target);
  // Once per step of the grid: the next line of each.
  void tick();
  // Ends all fades at their targets.
  void settle();
  size_t count() const { return count_; }

 private:
  // What one step of so many turns a quarter of a circle by.
  struct Arc {
    uint32_t steps;
    double cosine, sine;
  };
  // A gain on its way: `along`, a side of a vector that is turned or scaled once per step, and what fades out group it.
  struct Course {
    double along, across;
    double cosine, sine;
    double offset, offset_step;
    double end;
    uint32_t steps;  // to go

    double gain() const { return along + offset; }
    void rest(double at);
    void fade(double to, float frames, Arc& arc);
    void redirect(double to, Arc& arc);
    void turn(double to, float frames);
    void follow(const Part& part, float soon, Arc& arc);
    void tick();
  };
  struct Fade {
    Ramp* ramp;
    Course level, group;  // their product is what is heard
    float target;
    float own_target;  // the ramp as this fade left it
    float own_step;
  };

  Fade* add(Ramp& ramp, float target);
  void hold(Fade& fade);
  Fade* find(const Ramp& ramp);
  static bool is_left(const Fade& fade);
  void drop(size_t place);
  uint32_t& place_of(const Ramp& ramp) { return places_[static_cast<size_t>(&ramp - first_)]; }

  Ramp* first_;
  LockedArray<Fade> running_;
  LockedArray<uint32_t> places_;  // [ramp]: its place in running_, from 1; 0: none. No search, however many run
  size_t count_ = 0;
  uint32_t begun_ = 0;
  Arc arc_{};  // of the last fade: those of one commit take the same time
};

}  // namespace rowdesk
