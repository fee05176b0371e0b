// One channel of a sound file, decoded and at the running rate. Immutable once made, shared between inputs.
#pragma once
#include <string>
#include <vector>

#include "page_lock.h"

namespace rowdesk::stagebox {

struct Clip {
  std::string name;
  std::vector<float> samples;
  /** Played over and over; otherwise once, then silence. */
  bool loops = true;
  PageLock lock = {};
};

}  // namespace rowdesk::stagebox
