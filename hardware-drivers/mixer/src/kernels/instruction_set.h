// Which of the kernels this processor can run.
#pragma once

#include <string_view>
#include <vector>

#include "engine/state.h"

namespace rowdesk {

// Those that run here, narrowest first: scalar, sse2, avx2 ... The last one is the default.
std::vector<const Kernel*> kernels_that_run();

// Null when there is none of this name, or it doesn't run here. An empty name is the default.
const Kernel* find_kernel(std::string_view name);

}  // namespace rowdesk
