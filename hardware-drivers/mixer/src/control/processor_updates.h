// What the desk wants of processors, keys, links and align delays, as the numbers of the audio thread.
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
  // All must outlive it. Throws std::invalid_argument in words when the table lacks a symbol of a processor that the
  // mixer has.
  ProcessorUpdates(const Layout& layout, const ProcessorTable& table, const Addresses& addresses, const Values& values);

  void set_rate(double rate) { rate_ = rate; }
  // A slot of this parameter changed.
  void mark(const ParameterId& id);
  // Adds everything marked since the last one.
  void take(Block& block);

 private:
  // One place in the chain of a kind of strip.
  struct Place {
    const ChainPlace* described;
    const char* id;                 // null: a processor without sound of its own (inserts), or of others (effects)
    std::vector<uint32_t> symbols;  // those the mixer knows, as places among the values
  };
  struct Reader;

  void mark(uint32_t update);
  void mark_keyed_by(uint32_t strip);
  std::pair<uint32_t, uint32_t> lanes_of(uint32_t strip) const;
  void send(Block& block, ProcessorPart part, uint32_t lane, std::span<const float> numbers) const;
  void send_to_legs(Block& block, ProcessorPart part, uint32_t strip, std::span<const float> numbers) const;
  void derive_processor(Block& block, uint32_t strip, uint32_t number) const;
  void derive_key(Block& block, uint32_t strip, ProcessorPart part, Slot key) const;
  void derive_align(Block& block, uint32_t strip) const;
  void derive_link(Block& block, uint32_t strip) const;

  const Layout& layout_;
  const Addresses& addresses_;
  const Values& values_;
  double rate_ = 48000.0;
  std::vector<std::vector<Place>> places_;  // [kind]
  std::vector<uint8_t> is_dirty_;         // [strip][place in its chain, then align, link]
  std::vector<uint32_t> dirty_;
};

}  // namespace rowdesk
