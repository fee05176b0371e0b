// One channel of a sound file, decoded to the running rate. Immutable, shared between inputs.
#pragma once
#include <string>
#include <vector>

#include "page_lock.h"

namespace rowdesk::stagebox {

struct Clip {
  std::string name;
  std::vector<float> samples;
  /** True: repeats for ever. False: plays once, then silence. */
  bool loops = true;
  /** The factor by which resampling raised peaks above full scale, at least 1: peaks between samples are no overload. */
  float headroom = 1;
  PageLock lock = {};
};

}  // namespace rowdesk::stagebox
