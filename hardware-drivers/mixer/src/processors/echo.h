// An echo: a delay with feedback, whose time may be a division of the bpm.
#pragma once

#include "processors/ring.h"

namespace rowdesk {

// A filter of first order in the loop of an echo. `part` 0: it isn't there.
struct EchoFilter {
  Ramp turn;  // g / (1 + g), g = tan(pi f / rate)
  Ramp part;
  float state[effect_legs];
};

struct Echo {
  static constexpr const char* id = "effect";
  static constexpr const char* uris[] = {"builtin:delay"};
  static constexpr Symbol symbols[] = {{"timeMs"},
                                       {"division", "off 1/1 1/2 1/2. 1/4 1/4. 1/4t 1/8 1/8. 1/8t 1/16 1/32"},
                                       {"feedbackPercent"},
                                       {"lowCutHz"},
                                       {"highCutHz"}};
#ifndef RD_KERNEL
  struct Settings {
    double time_ms, division, feedback_percent, low_cut_hz, high_cut_hz;
  };
#endif

  uint32_t age;
  float* ring;  // [leg][ring_frames]
  uint32_t ring_frames;
  ReadHead head;
  Ramp feedback;
  EchoFilter low_cut, high_cut;
};

}  // namespace rowdesk
