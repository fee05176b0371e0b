// Inserts with a plugin, as the mixer's control side has them.
#include <thread>

#include "control/mixer.h"

namespace rowdesk {

uint32_t Mixer::set_insert(uint32_t strip, uint32_t place, bool has_plugin, bool is_enabled) {
  const std::lock_guard lock(control_);
  const uint32_t number = hosted_.set(strip, place, has_plugin, is_enabled);
  desired_.set_hosted_latency(strip, hosted_.latency(strip));
  return number;
}

uint32_t Mixer::applied_inserts() const {
  const std::lock_guard lock(control_);
  collect();
  return hosted_.applied();
}

HostedInserts::State Mixer::insert(uint32_t strip, uint32_t place) const {
  const std::lock_guard lock(control_);
  return hosted_.state(strip, place);
}

void Mixer::follow_inserts() {
  const std::lock_guard lock(control_);
  collect();
  hosted_.follow([this](uint32_t strip) { desired_.set_hosted_latency(strip, hosted_.latency(strip)); });
  if (hosted_.has_change()) send_marked();
}

void Mixer::end_inserts() {
  const std::lock_guard lock(control_);
  hosted_.close();
}

// While the audio thread doesn't run.
void Mixer::prepare_inserts(double rate, uint32_t most_frames) {
  engine_.forget_hosted();
  hosted_.prepare({rate, most_frames});
  engine_.set_wake(hosted_.wake());
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) desired_.set_hosted_latency(strip, hosted_.latency(strip));
}

}  // namespace rowdesk
