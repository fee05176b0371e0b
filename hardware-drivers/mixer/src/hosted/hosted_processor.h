// Inserts whose plugin runs in another process (rowdesk/insert_slot.h). Their sound is late by a block and by the plugin's
// latency, whether the plugin is heard or not: without its return the insert gives its input, delayed by as much.
//
// The kernels work in memory of this process alone: hosted_slots.h copies to and from the shared one. The inserts
// have no description: which of them has a slot comes by InsertOrder.
//
// An fxSend's effect may have a plugin, too. It is wet only: without its return it gives silence, and no path waits for it.
#pragma once

#ifndef RD_KERNEL
#include <algorithm>
#include <bit>

#include "engine/crossfaded.h"
#include "engine/ramp.h"
#endif

#include "processors/processor.h"

namespace rowdesk {

inline constexpr uint32_t hosted_places = 2;
inline constexpr uint32_t hosted_legs = 2;

// The sound of one insert with a slot, or of an effect, for the audio thread and the kernels.
struct HostedSound {
  uint32_t legs;
  DelayLine dry[hosted_legs];  // the input; delayed by block and latency it is the dry sound
  float* wet[hosted_legs];     // the return of this block
  float* key;                  // the key of this block, where `has_key`
  uint32_t has_key;
  uint64_t frame;  // number of this sub-block's first frame, as in the slot
  uint64_t since;  // frames before this one are silence
  uint64_t kept;   // the dry line has the frames from this one on
  uint32_t at;     // this sub-block's first frame in `wet` and `key`
  uint32_t is_on;  // 0: the insert is to have no slot
  uint32_t is_fresh;  // since `since` nothing has been heard of the plugin: its return begins without a crossfade
  Ramp engaged;    // 0: the input without a delay, 1: the insert; of an effect 1 while it is played
  Ramp wet_part;   // 0: the dry sound (of an effect silence), 1: the return
  Ramp decay;      // of `steps`, which are added to the sound where the return ended abruptly
  float steps[hosted_legs];
  float excess[hosted_legs];  // the last sample minus that of the dry sound
};

// For each lane of a rack, its insert and its leg; null for none.
struct HostedLanes {
  HostedSound* of[widest_lanes];
  uint32_t leg[widest_lanes];
};

struct HostedProcessor : Insert {
  typedef HostedLanes State;
  static constexpr bool is_described = false;
  static constexpr bool has_detector = true;
  static constexpr Tap tap = tap_pre_fader;

#ifndef RD_KERNEL
  struct Numbers {};

  static void begin(State&) {}
  static void apply(State&, LaneSet&, uint32_t, const Numbers&, const ChangeFrames&) {}
  // The kernels let nothing into its memory that is not finite.
  static void forget(State&, uint32_t) {}

  static void tick(State& state, LaneSet& on, const ChangeFrames& frames) {
    for (LaneSet each = on; each != 0; each &= each - 1) {
      const auto place = static_cast<uint32_t>(std::countr_zero(each));
      HostedSound& sound = *state.of[place];
      if (state.leg[place] == 0) follow(sound, frames.crossfade);
      if (is_out(sound)) put(on, place, false);
    }
  }

  static void settle(State& state, LaneSet& on, uint32_t place) {
    if (state.of[place] == nullptr) return put(on, place, false);
    HostedSound& sound = *state.of[place];
    put(on, place, sound.is_on != 0);
    if (state.leg[place] == 0) settle(sound);
  }

  static bool is_out(const HostedSound& sound) {
    return sound.is_on == 0 && sound.engaged.target == 0.0f && sound.engaged.remaining == 0.0f;
  }

  // Off the audio thread: it begins anew, without a fade.
  static void settle(HostedSound& sound) {
    set(sound.engaged, sound.is_on != 0 ? 1.0f : 0.0f);
    set(sound.wet_part, 0.0f);
    set(sound.decay, 0.0f);
    sound.since = sound.kept = sound.frame;
    sound.is_fresh = 1;
    for (uint32_t leg = 0; leg < sound.legs; ++leg) {
      DelayLine& line = sound.dry[leg];
      rowdesk::put(line.frames, line.frames.desired);
      std::fill_n(line.ring, line.mask + 1, 0.0f);
      sound.steps[leg] = sound.excess[leg] = 0.0f;
    }
  }

 private:
  // A delay is heard once the line has enough sound for it.
  static void follow(HostedSound& sound, float frames) {
    const uint64_t age = sound.frame - sound.kept;
    const bool is_unheard = sound.engaged.target == 0.0f && sound.engaged.remaining == 0.0f;
    for (uint32_t leg = 0; leg < sound.legs; ++leg) {
      Crossfaded& delay = sound.dry[leg].frames;
      if (is_unheard && waits(delay)) rowdesk::put(delay, delay.desired);
      else if (age >= static_cast<uint64_t>(delay.desired)) rowdesk::begin(delay, frames);
    }
    if (sound.is_on != 0 && sound.engaged.target == 0.0f && age >= static_cast<uint64_t>(sound.dry[0].frames.now)) {
      turn(sound.engaged, 1.0f, frames);
    }
    if (sound.is_on == 0 && sound.engaged.target != 0.0f) turn(sound.engaged, 0.0f, frames);
  }
#endif
};

template <uint32_t number>
struct Hosted : HostedProcessor {
  static constexpr uint32_t place = number;
};

}  // namespace rowdesk
