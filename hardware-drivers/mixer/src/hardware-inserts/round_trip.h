// What clicks through an insert's hardware say of its way.
#pragma once

#include <cstdint>
#include <string>

#include "hardware-inserts/insert_clicks.h"
#include "hosted/hosted_processor.h"

namespace rowdesk {

struct RoundTrip {
  uint32_t frames = 0;    // from the send's sample to the return's
  double gain_db = 0.0;   // of the click's highest sample; a converter's filter takes a few dB of it
  std::string fault = {};  // why there is none, in words; '' otherwise
};

// Of one that is done.
RoundTrip round_trip_of(const InsertClicks& clicks);

}  // namespace rowdesk
