// Desired values of inserts, keys, links and align delays, as the numbers of the audio thread.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "control/addresses.h"
#include "control/block.h"
#include "control/values.h"

namespace rowdesk {

class ProcessorUpdates {
 public:
  // All arguments must outlive it.
  ProcessorUpdates(const Layout& layout, const ProcessorTable& table, const Addresses& addresses, const Values& values);

  void set_rate(double rate) { rate_ = rate; }
  // Marks what depends on this parameter.
  void mark(const ParameterId& id);
  // Adds everything marked since the last call.
  void take(Block& block);

 private:
  void mark(uint32_t update);
  void mark_keyed_by(uint32_t strip);
  std::pair<uint32_t, uint32_t> lanes_of(uint32_t strip) const;
  void send_to_legs(Block& block, Aspect aspect, uint32_t insert, uint32_t strip, std::span<const float> numbers) const;
  void derive_insert(Block& block, uint32_t strip, uint32_t number) const;
  void derive_key(Block& block, uint32_t strip, uint32_t insert, Slot key) const;
  void derive_align(Block& block, uint32_t strip) const;
  void derive_link(Block& block, uint32_t strip) const;

  const Layout& layout_;
  const ProcessorTable& table_;
  const Addresses& addresses_;
  const Values& values_;
  double rate_ = 48000.0;
  std::vector<uint8_t> is_dirty_;  // [strip][place in its chain, then align, link]
  std::vector<uint32_t> dirty_;
};

}  // namespace rowdesk
