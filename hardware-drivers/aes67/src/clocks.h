// The clocks by which the thread of the network lives: those of the system, or those of a test.
#pragma once
#include <cstdint>

#include "media_clock.h"

namespace rowdesk::aes67 {

/** Called on the audio thread. */
class Clocks {
 public:
  virtual ~Clocks() = default;
  virtual ClockReading read() = 0;
  /** CLOCK_MONOTONIC, as in a reading. */
  virtual uint64_t monotonic_ns() = 0;
  virtual void sleep_until(uint64_t monotonic_ns) = 0;
};

Clocks& system_clocks();

}  // namespace rowdesk::aes67
