// The interface and the common parts of effects, which have two legs and delay by rings.
//
// An effect is a struct with
//   id, uris      processorId and uri of its description
//   symbols       parameters of its description, in their order; checked when the mixer opens
//   Settings      the parameters' values as doubles, in the same order; booleans are 0 or 1
//   Numbers       doubles sent to the audio thread on a change; their initial values are valid
//   numbers_of    control thread: Settings and the tempo in bpm -> Numbers
//   State         the state on the audio thread
//   memory_floats, allot   off the audio thread: size of its rings for a rate in Hz; places the rings in the given memory
//   follow        audio thread: moves to new Numbers within the given frames, 0: at once
//   begin_changes audio thread, on the grid: begins a waiting crossfade unless one runs
//   finish        audio thread: completes waiting changes at once
//   forget        audio thread: clears the memory, as after silence
//   tail_frames   longest silence at the output that sound may still follow, in frames
// and for kernels `run`, from two legs to two legs, wet signal only.
#pragma once

#ifndef RD_KERNEL
#include <algorithm>

#include "engine/ramp.h"
#endif

#include "processors/processor.h"

namespace rowdesk {

inline constexpr uint32_t effect_legs = 2;

// A read position in a ring, `now` frames back. A change crossfades from `before`; a change during a crossfade waits in
// `desired`.
struct ReadHead {
  uint32_t now, before, desired;
  Ramp crossfade;  // 0: before, 1: now
};

#ifndef RD_KERNEL
// A time in frames, rounded, at most `most`. rate in Hz.
inline uint32_t frames_within(double seconds, double rate, uint32_t most) {
  return std::min(most, static_cast<uint32_t>(seconds * rate + 0.5));
}

inline void put(ReadHead& head, uint32_t frames) { head = {frames, frames, frames, {1.0f, 0.0f, 0.0f}}; }

// Begins the waiting change unless a crossfade runs.
inline void begin(ReadHead& head, float frames) {
  if (head.desired == head.now || head.crossfade.remaining > 0.0f) return;
  head.before = head.now;
  head.now = head.desired;
  set(head.crossfade, 0.0f);
  turn(head.crossfade, 1.0f, frames);
}
#endif

}  // namespace rowdesk
