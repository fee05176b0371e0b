#pragma once
#include <string>

#include "rowdesk/crash_page.h"

namespace rowdesk {

/* Makes the page's file anew, maps it, and lets signals that end the process be noted in it. Returns null and sets
 * errno when the file can't be made. */
rd_crash_page* make_crash_page(const std::string& path);

}  // namespace rowdesk
