// The inserts of all lanes, on the audio thread: their memory, changes, and the work between sub-blocks. The kernels compute
// the sound (kernel_processors.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "control/layout.h"
#include "engine/locked_array.h"
#include "engine/reserved_array.h"
#include "processors/processor_change.h"
#include "processors/rack.h"
#include "engine/times.h"

namespace rowdesk {

template <typename P>
inline constexpr bool has_reduction = P::reduction[0] != '\0';
template <typename... P>
constexpr size_t reductions_in(List<P...>) {
  return (size_t{has_reduction<P>} + ... + size_t{0});
}
template <typename... P>
constexpr auto reductions_of(List<P...> list) {
  std::array<std::string_view, reductions_in(list)> names;
  size_t next = 0;
  ((has_reduction<P> ? void(names[next++] = P::reduction) : void()), ...);
  return names;
}

class Processors {
 public:
  // layout must outlive it; taps: State::taps.
  Processors(const Layout& layout, float** taps);

  // Off the audio thread. Makes the memory for a rate in Hz.
  void allot(double rate, const Times& times);
  // Off the audio thread. No insert has a plugin any more.
  void forget_hosted();
  // Off the audio thread. Finishes all changes and clears all memory.
  void settle();
  // Control side: gives what a change switches on its memory, before the change is sent.
  void use(const ProcessorChange& change);

  // Audio thread. Applies all changes of one block. position: frames since settle().
  void apply(std::span<const ProcessorChange> changes, const float* numbers, uint64_t position);
  // Audio thread. The insert of a strip with so many legs has this sound from now on; null: none.
  void put_hosted(uint32_t place, uint32_t first_lane, uint32_t legs, HostedSound* sound);
  // Audio thread, on the grid of sub-blocks. Ends finished changes and begins waiting ones.
  void tick(uint64_t position);
  // Audio thread. Clears the memory of a lane's inserts, after a value that was not finite.
  void reset(uint32_t lane);

  // Columns of the strips' meters (engine/meter_columns.h): `processorId.meter`, dB, 0 or less.
  static constexpr std::array<std::string_view, reductions_in(Inserts{})> meters = reductions_of(Inserts{});
  // The largest reduction of each meter since the last call, in the order of `meters`; dB, 0 or more.
  std::array<float, meters.size()> take_reductions(uint32_t lane);

  ProcessorState& state() { return state_; }
  const PartDelays& part_delays() const { return part_delays_[0]; }

 private:
  static size_t late_key(uint32_t lane, uint32_t insert) { return static_cast<size_t>(lane) * insert_count + insert; }
  Rack& rack_of(uint32_t lane) const { return racks_[lane / widest_lanes]; }
  void apply(const ProcessorChange& change, const float* numbers, uint64_t position);
  void apply_key(Key& key, uint32_t lane, uint32_t insert, const float* numbers);
  void apply_align(uint32_t lane, int32_t frames, uint64_t position);
  void tick_aligns(Rack& rack, uint32_t first_lane, uint64_t position);
  void list_late_keys();
  // After a change of the computed lanes: updates the buffers of the taps and the lanes of the detectors.
  void arrange(uint32_t rack);
  template <typename P>
  static void arrange_detector(RackSlot<P>& slot, const Row& linked);

  const Layout& layout_;
  float** taps_;
  ChangeFrames frames_{};
  uint32_t busy_racks_ = 0;  // racks with a computed lane

  ProcessorState state_{};
  LockedArray<Rack> racks_;
  LockedArray<uint8_t> is_dirty_;  // [rack]: changed by the block that is being applied
  LockedArray<float> made_;          // [tap][lane][sub_block_frames]
  LockedArray<float*> before_align_;
  ReservedArray<float> memory_, late_rings_, align_rings_;
  LockedArray<DelayLine> aligns_;
  LockedArray<PartDelays> part_delays_{1};
  LockedArray<uint64_t> aligned_since_;  // [lane]: first position in the ring with sound
  LockedArray<LateKey> late_keys_;       // [lane][insert]
  LockedArray<LateKey> late_list_;
};

constexpr uint32_t processor_meters = Processors::meters.size();

}  // namespace rowdesk
