// Who goes where and how loud: from the values of the desk to gains between legs, by the laws of rows.md "How the desk
// sounds". Nothing is kept here.
#pragma once

#include <vector>

#include "control/layout.h"
#include "control/values.h"

namespace rowdesk {

// From a leg of a strip, at a tap, into one side of a bus.
struct Path {
  Tap tap;
  uint32_t lane;
  uint32_t side;  // 0: left, or the only one; 1: right
  double gain;
};
using Paths = std::vector<Path>;

class Routing {
 public:
  // Both must outlive it.
  Routing(const Layout& layout, const Values& values) : layout_(layout), values_(values) {}

  // Two legs of its own, or one of a linked pair.
  bool has_two_sides(uint32_t strip) const { return layout_.strips()[strip].legs == 2 || values_.is_linked(strip); }
  // The lane that carries a side of a bus. Of a linked pair either strip may be named.
  uint32_t lane_of(uint32_t bus, uint32_t side) const;

  // What a strip gives to a bus; of a linked pair the left one has the sends. Silent paths are left out.
  Paths to_bus(uint32_t strip, uint32_t bus) const;
  // What a strip gives to a mix-minus: what its base gets, unless the strip is the owner.
  Paths to_mix_minus(uint32_t strip, uint32_t mix_minus) const;
  Paths to_cue(uint32_t strip) const;
  // The gain of a strip's two sides where they are played: its pan or balance.
  double gain_at_output(uint32_t strip, uint32_t side) const;

  bool is_soloed(uint32_t strip) const { return values_.is(strip, Parameter::soloed); }
  // Something is: a strip, or a DCA.
  bool is_any_soloed() const;

 private:
  void place(uint32_t strip, Tap tap, double gain, double pan, bool has_two_sides, Paths& paths) const;
  bool is_in_soloed_dca(uint32_t strip) const;
  bool is_pair_of(uint32_t strip, uint32_t other) const;

  const Layout& layout_;
  const Values& values_;
};

}  // namespace rowdesk
