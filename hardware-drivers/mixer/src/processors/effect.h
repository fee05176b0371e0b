// The effects between fxSend and fxReturn, as the audio thread and the kernels have them. Plain arrays only (see state.h).
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
  // Calls visit(effect, its number) for each.
  template <typename Visit>
  void each(Visit visit) {
    uint32_t number = 0;
    (visit(static_cast<EffectSlot<P>&>(*this), number++), ...);
  }
};

inline constexpr uint32_t effect_count = length_of(Effects{});
inline constexpr uint32_t effect_decks = 2;

// What one fxSend plays: one of the effects, or two while one takes over from the other.
struct Effect : EffectSlots<Effects> {
  uint32_t left_lane, right_lane;  // Post-Fader of its fxSend, and of the right one of its pair
  Ramp pair;     // 0: one leg feeds both of the effect, 1: left and right of a linked pair
  Ramp feed;     // 0: the effect of the left strip of the pair has the sound
  Ramp enabled;  // 0: silent
  // The next effect is put on the deck that is silent, and heard by the crossfade.
  uint32_t decks[effect_decks];  // numbers of effects
  uint32_t plays[effect_decks];  // 0 or 1
  Ramp crossfade;                // 0: the first deck, 1: the second
  uint32_t is_asleep;  // silent in and out: not computed until sound comes
  float loudest;       // since the bank took it
  float* out;          // [leg][sub_block_frames]
};

}  // namespace rowdesk
