// A change of a lane's inserts, as the control side sends it. Its numbers need no conversion on the audio thread.
#pragma once

#include <cstdint>

namespace rowdesk {

// The meaning of a change's numbers.
enum class Aspect : uint32_t {
  insert,  // the insert's Numbers
  key,     // the insert's key, in the order of KeyNumber
  link,    // 0 or 1
  align,   // the align delay in parts of a frame (part_delays.h)
};

struct ProcessorChange {
  Aspect aspect;
  uint32_t insert;  // its number in Inserts
  uint32_t lane;
  uint32_t first;  // index of its first number in Block::numbers
  bool needs_memory = false;  // the insert or the align delay is on, the key is late (Processors::use)
};

// key_left and key_right are lanes, -1 for the insert's own input. From key_filter on: the filter's SectionNumbers.
enum KeyNumber : uint32_t { key_left, key_right, key_is_late, key_is_filtered, key_filter };

}  // namespace rowdesk
