// The kernels of this build; instruction_set.h chooses among them.
#pragma once

#include "engine/state.h"

namespace rowdesk::kernels {

extern const Kernel scalar;
extern const Kernel sse2;
extern const Kernel avx2;
extern const Kernel avx512;
extern const Kernel neon;

}  // namespace rowdesk::kernels
