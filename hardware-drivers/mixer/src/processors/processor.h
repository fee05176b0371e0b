// The interface and the common parts of processors. Kernels include the headers of processors too, with RD_KERNEL defined;
// the part for kernels has plain arrays only (state.h).
#pragma once

#ifndef RD_KERNEL
#include <cstring>
#endif

#include "engine/state.h"

namespace rowdesk {

// One float per lane of a rack.
typedef float Row[widest_lanes];
// One bit per lane of a rack.
typedef uint32_t LaneSet;

// A parameter of a processor's description (`<name>.json`). choices: the values of an enum in their order, separated by
// spaces; the setting is the index of one. `{band}` in a name stands for each band, from 1.
struct Symbol {
  const char* name;
  const char* choices = "";
};

// Durations of changes, in frames.
struct ChangeFrames {
  float ramp;       // of a number
  float crossfade;  // from one filter to another
  float change;     // the time in which a new filter settles, plus the crossfade
};

// The defaults of inserts.
//
// An insert is a struct with
//   id            processorId of its description
//   uris          uris of its descriptions: one, or several for different kinds of strips
//   tap           the tap of its output: the one after tapPoint of its description; checked when the mixer opens
//   symbols       parameters of its description, in their order; checked when the mixer opens
//   Settings      the parameters' values as doubles, in the same order; booleans are 0 or 1
//   State         the state on the audio thread, in rows of a rack's lanes
//   Numbers       floats sent to the audio thread on a change, per lane
//   design        control thread: Settings and a rate in Hz -> Numbers
// and for kernels `run`, and `detect` with has_detector. Filters (filters.h) and Ramped (ramped.h) provide the rest.
struct Insert {
  // False for an insert that is no place in the chain: it has a Numbers alone, and its number in Inserts.
  static constexpr bool is_described = true;
  // True for an insert that follows the level of its input or of a key. Linked lanes follow the louder of the pair.
  static constexpr bool has_detector = false;
  // The column of the strips' meters for take_reduction, `id.reductionDb`; empty for none.
  static constexpr const char* reduction = "";
  // True for an insert that delays its sound. Its tap is tap_pre_fader, and it has
  //   latency_frames  control thread: Settings and a rate in Hz -> delay from input to output in frames
  static constexpr bool has_latency = false;
  // True for an insert that has a second `run`, which computes two neighbouring vectors of lanes together.
  static constexpr bool runs_pairs = false;

#ifndef RD_KERNEL
  // The length of the insert's ring of earlier frames at a rate in Hz, in rows over all lanes of a rack.
  static uint32_t memory_rows(double) { return 0; }
  // Clears the detector of a lane whose detector begins to run.
  template <typename State>
  static void forget_detector(State&, uint32_t) {}
#endif
};

#ifndef RD_KERNEL
// Reads consecutive floats or doubles as the members of a struct.
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
