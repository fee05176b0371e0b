// Delays of speakers, between Post-Fader and the outputs of the device: their memory and changes. The kernels compute the
// sound (kernel_output.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "control/layout.h"
#include "engine/locked_array.h"
#include "engine/reserved_array.h"
#include "engine/state.h"

namespace rowdesk {

class SpeakerDelays {
 public:
  // Points the state to this memory. layout and state must outlive it.
  SpeakerDelays(const Layout& layout, State& state);

  // Off the audio thread. Makes empty lines for a rate in Hz.
  void allot(double rate);
  // Off the audio thread. Finishes all changes and empties all lines.
  void settle();
  // Control side: gives the line of a lane its memory, before the audio thread uses it.
  void use(uint32_t lane);

  // Audio thread. parts: the delay in parts of a frame (part_delays.h). position: frames since settle(). The change
  // crossfades, and begins at a tick().
  void set(uint32_t lane, int32_t parts, uint64_t position);
  // Audio thread. Opens (1) or closes (0) what the line of a lane still holds.
  void open(uint32_t lane, float opening, float frames);
  // Audio thread, on the grid of sub-blocks. Ends finished changes and begins waiting ones.
  void tick(uint64_t position, float crossfade_frames);

  // Any thread: the delay that is heard, in parts of a frame; during a crossfade the new one.
  int32_t heard(uint32_t lane) const { return heard_[lane].load(std::memory_order_relaxed); }

 private:
  void join(uint32_t lane);
  void leave(uint32_t place);

  const Layout& layout_;
  State& state_;
  LockedArray<uint32_t> lanes_;
  LockedArray<DelayLine> lines_;
  LockedArray<Ramp> openings_;
  LockedArray<float> taps_;
  LockedArray<uint64_t> since_;  // [lane]: first position in the ring with sound
  LockedArray<uint8_t> is_listed_;
  ReservedArray<float> rings_;
  std::unique_ptr<std::atomic<int32_t>[]> heard_;
};

}  // namespace rowdesk
