// What an insert that leaves the mixer hears of its return, on the audio thread: a plugin's or a device's.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/ramp.h"
#include "hosted/hosted_processor.h"

namespace rowdesk {

enum class HostedHeard : uint32_t { none, dry, plugin };  // `plugin`: the return, of a device too

// As the kernels judge: samples whose squares overflow count as not finite.
inline bool is_finite(const float* samples, uint32_t frames) {
  float energy = 0.0f;
  for (uint32_t i = 0; i < frames; ++i) energy += samples[i] * samples[i];
  return energy * 0.0f == 0.0f;
}

// The return is not there: the dry sound is heard from this sample on, and the step to it decays.
inline void end_return(HostedSound& sound, float decay_frames) {
  if (sound.wet_part.target == 0.0f && sound.wet_part.remaining == 0.0f) return;
  std::copy_n(sound.excess, hosted_legs, sound.steps);
  set(sound.wet_part, 0.0f);
  set(sound.decay, 1.0f);
  turn(sound.decay, 0.0f, decay_frames);
}

// After a sub-block.
inline void advance(HostedSound& sound, uint32_t frames) {
  for (Ramp* ramp : {&sound.engaged, &sound.wet_part, &sound.decay}) {
    ramp->remaining = std::max(0.0f, ramp->remaining - static_cast<float>(frames));
  }
  sound.frame += frames;
  sound.at += frames;
}

inline HostedHeard heard_of(const HostedSound& sound) {
  if (HostedProcessor::is_out(sound)) return HostedHeard::none;
  const bool is_wet = sound.wet_part.target != 0.0f || sound.wet_part.remaining != 0.0f;
  return is_wet ? HostedHeard::plugin : HostedHeard::dry;
}

}  // namespace rowdesk
