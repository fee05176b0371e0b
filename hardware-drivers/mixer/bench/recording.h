// Blocks while taps are copied into a record ring.
#pragma once

#include <cstdint>

#include "kernels/kernel.h"

namespace rowdesk {

// Processor time in us of two desks in turns, of which one is recorded. Each block of the ring counts by its median over
// many laps.
struct RecordedBlocks {
  double settled, worst_settled;  // of the desk that is not recorded: the median of its blocks, and the worst
  double recorded, worst;         // of the other one
};

// `tracks` inputs into 16 mixes, each input recorded at Top-Of-Ch.
RecordedBlocks recorded(const Kernel& kernel, uint32_t tracks);

}  // namespace rowdesk
