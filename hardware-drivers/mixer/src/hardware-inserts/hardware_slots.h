// The inserts that go through hardware, on the audio thread: what leaves by the outputs of the device and comes back to its
// inputs. Their sound is that of inserts with a plugin (hosted_processor.h): late by the way through the hardware, whether that
// is heard or not. Without the return the insert gives its input, delayed by as much.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "engine/state.h"
#include "engine/times.h"
#include "hardware-inserts/insert_clicks.h"
#include "hardware-inserts/insert_ports.h"
#include "hosted/heard_return.h"

namespace rowdesk {

// At most this many inserts have hardware; as many others may fade out at the same time.
inline constexpr uint32_t most_hardware_inserts = 64;

// Hardware that gives less than `least_answer` for a second of sound above `loud_send` is lost: its cable, or its power.
inline constexpr float loud_send = 0.0316228f;      // -30 dBFS
inline constexpr float least_answer = 0.0001f;      // -80 dBFS
inline constexpr double most_unanswered_s = 1.0;

struct HardwareSlot {
  HostedSound sound;
  InsertPorts ports, wanted;  // as they are, and as they are to be once the send is silent
  bool is_enabled;
  Ramp sends;                 // the gain of what leaves
  uint64_t whole_frames;      // since all that comes back is what was sent
  float sent_peak;            // since the block before
  uint64_t unanswered_frames; // of loud sound that was sent, since something came back
  std::atomic<bool> is_unanswered;
  InsertClicks* clicks;       // of a measurement; null for none
  uint32_t place, lane, strip;  // as in its order
  std::atomic<HostedHeard> heard;
};

// How an insert is to be, as the control side sends it.
struct HardwareOrder {
  uint32_t place;      // in the chain, from 0
  uint32_t lane;       // the strip's first
  uint32_t strip;      // its number
  HardwareSlot* slot = nullptr;  // null: it has none any more
  bool is_on = false;            // false: it fades out, and its slot follows
  bool is_enabled = false;       // false: bypassed
  uint32_t delay_frames = 0;     // of its dry sound: the way through the hardware
  InsertPorts ports = {};
  InsertClicks* clicks = nullptr;
};

class HardwareSlots {
 public:
  explicit HardwareSlots(const Times& times) : times_(times) {}

  // Off the audio thread, never while it runs. rate: Hz. Forgets all slots.
  void prepare(double rate);

  // Audio thread, between two sub-blocks.
  void apply(const HardwareOrder& order);
  // Before a block, for each of its sub-blocks once the kernels have written the outputs, and after it. opening: that of
  // all outputs as this sub-block began. closed: bits of Reason, per strip; at a panic nothing leaves.
  void begin(const Io& io, uint32_t frames, const std::atomic<uint32_t>* closed) {
    if (count_ > 0) begin_all(io, frames, closed);
  }
  void put(const Io& io, const Ramp& opening, const std::atomic<uint32_t>* closed) {
    if (count_ > 0) put_all(io, opening, closed);
  }
  void end() {
    if (count_ > 0) end_all();
  }

 private:
  void begin_all(const Io& io, uint32_t frames, const std::atomic<uint32_t>* closed);
  void put_all(const Io& io, const Ramp& opening, const std::atomic<uint32_t>* closed);
  void end_all();
  void begin(HardwareSlot& slot, const Io& io, uint32_t frames, bool is_silenced) const;
  bool is_answered(HardwareSlot& slot, bool is_whole, uint32_t frames) const;

  const Times times_;
  float ramp_frames_ = 0, decay_frames_ = 0, mute_frames_ = 0;
  uint64_t most_unanswered_ = 0;  // frames
  uint32_t count_ = 0;
  std::array<HardwareSlot*, 2 * most_hardware_inserts> slots_{};
};

}  // namespace rowdesk
