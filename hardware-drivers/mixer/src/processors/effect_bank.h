// The effects of all fxSends, on the audio thread: memory, changes, and what happens between sub-blocks. The sound is
// the kernels' (kernel_effects.h).
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

  // Off the audio thread: memory for this rate in Hz; all is silent, and changes are at their ends.
  void allot(double rate);
  void settle();

  // The audio thread. index: effect_index(). What changed since turns in
  // follow_next(), all of one effect together.
  void apply(uint32_t index, double value);
  bool has_changes() const { return any_changed_ && rate_ != 0; }
  void follow_next();
  // On the grid of sub-blocks.
  void tick();
  // What the effect of this fxSend or fxReturn remembers is forgotten: it wasn't finite.
  void reset(Kind kind, uint32_t index);

  Effect* effects() const { return effects_.data(); }
  // What they give: [effect][leg][sub_block_frames].
  const float* outs() const { return outs_.data(); }
  // That of the fxSends.
  uint32_t stage() const { return stage_; }
  uint32_t count() const { return static_cast<uint32_t>(effects_.size()); }

 private:
  // What the audio thread was told, and how far it has come.
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
