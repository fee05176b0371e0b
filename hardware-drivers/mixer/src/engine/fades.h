// Fades of levels, as in scene recalls. Between audible levels a fade is linear in dB; from and to silence it has equal
// power: the gain is a quarter of a sine or cosine, so that a crossfade keeps its loudness. Each step of the grid is one
// linear ramp of sub_block_frames. A ramp that other code changes ends its fade.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/locked_array.h"
#include "engine/state.h"

namespace rowdesk {

// Linear gain of -80 dB. Levels at and below it count as silence (rows.md "Show").
inline constexpr double fade_floor = 1e-4;

class Fades {
 public:
  // Fades for the array of `ramps` ramps that begins at `first` and must outlive it; at most `most` run at once.
  Fades(Ramp* first, size_t ramps, size_t most);

  // Begins a fade from the ramp's present value to `target` (linear gain) over `frames`. Returns false, and changes
  // nothing, if there is nothing to fade or too many fades run.
  bool begin(Ramp& ramp, float target, float frames);
  // A factor of a gain. frames: the duration of its fade; 0: no fade; below 0: the change leaves a running fade as it is.
  struct Part {
    float before, end, frames;
  };
  // Moves a fader, the product of its level and its group gain, each with a fade of its own. A part without a fade takes
  // `soon` frames. Returns false, and changes nothing, if neither part fades or continues a fade, or too many fades run.
  bool move(Ramp& ramp, float target, const Part& level, const Part& group, float soon);
  bool runs(const Ramp& ramp) { return find(ramp) != nullptr; }
  // Gives a running fade another target, reached in the remaining time. Returns false if none runs.
  bool redirect(const Ramp& ramp, float target);
  // Sets the next ramp of each fade. The engine calls it once per step of the grid.
  void tick();
  // Ends all fades at their targets.
  void settle();
  size_t count() const { return count_; }

 private:
  // The rotation per step that makes a quarter of a circle in `steps` steps.
  struct Arc {
    uint32_t steps;
    double cosine, sine;
  };
  // The course of one gain: `along` is one coordinate of a vector that each step rotates (equal power) or scales (linear
  // in dB); `offset` is a linear term that decays to 0.
  struct Course {
    double along, across;
    double cosine, sine;
    double offset, offset_step;
    double end;
    uint32_t steps;  // remaining

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
    Course level, group;  // the ramp's gain is their product
    float target;
    float own_target;  // the ramp's target and step as this fade set them; others mean that the fade is over
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
  LockedArray<uint32_t> places_;  // [ramp]: its place in running_, from 1; 0: none
  size_t count_ = 0;
  uint32_t begun_ = 0;
  Arc arc_{};  // of the last fade; fades of one commit usually share it
};

}  // namespace rowdesk
