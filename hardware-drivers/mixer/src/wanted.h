// What the desk wants, on the control side, and the blocks that bring the audio thread there. Slots that changed are
// marked; a block takes all that is marked, so that nothing is lost and nothing grows while the ring is full.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "addresses.h"
#include "block.h"
#include "values.h"

namespace rowdesk {

class Wanted {
 public:
  // layout and addresses must outlive it.
  Wanted(const Layout& layout, const Addresses& addresses);

  const Values& values() const { return values_; }
  void set(Slot slot, double value);
  // The channels of the device that ports stand for: left and right leg by source number, one by sink number; -1: none.
  void set_channels(std::vector<std::pair<int32_t, int32_t>> sources, std::vector<int32_t> sinks);
  // Everything is marked: after `prepare`, and for the first block.
  void mark_all(uint32_t outputs);
  void clear_fault(uint32_t strip);

  bool has_marks() const { return !marked_.empty() || !once_.empty() || revision_ != sent_revision_; }
  void set_revision(double revision) { revision_ = revision; }
  // Everything marked since the last one.
  std::unique_ptr<Block> take_block();

 private:
  void mark(Slot slot);
  void derive(const Meaning& meaning, std::vector<Change>& changes) const;
  void derive_strip(uint32_t number, Parameter parameter, std::vector<Change>& changes) const;
  void derive_routes(const StripPlace& strip, std::vector<Change>& changes) const;
  void derive_outputs(const StripPlace& strip, std::vector<Change>& changes) const;
  double of(const StripPlace& strip, Parameter parameter) const { return values_.of(layout_.number_of(strip), parameter); }

  const Layout& layout_;
  const Addresses& addresses_;
  Values values_;
  std::vector<uint8_t> is_marked_;
  std::vector<Slot> marked_;
  std::vector<Change> once_;
  std::vector<std::pair<int32_t, int32_t>> channels_;
  std::vector<int32_t> sinks_;
  uint32_t outputs_ = 0;
  double revision_ = 0;
  double sent_revision_ = -1;
};

}  // namespace rowdesk
