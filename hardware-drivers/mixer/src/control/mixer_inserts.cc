// Inserts with a plugin and those through hardware, as the mixer's control side has them.
#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <rowdesk/clock.h>

#include "control/mixer.h"

namespace rowdesk {

uint32_t Mixer::set_insert(uint32_t strip, uint32_t place, bool has_plugin, bool is_enabled) {
  const std::lock_guard lock(control_);
  if (has_plugin && hardware_.is_patched(strip, place)) throw std::runtime_error("hardware is patched to this insert");
  waiting_plugins_.erase({strip, place});
  if (has_plugin && !hardware_.is_free(strip, place)) {
    waiting_plugins_[{strip, place}] = is_enabled;
    has_plugin = false;
  }
  const uint32_t number = hosted_.set(strip, place, has_plugin, is_enabled);
  hardware_.enable(strip, place, is_enabled);
  take_latency_of_inserts(strip);
  return number;
}

uint32_t Mixer::set_insert_offset(uint32_t strip, uint32_t place, int32_t frames) {
  const std::lock_guard lock(control_);
  const uint32_t number = hosted_.set_offset(strip, place, frames);
  take_latency_of_inserts(strip);
  return number;
}

uint32_t Mixer::set_hardware_insert(uint32_t strip, uint32_t place, const std::optional<InsertPorts>& ports, uint32_t frames) {
  const std::lock_guard lock(control_);
  const uint32_t number = hardware_.set(strip, place, ports, frames);
  follow_inserts_locked();
  take_latency_of_inserts(strip);
  return std::max(number, hardware_.number());
}

uint32_t Mixer::applied_hardware_inserts() const {
  const std::lock_guard lock(control_);
  collect();
  return hardware_.applied();
}

std::optional<HardwareInserts::State> Mixer::hardware_insert(uint32_t strip, uint32_t place) const {
  const std::lock_guard lock(control_);
  return hardware_.state(strip, place);
}

void Mixer::measure_insert(uint32_t strip, uint32_t place) {
  const std::lock_guard lock(control_);
  hardware_.measure(strip, place);
  send_marked();
}

std::optional<RoundTrip> Mixer::measured_insert(uint32_t strip, uint32_t place) {
  const std::lock_guard lock(control_);
  const std::optional<RoundTrip> result = hardware_.measured(strip, place);
  send_marked();
  return result;
}

void Mixer::end_insert_measure(uint32_t strip, uint32_t place) {
  const std::lock_guard lock(control_);
  hardware_.end_measure(strip, place);
  send_marked();
}

void Mixer::take_latency_of_inserts(uint32_t strip) {
  desired_.set_hosted_latency(strip, hosted_.latency(strip) + hardware_.latency(strip));
  desired_.set_effect_latency(strip, hosted_.effect_latency(strip));
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
  follow_inserts_locked();
  if (hosted_.has_change() || hardware_.has_change()) send_marked();
}

void Mixer::follow_inserts_locked() {
  const auto changed = [this](uint32_t strip) { take_latency_of_inserts(strip); };
  std::erase_if(waiting_plugins_, [&](const auto& waiting) {
    const auto [strip, place] = waiting.first;
    if (!hardware_.is_free(strip, place)) return false;
    try {
      hosted_.set(strip, place, true, waiting.second);
      changed(strip);
    } catch (const std::exception&) {
      // There is no room any more: the insert stays without a plugin until it is chosen again.
    }
    return true;
  });
  hosted_.follow(changed);
  hardware_.follow([this](uint32_t strip, uint32_t place) { return hosted_.is_free(strip, place); }, changed);
}

// A render begins with all that it will hear: racks, and the latencies of their plugins, before its first frame.
void Mixer::follow_inserts_offline(bool begins) {
  follow_inserts();
  if (!begins) return;
  const std::unique_lock lock(control_);
  if (!hosted_.has_any()) return;
  const uint64_t deadline = rd_monotonic_ns() + offline_wait_ns;
  while (!hosted_.are_served() && rd_monotonic_ns() < deadline) rd_sleep_until(rd_monotonic_ns() + 1'000'000);
  follow_inserts_locked();
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
  hardware_.prepare(rate);
  follow_inserts_locked();
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) take_latency_of_inserts(strip);
}

}  // namespace rowdesk
