// The memory of all that buses sum: routes, what enters in addition, and the lines that delay it. Off the audio thread,
// but for what is said of it.
#pragma once

#include "control/layout.h"
#include "engine/locked_array.h"
#include "engine/state.h"

namespace rowdesk {

class Buses {
 public:
  // Points the state to it. layout must outlive it.
  Buses(const Layout& layout, State& state);

  // New lines, empty, for this rate; new routes to the outputs, none of them open.
  void allot(double rate, uint32_t outputs, State& state);
  // All ramps and crossfades at their ends, all lines empty.
  void settle(State& state);

  // The audio thread: begins crossfades that waited for another. True while one waits still.
  bool begin_waiting(float frames);

 private:
  template <typename Visit>
  void each_choice(Visit visit);

  const Layout& layout_;
  LockedArray<Ramp> bus_routes_, output_routes_, dims_, injections_, generator_levels_, generator_openings_, heard_;
  LockedArray<uint64_t> bus_active_, output_active_;
  LockedArray<uint32_t> strips_of_lanes_, aligned_frames_;
  LockedArray<Crossfaded> talkback_sources_;
  LockedArray<DelayLine> alignments_, cue_delays_;
  LockedArray<float> generated_, alignment_rings_, cue_rings_;
};

}  // namespace rowdesk
