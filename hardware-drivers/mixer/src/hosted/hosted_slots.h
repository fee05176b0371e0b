// The slots of inserts with a plugin (rowdesk/insert_slot.h), on the audio thread: what the plugins gave back comes before
// each block, and what they get goes after it. It never waits for a plugin, except in an offline render.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include <rowdesk/audio.h>
#include <rowdesk/insert_slot.h>

#include "engine/times.h"
#include "hosted/heard_return.h"
#include "hosted/hosted_processor.h"
#include "hosted/insert_order.h"

namespace rowdesk {

// At most this many inserts have a plugin; as many others may fade out at the same time.
inline constexpr uint32_t most_hosted_inserts = 128;

// Blocks in time before a plugin is heard again.
inline constexpr uint32_t blocks_in_time = 8;
// How long an abrupt end of its sound decays.
inline constexpr double hosted_decay_ms = 5.0;
// How long a render, or a block of a freewheeling clock, waits for a return.
inline constexpr uint64_t offline_wait_ns = 1'000'000'000;

// One slot. What is in the shared memory may change at any time and to anything: sizes and counts are those of
// this process, and what the rack writes is checked.
struct HostedSlot {
  HostedSound sound;
  rd_insert_slot* shared;
  const rd_insert_return* returned;
  float* send[hosted_legs];
  float* key;
  const float* back[hosted_legs];  // the return
  uint32_t capacity_frames, block_frames;
  uint64_t written;  // frames in the slot
  bool is_enabled;
  bool has_given_up;  // what has no wall clock no longer waits
  uint32_t in_time;   // blocks without a late one
  uint32_t rack;      // of this block
  uint32_t place, lane;  // as in its order
  std::atomic<HostedHeard> heard;
  std::atomic<uint64_t> late_blocks;
};

class HostedSlots {
 public:
  explicit HostedSlots(const Times& times) : times_(times) {}

  // Off the audio thread, never while it runs. rate: Hz. Forgets all slots.
  void prepare(double rate);
  // Off the audio thread, while it has no slot. Null: no rack is woken.
  void set_wake(rd_insert_wake* wake) { wake_ = wake; }

  // Audio thread, between two sub-blocks.
  void apply(const InsertOrder& order);
  // Before and after a block, and after each of its sub-blocks. flags: rd_block_flags.
  void begin(uint32_t frames, uint32_t flags) {
    if (count_ > 0) begin_all(frames, flags);
  }
  void advance(uint32_t frames) {
    if (count_ > 0) advance_all(frames);
  }
  void end() {
    if (count_ > 0) end_all();
  }

 private:
  void begin_all(uint32_t frames, uint32_t flags);
  void advance_all(uint32_t frames);
  void end_all();
  void begin(HostedSlot& slot, uint32_t frames, uint32_t flags) const;
  void hear(HostedSlot& slot, bool is_in_time) const;

  const Times times_;
  float ramp_frames_ = 0, decay_frames_ = 0;
  rd_insert_wake* wake_ = nullptr;
  uint32_t count_ = 0;
  std::array<HostedSlot*, 2 * most_hosted_inserts> slots_{};
};

}  // namespace rowdesk
