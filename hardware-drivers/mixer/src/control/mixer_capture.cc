// Capture, as the mixer's control side has it.
#include <memory>

#include "control/mixer.h"

namespace rowdesk {

uint32_t Mixer::start_capture(const CaptureOrder& order) {
  const std::lock_guard lock(control_);  // the rate stays
  return capture_.start(order, rate_);
}

// Of the capture's thread.
bool Mixer::send_stimulus(std::unique_ptr<Stimulus>& stimulus) {
  const std::lock_guard lock(control_);
  collect();
  if (!engine_.blocks().has_room()) return false;
  send_block(&stimulus);
  return true;
}

}  // namespace rowdesk
