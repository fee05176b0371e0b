// Blocks while a large commit is applied, and while its fades run.
#pragma once

#include "kernels/kernel.h"

namespace rowdesk {

// Processor time in us. Each block of a commit is measured in every repeat, and counts by its median: what the machine
// does beside falls on another block each time.
struct WorstBlocks {
  double first;    // the block that begins to apply the commit
  double worst;    // of all blocks, from the first on
  double later;    // the median of the blocks behind the commit, while fades run
  double settled;  // before the commit
  uint32_t steps;  // blocks until the commit is applied
};

// A recall that moves all levels of `inputs` strips and their sends with a fade of 200 ms, and sets all else anew.
WorstBlocks recall_with_fade(const Kernel& kernel, uint32_t inputs, uint32_t mixes);
// One commit of the pans of all sends, in mixes linked in pairs, while a fade of 10 s moves their levels.
WorstBlocks pans_in_fade(const Kernel& kernel, uint32_t inputs, uint32_t mixes);

}  // namespace rowdesk
