// Chooses among the kernels of this build, by the instruction sets of the CPU.
#pragma once

#include <string_view>
#include <vector>

#include "engine/state.h"

namespace rowdesk {

// The kernels that this CPU can run, narrowest first: scalar, sse2, avx2 ... The last one is the default.
std::vector<const Kernel*> kernels_that_run();

// Returns the default for an empty name, null for an unknown name or a kernel that this CPU can't run.
const Kernel* find_kernel(std::string_view name);

}  // namespace rowdesk
