// What the headers of effects are made of: two legs, and rings that a place in them is read from.
//
// An effect is a struct with
//   id, uris      processorId and uri of its description
//   symbols       parameters of its description, in their order; checked when the mixer is opened
//   Settings      their values as doubles, in the same order; booleans are 0 or 1
//   Numbers       doubles that a change brings to the audio thread; their initial values are possible ones
//   numbers_of    control thread: Settings, and the tempo in bpm -> Numbers
//   State         what the audio thread keeps
//   memory_floats, allot   off the audio thread: its rings at a rate in Hz, in the memory that it is given
//   follow        audio thread: Numbers turn in so many frames, 0: at once
//   begin_changes audio thread, on the grid: crossfades that wait begin, if none is under way
//   finish        audio thread: those that wait are at their ends
//   forget        audio thread: silence came before
//   tail_frames   how long it may be silent and still sound again
// and in its part for kernels `run` from two legs to two, all wet.
#pragma once

#ifndef RD_KERNEL
#include <algorithm>

#include "engine/ramp.h"
#endif

#include "processors/processor.h"

namespace rowdesk {

inline constexpr uint32_t effect_legs = 2;

// A place in a ring, `now` frames back. A change crossfades from `before`; one during a crossfade waits in `desired`.
struct ReadHead {
  uint32_t now, before, desired;
  Ramp crossfade;  // 0: before, 1: now
};

#ifndef RD_KERNEL
// The whole number of frames nearest to a time, within the ring.
inline uint32_t frames_within(double seconds, double rate, uint32_t most) {
  return std::min(most, static_cast<uint32_t>(seconds * rate + 0.5));
}

inline void put(ReadHead& head, uint32_t frames) { head = {frames, frames, frames, {1.0f, 0.0f, 0.0f}}; }

// Begins what waits, if no crossfade is under way.
inline void begin(ReadHead& head, float frames) {
  if (head.desired == head.now || head.crossfade.remaining > 0.0f) return;
  head.before = head.now;
  head.now = head.desired;
  set(head.crossfade, 0.0f);
  turn(head.crossfade, 1.0f, frames);
}
#endif

}  // namespace rowdesk
