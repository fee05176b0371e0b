// The memory that this process may still take.
#pragma once
#include <cstdint>

namespace rowdesk::recorder {

/** The smaller of MemAvailable, what the process's control group leaves, and RLIMIT_AS or RLIMIT_DATA, in bytes. */
uint64_t available_memory();

}  // namespace rowdesk::recorder
