// Desired values of the effects between fxSend and fxReturn, as numbers of the audio thread.
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
  // All arguments must outlive it.
  EffectUpdates(const Layout& layout, const ProcessorTable& table, const Addresses& addresses, const Values& values);

  // Marks what depends on this parameter.
  void mark(const ParameterId& id);
  // Adds everything marked since the last call.
  void take(std::vector<Change>& changes);

 private:
  void derive(uint32_t effect, std::vector<Change>& changes) const;

  const Layout& layout_;
  const Addresses& addresses_;
  const Values& values_;
  const ChainPlace* place_ = nullptr;  // of the effect in the chain of an fxSend; null for none
  uint32_t number_ = 0;                // of that place
  std::vector<uint32_t> strips_;  // of the effects
  std::vector<uint8_t> is_dirty_;
};

}  // namespace rowdesk
