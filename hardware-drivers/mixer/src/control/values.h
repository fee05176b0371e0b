// The desired values of all slots, by parameter; 0 for a field that the strip lacks.
#pragma once

#include <vector>

#include "control/addresses.h"
#include "control/layout.h"
#include "engine/state.h"

namespace rowdesk {

inline constexpr uint32_t no_strip = ~0u;

class Values {
 public:
  Values(const Layout& layout, const Addresses& addresses);

  double at(Slot slot) const { return slot == no_slot ? 0.0 : values_[slot]; }
  void set(Slot slot, double value) { values_[slot] = value; }

  double of(uint32_t strip, Parameter parameter) const { return at(addresses_.of(strip, parameter)); }
  bool is(uint32_t strip, Parameter parameter) const { return of(strip, parameter) != 0.0; }
  double of(uint32_t strip, SpeakerParameter parameter) const { return at(addresses_.of(strip, parameter)); }
  double of(CueParameter parameter) const { return at(addresses_.of(parameter)); }
  double of(uint32_t talkback, TalkbackParameter parameter) const { return at(addresses_.of(talkback, parameter)); }
  double of(OscillatorParameter parameter) const { return at(addresses_.of(parameter)); }

  bool has_send(uint32_t strip, uint32_t bus) const { return addresses_.send(strip, bus) != no_slot; }
  double of_send(uint32_t strip, uint32_t bus, SendParameter parameter) const {
    return at(addresses_.send(strip, bus) + static_cast<uint32_t>(parameter));
  }

  // The strip that a StripRef names, no_strip for null.
  uint32_t strip_at(Slot slot) const { return static_cast<uint32_t>(at(slot)) - 1u; }
  uint32_t strip_of(uint32_t strip, Parameter parameter) const { return strip_at(addresses_.of(strip, parameter)); }
  uint32_t strip_of(CueParameter parameter) const { return strip_at(addresses_.of(parameter)); }
  // True if a list of StripRefs names the strip, or the other strip of its linked pair.
  bool names(uint32_t talkback, TalkbackParameter list, uint32_t strip) const {
    return lists(addresses_.of(talkback, list), strip);
  }
  bool names(OscillatorParameter list, uint32_t strip) const { return lists(addresses_.of(list), strip); }
  // The port at a place of the list: its number, -n for the n-th output of the driving device, 0 for none.
  double port_of(CueParameter list, uint32_t place) const { return at(addresses_.of(list) + place); }

  // The left strip of a pair decides.
  bool is_linked(uint32_t strip) const;
  bool is_member(uint32_t strip, Parameter groups, uint32_t index) const;
  // What the speakers of a strip are late by, at most longest_speaker_delay_ms, and their linear gain, below 0 where they are
  // inverted; 0 and 1 while that is not enabled.
  double speaker_delay_ms(uint32_t strip) const;
  double speaker_gain(uint32_t strip) const;
  // Linear gain of levelDb, and of the sum of the strip's DCAs; any -144 is silence.
  double level(uint32_t strip) const;
  double dcas(uint32_t strip) const;

 private:
  bool lists(Slot first, uint32_t strip) const;

  const Layout& layout_;
  const Addresses& addresses_;
  std::vector<double> values_;
};

}  // namespace rowdesk
