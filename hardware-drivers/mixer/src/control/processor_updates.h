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
  // The latency of a strip's inserts with a plugin, in frames.
  void set_hosted_latency(uint32_t strip, uint32_t frames);
  // Marks what depends on this parameter.
  void mark(const ParameterId& id);
  // Calls visit(strip, frames) with the latency of each strip with a marked insert that may have latency, and of each
  // whose hosted latency was set.
  template <typename Visit>
  void each_latency(Visit visit) const;
  // Adds everything marked since the last call.
  void take(Block& block);

 private:
  static constexpr uint32_t updates_per_strip = 32;
  static constexpr uint32_t first_hosted_update = updates_per_strip - 2 - hosted_places;  // their keys
  static constexpr uint32_t align_update = updates_per_strip - 2;
  static constexpr uint32_t link_update = updates_per_strip - 1;

  void mark(uint32_t update);
  void mark_keyed_by(uint32_t strip);
  std::pair<uint32_t, uint32_t> lanes_of(uint32_t strip) const;
  void send_to_legs(Block& block, ProcessorChange change, uint32_t strip, std::span<const float> numbers) const;
  const ProcessorClass* processor_at(uint32_t strip, uint32_t number) const;
  bool has_latency(uint32_t strip, uint32_t number) const;
  uint32_t latency_frames(uint32_t strip) const;
  std::vector<double> settings_of(uint32_t strip, uint32_t number) const;
  void derive_insert(Block& block, uint32_t strip, uint32_t number) const;
  void derive_key(Block& block, uint32_t strip, uint32_t insert, Slot key) const;
  void derive_hosted_key(Block& block, uint32_t strip, uint32_t place) const;
  void derive_align(Block& block, uint32_t strip) const;
  void derive_link(Block& block, uint32_t strip) const;

  const Layout& layout_;
  const ProcessorTable& table_;
  const Addresses& addresses_;
  const Values& values_;
  double rate_ = 48000.0;
  std::vector<uint8_t> is_dirty_;  // [strip][place in its chain, then align, link]
  std::vector<uint32_t> dirty_;
  std::vector<uint32_t> hosted_latencies_;  // by strip
  std::vector<uint32_t> later_strips_;      // with another hosted latency
};

template <typename Visit>
void ProcessorUpdates::each_latency(Visit visit) const {
  for (const uint32_t update : dirty_) {
    const uint32_t strip = update / updates_per_strip;
    if (has_latency(strip, update % updates_per_strip)) visit(strip, latency_frames(strip));
  }
  for (const uint32_t strip : later_strips_) visit(strip, latency_frames(strip));
}

}  // namespace rowdesk
