#pragma once
#include <string>

#include "rowdesk/crash_page.h"

namespace rowdesk {

/* Assigns native code below `folder` to the package of this number (rd_crash_name), for at most RD_CRASH_NAMES folders.
 * Not for the signal handler. */
void own_code(uint32_t name, const std::string& folder);

/* Returns the package whose native code the thread of a signal was in: by the instruction, else by the nearest return
 * address on its stack; 0 for none. `context` is the handler's third argument. Safe in a signal handler, in one thread
 * at a time: it reads /proc/self/maps into static memory. */
uint32_t code_owner(const void* context);

}  // namespace rowdesk
