// Where an insert through hardware leaves the mixer and comes back.
#pragma once

#include <array>
#include <cstdint>

#include "hosted/hosted_processor.h"

namespace rowdesk {

struct InsertPorts {
  // Channels of the device, by leg; -1 for a port that is not there.
  std::array<int32_t, hosted_legs> send{-1, -1}, back{-1, -1};
  bool may_be_silent = false;  // silence for loud sound is no fault of the hardware: a gate is there
  bool operator==(const InsertPorts&) const = default;
};

}  // namespace rowdesk
