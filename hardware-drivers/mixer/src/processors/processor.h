// What the headers of processors are made of. Kernels include these headers too, with RD_KERNEL defined; the part that they
// see has plain arrays only (see state.h).
#pragma once

#ifndef RD_KERNEL
#include <cstring>
#endif

#include "engine/state.h"

namespace rowdesk {

// One number for each lane of a rack.
typedef float Row[widest_lanes];
// A bit for each lane of a rack.
typedef uint32_t LaneSet;

// A parameter as a processor's description (`<name>.json`) has it. `choices`: of an enum, its values in their order, with
// spaces between them; the setting is the position among them. `{band}` in a name stands for each band, from 1.
struct Symbol {
  const char* name;
  const char* choices = "";
};

// How long changes take, in frames.
struct ChangeFrames {
  float ramp;       // of a number
  float crossfade;  // from one filter to another
  float change;     // a crossfade, and before it the time in which the new filter settles
};

// What inserts have unless their header says otherwise.
//
// An insert is a struct with
//   id            processorId of its description
//   uris          of its descriptions: one, or several for different kinds of strips
//   tap           the tap that it makes: the one after tapPoint of its description
//   symbols       parameters of its description, in their order; checked when the mixer is opened
//   Settings      their values as doubles, in the same order; booleans are 0 or 1
//   State         what the audio thread keeps, in rows of a rack's lanes
//   Numbers       floats that a change brings to the audio thread, per lane
//   design        control thread: Settings at a rate in Hz -> Numbers
// and in its part for kernels `run`, and `detect` with has_detector. Filters (filters.h) and Ramped (ramped.h) bring the rest.
struct Insert {
  // It follows the level of its own input, or of a key: lanes that are linked with a neighbour hear the louder of both.
  static constexpr bool has_detector = false;
  // The column of the strips' meters that its take_reduction is reported in, `id.reductionDb`; empty: none.
  static constexpr const char* reduction = "";

#ifndef RD_KERNEL
  // Rows that an insert remembers the sound in, or its squares, at this rate in Hz: a ring over all lanes of a rack.
  static uint32_t memory_rows(double) { return 0; }
  // What its detector remembers of a lane is forgotten: the lane was not heard until now.
  template <typename State>
  static void forget_detector(State&, uint32_t) {}
#endif
};

#ifndef RD_KERNEL
// Floats or doubles as the struct that they are the members of.
template <typename T>
T read_as(const void* numbers) {
  T made;
  std::memcpy(static_cast<void*>(&made), numbers, sizeof made);
  return made;
}

inline bool holds(LaneSet set, uint32_t place) { return (set >> place & 1u) != 0; }
inline void put(LaneSet& set, uint32_t place, bool is_in) { set = is_in ? set | 1u << place : set & ~(1u << place); }
#endif

}  // namespace rowdesk
