// The state of the effects between fxSend and fxReturn, for the audio thread and the kernels. Plain arrays only (state.h).
#pragma once

#include "engine/state.h"
#include "processors/list.h"

namespace rowdesk {

template <typename P>
struct EffectSlot {
  typename P::State state;
};

template <typename L>
struct EffectSlots;
template <typename... P>
struct EffectSlots<List<P...>> : EffectSlot<P>... {
  // Calls visit(slot, number) for each effect of list.h.
  template <typename Visit>
  void each(Visit visit) {
    uint32_t number = 0;
    (visit(static_cast<EffectSlot<P>&>(*this), number++), ...);
  }
};

inline constexpr uint32_t effect_count = length_of(Effects{});
// The number of an effect that a plugin of another process gives.
inline constexpr uint32_t hosted_effect = effect_count;
inline constexpr uint32_t effect_decks = 2;

// The effect of one fxSend: one effect of list.h or a plugin, or two of them during the crossfade from one to the next.
struct Effect : EffectSlots<Effects> {
  uint32_t left_lane, right_lane;  // the fxSend's lane, and that of the right fxSend of its pair
  Ramp pair;     // 0: the fxSend feeds both legs, 1: the left and right strip of a linked pair feed a leg each
  Ramp feed;     // gain of the input; 0: the left strip of the pair feeds its own effect
  Ramp enabled;  // gain of the output; 0: bypassed, silent
  // A change of the effect starts the next one on the silent deck, then crossfades to that deck.
  uint32_t decks[effect_decks];  // numbers of effects, or hosted_effect
  uint32_t plays[effect_decks];  // 0 or 1
  Ramp crossfade;                // 0: the first deck, 1: the second
  uint32_t is_asleep;  // 1 while input and output are silent: the effect is not computed
  float loudest;       // peak of input and output since the bank last read it
  float* out;          // [leg][sub_block_frames]
  HostedSound* hosted;  // of the plugin; null: hosted_effect is silence. With it the effect never sleeps
};

}  // namespace rowdesk
