// The effects of all fxSends, on the audio thread: their memory, changes, and the work between sub-blocks. The kernels
// compute the sound (kernel_effects.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "processors/effect.h"
#include "processors/effect_change.h"
#include "control/layout.h"
#include "engine/locked_array.h"
#include "engine/times.h"

namespace rowdesk {

using EffectValues = std::array<double, effect_values>;

class EffectBank {
 public:
  explicit EffectBank(const Layout& layout, const Times& times);

  // Off the audio thread. allot: makes the memory for a rate in Hz. settle: empties all effects and finishes all changes.
  void allot(double rate);
  void settle();

  // Audio thread. apply: sets one desired value, index by effect_index(). follow_next: begins the changes of one effect.
  void apply(uint32_t index, double value);
  bool has_changes() const { return any_changed_ && rate_ != 0; }
  void follow_next();
  // Audio thread, on the grid of sub-blocks: begins waiting changes, and puts silent effects to sleep.
  void tick();
  // Audio thread: the plugin of the effect of this fxSend (index from 1), null for none. forget_hosted: off the audio thread.
  void put_hosted(uint32_t index, HostedSound* sound);
  void forget_hosted();
  // Clears the memory of the effect of this fxSend or fxReturn, after a value that was not finite.
  void reset(Kind kind, uint32_t index);

  Effect* effects() const { return effects_.data(); }
  // Outputs of the effects: [effect][leg][sub_block_frames].
  const float* outs() const { return outs_.data(); }
  // The stage of the fxSends.
  uint32_t stage() const { return stage_; }
  uint32_t count() const { return static_cast<uint32_t>(effects_.size()); }

 private:
  // The desired values of one effect, and its progress towards them.
  struct Desired {
    EffectValues values;
    bool has_changed;
    uint32_t quiet_frames;
  };

  void follow(Effect& effect, Desired& desired);
  void follow_plugin(Effect& effect, const Desired& desired, float frames);
  void rest(Effect& effect);
  void finish_changes(Effect& effect, Desired& desired);

  const Times times_;
  double rate_ = 0;
  float ramp_frames_ = 0;
  float change_frames_ = 0;
  bool any_changed_ = false;
  uint32_t stage_ = 0;
  LockedArray<Effect> effects_;
  std::vector<Desired> desired_;
  LockedArray<float> outs_, rings_;
};

}  // namespace rowdesk
