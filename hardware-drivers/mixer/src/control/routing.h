// Routing: derives gains between legs from desired values, by the laws of rows.md "How the desk sounds". Stateless.
#pragma once

#include <optional>
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
  // Layout and values must outlive it.
  Routing(const Layout& layout, const Values& values) : layout_(layout), values_(values) {}

  // True for a strip of two legs, and for a strip of a linked pair.
  bool has_two_sides(uint32_t strip) const { return layout_.strips()[strip].legs == 2 || values_.is_linked(strip); }
  // The lane of one side of a bus; of a linked pair either strip names the bus.
  uint32_t lane_of(uint32_t bus, uint32_t side) const;

  // The paths from a strip into a bus, without silent ones; the left strip of a linked pair has the sends.
  Paths to_bus(uint32_t strip, uint32_t bus) const;
  // The paths from a strip into a mix-minus: those into its base, none from its owner.
  Paths to_mix_minus(uint32_t strip, uint32_t mix_minus) const;
  Paths to_cue(uint32_t strip) const;
  // The tap of the paths from a strip into a bus or a mix-minus, also where a pan silences them; none without a path.
  std::optional<Tap> tap_into(uint32_t strip, uint32_t bus) const;
  // The gains of a strip's two sides at its outputs: pan or balance.
  double gain_at_output(uint32_t strip, uint32_t side) const;

  bool is_soloed(uint32_t strip) const { return values_.is(strip, Parameter::soloed); }
  // True while a strip or a DCA is soloed.
  bool is_any_soloed() const;

 private:
  void place(uint32_t strip, Tap tap, double gain, double pan, bool has_two_sides, Paths& paths) const;
  bool is_in_soloed_dca(uint32_t strip) const;
  bool is_pair_of(uint32_t strip, uint32_t other) const;

  const Layout& layout_;
  const Values& values_;
};

}  // namespace rowdesk
