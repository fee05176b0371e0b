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
  /** How far, as a factor, resampling took its peaks beyond full scale: what lies between samples is no overload. */
  float headroom = 1;
  PageLock lock = {};
};

}  // namespace rowdesk::stagebox
