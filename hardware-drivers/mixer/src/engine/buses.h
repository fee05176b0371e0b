// The memory of buses: routes, generators that enter, and delay lines. Off the audio thread, except where a function says
// otherwise.
#pragma once

#include <vector>

#include "control/layout.h"
#include "engine/locked_array.h"
#include "engine/reserved_array.h"
#include "engine/state.h"

namespace rowdesk {

class Buses {
 public:
  // Points the state to this memory. layout must outlive it.
  Buses(const Layout& layout, State& state);

  // Makes empty delay lines for this rate, and closed routes to the outputs.
  void allot(double rate, uint32_t outputs, State& state);
  // Gives a delay line of latency compensation its memory, before the audio thread uses the line.
  void use(uint32_t delay_line);
  // Finishes all ramps and crossfades, and empties all lines.
  void settle(State& state);

  // Audio thread: begins waiting crossfades. True while one still waits.
  bool begin_waiting(float frames);

 private:
  template <typename Visit>
  void each_choice(Visit visit);
  size_t ring_frames() const { return alignments_[0].mask + 1; }

  const Layout& layout_;
  ReservedArray<Ramp> bus_routes_;
  LockedArray<Ramp> output_routes_, dims_, injections_, generator_levels_, generator_openings_, heard_;
  LockedArray<uint64_t> bus_active_, output_active_;
  LockedArray<uint32_t> strips_of_lanes_, delay_lines_, aligned_frames_;
  LockedArray<Crossfaded> talkback_sources_;
  LockedArray<DelayLine> alignments_, cue_delays_;
  LockedArray<float> generated_, cue_rings_;
  ReservedArray<float> alignment_rings_;
  std::vector<uint32_t> lines_in_use_;
};

}  // namespace rowdesk
