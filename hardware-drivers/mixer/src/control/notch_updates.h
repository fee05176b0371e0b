// The notches of strips against feedback, as the numbers of the audio thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "control/block.h"
#include "control/layout.h"
#include "feedback/notches.h"

namespace rowdesk {

class NotchUpdates {
 public:
  // layout must outlive it.
  explicit NotchUpdates(const Layout& layout);

  // Marks every strip that has notches.
  void set_rate(double rate);
  // All notches of a sounding strip, most_notches at most; marks the strip. A notch whose frequency stays keeps its section,
  // so that its filter goes on from where it is.
  void set(uint32_t strip, std::span<const Notch> notches);
  bool has_marks() const { return !dirty_.empty(); }
  // Adds everything marked since the last call.
  void take(Block& block);

 private:
  void mark(uint32_t strip);

  const Layout& layout_;
  double rate_ = 48000.0;
  std::vector<Notches::Settings> sections_;  // by strip
  std::vector<uint8_t> is_dirty_;
  std::vector<uint32_t> dirty_;
};

}  // namespace rowdesk
