#pragma once
#include <string>

#include "rowdesk/crash_page.h"

namespace rowdesk {

/* Creates the page's file, replacing an old one, maps it, and installs handlers that record fatal signals in it. Returns
 * null and sets errno if the file can't be created. */
rd_crash_page* make_crash_page(const std::string& path);

}  // namespace rowdesk
