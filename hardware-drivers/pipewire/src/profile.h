// Parses the messages of the server's profiler.
#pragma once

#include <spa/pod/pod.h>

#include "events.h"

namespace rowdesk {

/** Returns the newest cycle of each driver in the message. */
Profile read_profile(const spa_pod* pod);

/** Has the profile say this of the driver, in place of what it said before. */
void put(Profile& profile, const Driver& driver);

}  // namespace rowdesk
