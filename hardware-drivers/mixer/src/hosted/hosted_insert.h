// The slot of one insert with a plugin and its return, with their files and memory. The control side makes and frees it; in between its
// HostedSlot belongs to the audio thread.
#pragma once

#include <cstdint>
#include <string>

#include "control/shared_file.h"
#include "hosted/hosted_slots.h"
#include "engine/locked_array.h"
#include "engine/reserved_array.h"

namespace rowdesk {

// The longest latency of a plugin; a rack that says more says nothing.
inline constexpr double most_hosted_latency_s = 2.0;

class HostedInsert {
 public:
  struct Format {
    double rate;  // Hz
    uint32_t block_frames;
    bool operator==(const Format&) const = default;
  };

  // name: of the slot's link in `folder`, made last. Throws std::system_error with words for the operator.
  HostedInsert(const std::string& name, uint32_t legs, const Format& format, const std::string& folder);
  // No frame follows: marks the slot as ended, and removes its files and their links.
  ~HostedInsert();
  HostedInsert(const HostedInsert&) = delete;
  HostedInsert& operator=(const HostedInsert&) = delete;

  HostedSlot& slot() { return slot_; }
  const Format& format() const { return format_; }
  // What the rack says of its plugin, in frames, in addition to a block.
  uint32_t plugin_latency() const;
  // The same, corrected by so many frames: 0 and most_hosted_latency_s bound the sum.
  uint32_t latency(int32_t offset_frames) const;
  // Block and latency, as set_delay() took it.
  uint32_t delay_frames() const { return delay_frames_; }
  // Makes the memory that this delay needs, before it is sent to the audio thread. Returns the mask of the dry sound's rings.
  uint32_t set_delay(uint32_t frames);
  bool is_served() const { return __atomic_load_n(&return_.rack, __ATOMIC_ACQUIRE) != 0; }
  HostedHeard heard() const { return slot_.heard.load(std::memory_order_acquire); }
  uint64_t late_blocks() const { return slot_.late_blocks.load(std::memory_order_relaxed); }
  // A head holds what is written there by neither side: it is written anew, and the place's damage counted for the plugin host.
  // Returns whether it did.
  bool mend();
  void end();

 private:
  float* ring(const SharedFile& file, uint32_t number) const;
  void make_heads(const std::string& name);
  bool mend_slot();
  bool mend_return();
  void say_damage() const;

  const Format format_;
  SharedFile file_, return_file_;
  rd_insert_slot& shared_;
  rd_insert_return& return_;
  const std::string damage_link_;
  // As they were made.
  rd_insert_slot head_{};
  rd_insert_return return_head_{};
  uint32_t damages_ = 0;
  bool has_ended_ = false;
  const uint32_t most_ring_frames_;
  uint32_t ring_frames_;
  uint32_t delay_frames_;
  ReservedArray<float> dry_;
  LockedArray<float> block_;  // of each leg, and of the key
  HostedSlot slot_{};
};

}  // namespace rowdesk
