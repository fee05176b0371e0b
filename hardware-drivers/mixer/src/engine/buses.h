// The memory of buses: routes, generators that enter, and delay lines. Off the audio thread, except where a function says
// otherwise.
#pragma once

#include "control/layout.h"
#include "engine/locked_array.h"
#include "engine/state.h"

namespace rowdesk {

class Buses {
 public:
  // Points the state to this memory. layout must outlive it.
  Buses(const Layout& layout, State& state);

  // Makes empty delay lines for this rate, and closed routes to the outputs.
  void allot(double rate, uint32_t outputs, State& state);
  // Finishes all ramps and crossfades, and empties all lines.
  void settle(State& state);

  // Audio thread: begins waiting crossfades. True while one still waits.
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
