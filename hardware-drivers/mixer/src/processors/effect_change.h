// What the control side tells an effect: the values of its rows as they are, and its place in a pair.
#pragma once

#include <cstdint>

namespace rowdesk {

enum class EffectParameter : uint32_t {
  enabled,           // 0 or 1
  plugin,            // an EffectPlugin
  pre_delay_ms, decay_s, damping_hz, low_cut_hz,  // reverb; the low cut is the echo's too
  time_s, feedback,  // echo; a division of the bpm is a time by now, feedback is linear
  high_cut_hz,
  pair,              // an EffectPair
};
inline constexpr uint32_t effect_parameter_count = 10;

enum class EffectPlugin : uint32_t { reverb, delay };

// Of a linked pair of fxSends the left one's effect takes both, and the right one's rests.
enum class EffectPair : uint32_t { alone, left, right };

inline constexpr uint32_t effect_index(uint32_t effect, EffectParameter parameter) {
  return effect * effect_parameter_count + static_cast<uint32_t>(parameter);
}

// Stands for a channel of the device where a strip takes the sound of an effect; -1 is none.
inline constexpr int32_t effect_channel(uint32_t effect, uint32_t leg) { return -2 - static_cast<int32_t>(effect * 2 + leg); }

}  // namespace rowdesk
