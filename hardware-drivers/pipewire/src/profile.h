// Reads what the server's profiler says of its cycles.
#pragma once

#include <spa/pod/pod.h>

#include "events.h"

namespace rowdesk {

/** The newest cycle of each driver that is in it. */
Profile read_profile(const spa_pod* pod);

}  // namespace rowdesk
