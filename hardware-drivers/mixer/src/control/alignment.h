// Latency compensation: in a main, a matrix, a mix-minus, and in a mix or an fxSend that is `aligned`, shorter paths are
// delayed to the length of the longest one, by at most alignLimitMs. Paths with the same delay share a delay line.
//
// Sound is late by the latency of the processors that it has passed. A mix is as late as the latest path into it, also where
// it is not aligned. The return of an effect is as late as its fxSend and the effect's plugin where that fxSend is aligned;
// otherwise it is a source, and not late by what its effect hears.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "control/addresses.h"
#include "control/block.h"
#include "control/layout.h"
#include "control/routing.h"
#include "control/values.h"

namespace rowdesk {

class Alignment {
 public:
  // All must outlive the alignment.
  Alignment(const Layout& layout, const Addresses& addresses, const Routing& routing, const Values& values);

  // The latency of a strip's processors, in frames.
  void set_latency(uint32_t strip, uint32_t frames);
  // With the effect's plugin of an fxSend that is aligned.
  uint32_t latency(uint32_t strip) const;
  // By how much an fxSend's effect is late, in frames.
  void set_effect_latency(uint32_t send, uint32_t frames);
  // A parameter that changed.
  void mark(const ParameterId& id);
  // A route that may have changed; of a linked pair of buses, into either.
  void follow(uint32_t strip, uint32_t bus);
  // Makes the delay lines for this rate; their delays are unknown until the next plan.
  void prepare(double rate);

  using Moved = std::function<void(uint32_t strip, uint32_t bus)>;
  // Computes the delays of all buses with a change since the last plan. Calls moved for each path that changes to another
  // line.
  void plan(Block& block, const Moved& moved);

  // Lines of a path, from 1; 0 for none. Where they differ, the sound of each waits there for so many frames.
  struct Lines {
    uint32_t before, now;
    uint32_t wait_before, wait_now;
  };
  // The line with the path's gains as sent last, and the present one, which counts as sent from now on.
  Lines send(uint32_t strip, uint32_t bus);
  uint32_t line_of(uint32_t strip, uint32_t bus) const { return is_aligned(bus) ? lines_[place(strip, bus)] : 0; }
  // The delay of a path, in frames.
  uint32_t wait_frames(uint32_t strip, uint32_t bus) const {
    const uint32_t line = line_of(strip, bus);
    return line == 0 ? 0 : delays_[bus - first_][line - 1];
  }
  // By how much the longest path of a strip exceeds the longest delay, in frames; 0 while all its paths are aligned.
  uint32_t excess_frames(uint32_t strip) const { return is_aligned(strip) ? excess_[strip - first_] : 0; }

 private:
  enum class Way : uint8_t { none, early, late };  // early: from a tap before the latency of the strip
  using Delays = std::array<uint32_t, alignment_delays>;  // frames; 0: a line without a path

  // A bus whose paths may be delayed.
  bool is_aligned(uint32_t strip) const { return strip - first_ < excess_.size(); }
  size_t place(uint32_t strip, uint32_t bus) const { return static_cast<size_t>(bus - first_) * latencies_.size() + strip; }
  // Its paths wait for the longest one.
  bool makes_wait(uint32_t bus) const;
  // Dry paths wait for the effect of this fxSend.
  bool waits_for_effect(uint32_t strip) const;
  uint32_t effect_arrival(uint32_t fx_return) const;
  void mark_strip(uint32_t strip, Parameter parameter);
  void mark_bus(uint32_t bus);
  void mark_return(uint32_t send);
  void begin_use();
  void look(uint32_t strip, uint32_t bus);
  void plan(uint32_t bus, Block& block, const Moved& moved);
  uint32_t measure(uint32_t bus);
  void set_arrival(uint32_t bus, uint32_t frames);
  Delays choose_delays(uint32_t bus);
  void send_delays(uint32_t bus, const Delays& next, Block& block);

  const Layout& layout_;
  const Addresses& addresses_;
  const Routing& routing_;
  const Values& values_;
  uint32_t first_ = 0;                // the first bus whose paths may be delayed
  std::vector<uint32_t> latencies_;   // per strip, of its processors
  std::vector<uint32_t> effect_latencies_;  // per strip, of an fxSend's effect
  std::vector<uint32_t> arrivals_;    // per strip: how late sound is at its top, frames
  std::vector<Way> ways_;             // [bus][strip]
  std::vector<uint8_t> lines_, sent_lines_;  // [bus][strip]
  std::vector<uint32_t> waits_before_;  // [bus][strip]: in the line that the path moved from last
  std::vector<Delays> delays_;        // per bus
  std::vector<uint32_t> excess_;      // per bus
  std::vector<uint8_t> is_changed_, is_linked_;  // per bus
  std::vector<uint32_t> waits_;       // per strip, of the bus that is planned
  double rate_ = 0;
  bool is_used_ = false;  // a strip has had latency: before that no path has a line
};

}  // namespace rowdesk
