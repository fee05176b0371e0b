// What the desk wants of the effects between fxSend and fxReturn, as the audio thread takes it.
#pragma once

#include <cstdint>
#include <vector>

#include "control/addresses.h"
#include "control/block.h"
#include "processors/effect_change.h"
#include "control/values.h"

namespace rowdesk {

class EffectUpdates {
 public:
  // All must outlive it. Throws std::invalid_argument in words when the table lacks a symbol of an effect.
  EffectUpdates(const Layout& layout, const ProcessorTable& table, const Addresses& addresses, const Values& values);

  // A slot of this parameter changed.
  void mark(const ParameterId& id);
  // Adds everything marked since the last one.
  void take(std::vector<Change>& changes);

 private:
  struct Symbols {
    uint32_t pre_delay_ms, decay_s, damping_hz, low_cut_hz, time_ms, division, feedback_percent, high_cut_hz;
  };

  void derive(uint32_t effect, std::vector<Change>& changes) const;
  double echo_s(double time_ms, uint32_t division) const;

  const Layout& layout_;
  const Addresses& addresses_;
  const Values& values_;
  const ChainPlace* place_ = nullptr;  // of the effect in the chain of an fxSend; null: there is none
  uint32_t number_ = 0;                // of that place
  Symbols symbols_{};
  double delay_plugin_ = 0;
  std::vector<uint32_t> strips_;  // of the effects
  std::vector<uint8_t> is_dirty_;
};

}  // namespace rowdesk
