// A change of a lane's inserts as the control side sends it, in numbers that the audio thread can use as they are.
#pragma once

#include <cstdint>

namespace rowdesk {

// Of what the numbers are.
enum class Aspect : uint32_t {
  insert,  // its Numbers
  key,     // of an insert: KeyNumber
  link,    // 0 or 1
  align,   // parts of a frame
};

struct ProcessorChange {
  Aspect aspect;
  uint32_t insert;  // its number in Inserts
  uint32_t lane;
  uint32_t first;  // of its numbers in the block
};

// Lanes are -1 where the insert hears its own input; then the SectionNumbers of the filter.
enum KeyNumber : uint32_t { key_left, key_right, key_is_late, key_is_filtered, key_filter };

}  // namespace rowdesk
