// Blocks while strips hear a play ring.
#pragma once

#include <cstdint>

#include "kernels/kernel.h"

namespace rowdesk {

// Processor time in us of two desks in turns, of which one is engaged; see recording.h.
struct PlayedBlocks {
  double settled, worst_settled;
  double played, worst;
};

// `channels` inputs into 16 mixes, each with a channel of the ring.
PlayedBlocks played(const Kernel& kernel, uint32_t channels);

}  // namespace rowdesk
