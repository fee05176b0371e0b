// Inserts with a plugin, as the mixer's control side has them.
#include <mutex>
#include <thread>

#include <rowdesk/clock.h>

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

// A render begins with all that it will hear: racks, and the latencies of their plugins, before its first frame.
void Mixer::follow_inserts_offline(bool begins) {
  follow_inserts();
  if (!begins) return;
  const std::unique_lock lock(control_);
  if (!hosted_.has_any()) return;
  const uint64_t deadline = rd_monotonic_ns() + offline_wait_ns;
  while (!hosted_.are_served() && rd_monotonic_ns() < deadline) rd_sleep_until(rd_monotonic_ns() + 1'000'000);
  hosted_.follow([this](uint32_t strip) { desired_.set_hosted_latency(strip, hosted_.latency(strip)); });
  send_marked();
  while (is_taken_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();  // the timer, for one block
  engine_.settle();
  is_taken_.store(false, std::memory_order_release);
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
