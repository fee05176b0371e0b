// The law of the player's fades: half a period of a raised cosine, so that two of them add up to 1.
#pragma once
#include <cmath>
#include <cstdint>

namespace rowdesk::playing {

/** The gain of frame `n` of a fade in over `length` frames. */
inline float fade_gain(int64_t n, int64_t length) {
  const double half_turns = (static_cast<double>(n) + 0.5) / static_cast<double>(length);
  return static_cast<float>(0.5 - 0.5 * std::cos(M_PI * half_turns));
}

}  // namespace rowdesk::playing
