// What the protection against howling costs: its thread, and its notches in a block.
#pragma once

#include "kernels/kernel.h"

namespace rowdesk {

struct ProtectionCost {
  double percent_per_strip;       // of one core, processor time of the thread that hears a strip of one leg at 48 kHz
  double us_per_strip_in_block;   // of a strip with twelve notches
};
ProtectionCost protection_cost(const Kernel& kernel);

}  // namespace rowdesk
