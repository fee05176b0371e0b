// Which lanes hear the play ring instead of their sources, while the virtual soundcheck is engaged.
#pragma once

#include <cstdint>
#include <vector>

namespace rowdesk {

struct PlayedSources {
  static constexpr int32_t own = -2;   // the lane hears its own source
  static constexpr int32_t none = -1;  // it hears nothing; a return without a source of its own still hears its effect

  std::vector<int32_t> lanes;  // by lane: own, none, or a channel of the play ring, from 0; empty: all have their own
  uint32_t number = 0;         // grows with each choice
};

}  // namespace rowdesk
