// What the desk wants, on the control side, and the blocks that bring the audio thread there. Slots that changed are
// marked; a block takes all that is marked, so that nothing is lost and nothing grows while the ring is full.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "addresses.h"
#include "block.h"

namespace rowdesk {

class Wanted {
 public:
  // layout and addresses must outlive it.
  Wanted(const Layout& layout, const Addresses& addresses);

  double value(Slot slot) const { return values_[slot]; }
  void set(Slot slot, double value);
  // The channels of the device that sources stand for, by source number: left and right leg, -1 for none.
  void set_channels(std::vector<std::pair<int32_t, int32_t>> channels);
  // Everything is marked: after `prepare`, and for the first block.
  void mark_all(uint32_t outputs);
  void clear_fault(uint32_t strip);

  bool has_marks() const { return !marked_.empty() || !once_.empty() || revision_ != sent_revision_; }
  void set_revision(double revision) { revision_ = revision; }
  // Everything marked since the last one.
  std::unique_ptr<Block> take_block();

 private:
  void mark(Slot slot);
  void derive(Slot slot, std::vector<Change>& changes) const;
  void derive_routes(const StripPlace& strip, std::vector<Change>& changes) const;
  void derive_outputs(const StripPlace& strip, std::vector<Change>& changes) const;
  double of(const StripPlace& strip, Parameter parameter) const;

  const Layout& layout_;
  const Addresses& addresses_;
  std::vector<double> values_;
  std::vector<uint8_t> is_marked_;
  std::vector<Slot> marked_;
  std::vector<Change> once_;
  std::vector<std::pair<int32_t, int32_t>> channels_;
  uint32_t outputs_ = 0;
  double revision_ = 0;
  double sent_revision_ = -1;
};

}  // namespace rowdesk
