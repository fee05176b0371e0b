// Processor time of measurements of captures.
#pragma once

namespace rowdesk {

// Processor seconds per second of a capture of 10 s at 48 kHz: a sweep through a delay, with noise.
struct MeasuringCost {
  double delay, transfer, impulse;
};

MeasuringCost measuring();

}  // namespace rowdesk
