// What the control side sends of an fxSend's effect: its place in a pair, and the Numbers of all effects.
#pragma once

#include <cstddef>
#include <cstdint>

#include "processors/list.h"

namespace rowdesk {

// Then come the numbers of the effects, one effect after the other.
enum EffectValue : uint32_t {
  effect_enabled,  // 0 or 1
  effect_plugin,   // its number in Effects
  effect_pair,     // an EffectPair
  first_effect_number,
};

template <typename P>
inline constexpr uint32_t effect_numbers = sizeof(typename P::Numbers) / sizeof(double);
template <typename... P>
constexpr uint32_t effect_values_of(List<P...>) {
  return (effect_numbers<P> + ... + first_effect_number);
}
inline constexpr uint32_t effect_values = effect_values_of(Effects{});

// Of a linked pair of fxSends the left one's effect takes both, and the right one's rests.
enum class EffectPair : uint32_t { alone, left, right };

inline constexpr uint32_t effect_index(uint32_t effect, uint32_t value) { return effect * effect_values + value; }

// Stands for a channel of the device where a strip takes the sound of an effect; -1 is none.
inline constexpr int32_t effect_channel(uint32_t effect, uint32_t leg) { return -2 - static_cast<int32_t>(effect * 2 + leg); }

}  // namespace rowdesk
