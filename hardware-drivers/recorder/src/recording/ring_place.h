// A frame of a record ring.
#pragma once
#include <cstdint>

namespace rowdesk::recorder {

struct RingPlace {
  /** Of the ring. */
  uint64_t epoch = 0;
  uint64_t frame = 0;
  /** What the ring says of frames that were lost right before the frame is in the files already. */
  bool is_behind_gap = true;
};

}  // namespace rowdesk::recorder
