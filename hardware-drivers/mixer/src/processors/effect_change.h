// The values of an fxSend's effect that the control side sends: enabled, plugin, its role in a pair, and the Numbers of all
// effects.
#pragma once

#include <cstddef>
#include <cstdint>

#include "processors/list.h"

namespace rowdesk {

// Indices of the values. The Numbers of the effects follow, in the order of Effects.
enum EffectValue : uint32_t {
  effect_enabled,  // 0 or 1
  effect_plugin,   // its number in Effects, or hosted_effect
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

// The role of an fxSend's effect. In a linked pair the left effect takes both strips, the right one has no input.
enum class EffectPair : uint32_t { alone, left, right };

inline constexpr uint32_t effect_index(uint32_t effect, uint32_t value) { return effect * effect_values + value; }

// The number that a strip's source has for a leg of an effect, where a channel of the device is 0 or more and none is -1.
inline constexpr int32_t effect_channel(uint32_t effect, uint32_t leg) { return -2 - static_cast<int32_t>(effect * 2 + leg); }

}  // namespace rowdesk
