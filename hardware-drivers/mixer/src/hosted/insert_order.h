// How an insert with a plugin is to be, as the control side sends it to the audio thread.
#pragma once

#include <cstdint>

namespace rowdesk {

struct HostedSlot;

struct InsertOrder {
  uint32_t place;     // in the chain, from 0
  uint32_t lane;      // the strip's first
  HostedSlot* slot;   // null: it has none any more
  bool is_on;         // false: it fades out, and its slot follows
  bool is_enabled;    // false: bypassed
  uint32_t delay_frames;  // of its dry sound: block and latency
  uint32_t mask;      // of the dry sound's rings; more than before where the delay needs it
};

}  // namespace rowdesk
