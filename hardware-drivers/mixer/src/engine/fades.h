// Fades of levels, as in scene recalls. Between audible levels a fade is linear in dB; from and to silence it has equal
// power: the gain is a quarter of a sine or cosine, so that a crossfade keeps its loudness. Each step of the grid is one
// linear ramp of sub_block_frames. A ramp belongs to its fade until the fade is over, or until turn() or set().
#pragma once

#include <cstddef>
#include <cstdint>

#include "control/block.h"
#include "engine/locked_array.h"
#include "engine/reserved_array.h"
#include "engine/state.h"

namespace rowdesk {

class Fades {
 public:
  enum class Factors { one, two };

  // Fades for the array of `ramps` ramps that begins at `first` and must outlive it; at most `most` run at once.
  // two: move() fades gains of two factors. Only the first `in_use` ramps are in use.
  Fades(Ramp* first, size_t ramps, size_t most, Factors factors = Factors::one, size_t in_use = ~size_t{0});
  // More ramps are in use. Not on the audio thread, and before it uses them.
  void use(size_t first, size_t ramps) { places_.use(first, ramps); }

  // Begins a fade from the ramp's present value to `target` (linear gain) over `frames`. Returns false, and changes
  // nothing, if there is nothing to fade or too many fades run.
  bool begin(Ramp& ramp, float target, float frames);
  // The same by a planned course. Returns false, and changes nothing, also if the ramp is not at rest where it begins.
  bool begin(const Ramp& ramp, float target, const Change::Course& planned);
  // A factor of a gain. frames: the duration of its fade; 0: no fade; below 0: the change leaves a running fade as it is.
  struct Part {
    float before, end, frames;
  };
  // Moves a fader, the product of its level and its group gain, each with a fade of its own. A part without a fade takes
  // `soon` frames. Returns false, and changes nothing, if neither part fades or continues a fade, or too many fades run.
  bool move(Ramp& ramp, float target, const Part& level, const Part& group, float soon);
  bool runs(const Ramp& ramp) const { return place_of(ramp) != 0; }
  // Begins a linear ramp over `frames` at the step of the grid that is nearest to `held` frames behind the last one. Returns false as
  // begin().
  bool begin_late(Ramp& ramp, float target, float frames, uint32_t held);
  // Gives a running fade another target, reached in the remaining time. Returns false if none runs.
  bool redirect(const Ramp& ramp, float target);
  // Changes a ramp, and ends its fade.
  void turn(Ramp& ramp, float target, float frames);
  void set(Ramp& ramp, float value);
  // Sets the next ramp of each fade. The engine calls it once per step of the grid.
  void tick();
  // Ends all fades at their targets.
  void settle();
  size_t count() const { return count_; }
  // Fetches what a change of this ramp reads.
  void prefetch(const Ramp& ramp) const { __builtin_prefetch(&places_[index_of(ramp)]); }

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
    float end;
    uint32_t steps : 24;     // remaining
    uint32_t held : 8 = 0;  // steps of the grid before them

    double gain() const { return along + offset; }
    void rest(double at);
    void fade(float to, float frames, Arc& arc);
    void redirect(float to, Arc& arc);
    void turn(float to, float frames);
    void follow(const Part& part, float soon, Arc& arc);
    void tick();
  };
  // One cache line: a scene moves thousands of them at each step.
  struct alignas(64) Fade {
    Course level;
    float target;
    uint32_t ramp;
  };
  static_assert(sizeof(Fade) == 64);

  size_t index_of(const Ramp& ramp) const { return static_cast<size_t>(&ramp - first_); }
  uint32_t& place_of(const Ramp& ramp) const { return places_[index_of(ramp)]; }
  Fade* find(const Ramp& ramp) const;
  Fade* add(const Ramp& ramp, float target);
  void drop(size_t place);
  Course* group_of(const Fade& fade) const { return &groups_[static_cast<size_t>(&fade - running_.data())]; }
  bool step(Fade& fade, Course* group);

  Ramp* first_;
  LockedArray<Fade> running_;
  LockedArray<Course> groups_;     // [place]: the second factor; empty where gains have one
  ReservedArray<uint32_t> places_;  // [ramp]: its place in running_, from 1; 0: none
  size_t count_ = 0;
  Arc arc_{};  // of the last fade; fades of one commit usually share it
};

}  // namespace rowdesk
