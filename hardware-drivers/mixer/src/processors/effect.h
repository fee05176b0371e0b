// The effects between fxSend and fxReturn, as the audio thread and the kernels have them. Plain arrays only (see state.h).
#pragma once

#include "processors/list.h"

namespace rowdesk {

struct Effect {
  uint32_t left_lane, right_lane;  // Post-Fader of its fxSend, and of the right one of its pair
  Ramp pair;       // 0: one leg feeds both of the effect, 1: left and right of a linked pair
  Ramp feed;       // 0: the effect of the left strip of the pair has the sound
  Ramp enabled;    // 0: silent
  Ramp is_reverb;  // 1: reverb, 0: echo
  uint32_t runs_reverb, runs_echo;
  uint32_t is_asleep;  // silent in and out: not computed until sound comes
  float loudest;       // since the bank took it
  float* out;          // [leg][sub_block_frames]
  Reverb reverb;
  Echo echo;
};

}  // namespace rowdesk
