#pragma once
#include <string>

#include "rowdesk/crash_page.h"

namespace rowdesk {

/* Native code below this folder is of the package of this number (rd_crash_name). Off the signal handler; at most
 * RD_CRASH_NAMES folders are kept. */
void own_code(uint32_t name, const std::string& folder);

/* The package in whose native code the thread was that took a signal: by the instruction, else by the nearest return
 * address on its stack; 0 for none. `context` is the handler's third argument. Safe in a signal handler, by one
 * thread at a time: it reads /proc/self/maps into memory of its own. */
uint32_t code_owner(const void* context);

}  // namespace rowdesk
