// Dirty tracking: which derived parameters depend on a changed value. Marking too many is harmless, since only
// differences are sent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "control/layout.h"
#include "control/values.h"

namespace rowdesk {

class DirtySet {
 public:
  enum : uint8_t { fader = 1, closing = 2, trim = 4, source = 8, outputs = 16, speaker = 32, all = 63 };
  // The value of fade_ms for a change without a fade time of its own: a fade time of another change in the same block
  // counts, and a running fade continues. Other values are ms; 0 is the usual ramp, and ends a running fade.
  static constexpr float unsaid = -1.0f;
  struct Route {
    uint32_t strip, bus;
    float fade_ms;
  };

  // layout and values must outlive the set.
  DirtySet(const Layout& layout, const Values& values);

  // Marks what depends on a parameter. fade_ms: the fade of this change.
  void by(const ParameterId& id, float fade_ms);
  void mark(uint32_t strip, uint8_t what, float fade_ms = unsaid);
  // Marks the part of the fader that comes from the strip's DCAs.
  void mark_group_gain(uint32_t strip, float fade_ms);
  void mark_route(uint32_t strip, uint32_t bus, float fade_ms = unsaid);
  void mark_routes_to(uint32_t bus);
  void mark_kind(Kind kind, uint8_t what);
  void mark_generators() { generators_ = true; }
  void mark_cue_delay() { cue_delay_ = true; }

  // Marked since the last clear().
  const std::vector<uint32_t>& strips() const { return strips_; }
  uint8_t of(uint32_t strip) const { return flags_[strip]; }
  float fader_fade_ms(uint32_t strip) const { return fader_fades_[strip]; }
  float group_fade_ms(uint32_t strip) const { return group_fades_[strip]; }
  float closing_fade_ms(uint32_t strip) const { return closing_fades_[strip]; }
  // A linked pair of buses appears as its left one.
  const std::vector<Route>& routes() const { return routes_; }
  bool has_generators() const { return generators_; }
  bool has_cue_delay() const { return cue_delay_; }
  void clear();

 private:
  void by_strip(uint32_t strip, Parameter parameter, float fade_ms);
  void by_group(const StripPlace& group, Parameter parameter, float fade_ms);
  void by_link(uint32_t strip);
  void by_cue(CueParameter parameter);
  void mark_routes_from(uint32_t strip);
  void mark_main_and_minus(uint32_t strip, float fade_ms = unsaid);
  void mark_kind_from(uint32_t strip, Kind kind, float fade_ms = unsaid);
  void mark_routes_to_kind(Kind kind);
  void mark_outputs();

  const Layout& layout_;
  const Values& values_;
  std::vector<uint8_t> flags_;
  std::vector<uint32_t> strips_;
  std::vector<float> fader_fades_, group_fades_, closing_fades_;
  std::vector<uint32_t> route_places_;  // [strip][bus]: in routes_, from 1
  std::vector<Route> routes_;
  bool generators_ = false;
  bool cue_delay_ = false;
  bool outputs_ = false;
};

}  // namespace rowdesk
