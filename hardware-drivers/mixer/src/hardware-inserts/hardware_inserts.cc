#include "hardware-inserts/hardware_inserts.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace rowdesk {

HardwareInserts::HardwareInserts(const Layout& layout)
    : layout_(layout), places_(static_cast<size_t>(layout.sounding_strips()) * hosted_places) {}

void HardwareInserts::mark(Place& place) {
  place.is_marked = true;
  ++number_;
}

std::unique_ptr<HardwareInsert> HardwareInserts::made(size_t index) const {
  const uint32_t legs = layout_.strips()[index / hosted_places].legs;
  return std::make_unique<HardwareInsert>(legs, rate_, std::min(places_[index].frames, most_round_trip(rate_)));
}

// Slots that there are.
uint32_t HardwareInserts::kept() const {
  const auto there = std::ranges::count_if(places_, [](const Place& place) { return place.insert != nullptr; });
  const auto left = std::ranges::count_if(left_, [](const Left& each) { return each.insert != nullptr; });
  return static_cast<uint32_t>(there + left);
}

uint32_t HardwareInserts::set(uint32_t strip, uint32_t number, const std::optional<InsertPorts>& ports, uint32_t frames) {
  Place& place = places_[index(strip, number)];
  const auto used = std::ranges::count_if(places_, [](const Place& each) { return each.ports.has_value(); });
  if (ports && !place.ports && used >= most_hardware_inserts) {
    throw std::runtime_error("at most " + std::to_string(most_hardware_inserts) + " inserts have hardware at the same time");
  }
  if (place.ports != ports) end_measure(strip, number);
  place.ports = ports;
  place.last = ports.value_or(place.last);
  place.frames = frames;
  if (place.insert) mark(place);
  return number_;
}

void HardwareInserts::enable(uint32_t strip, uint32_t number, bool is_enabled) {
  Place& place = places_[index(strip, number)];
  if (std::exchange(place.is_enabled, is_enabled) != is_enabled && place.insert) mark(place);
}

void HardwareInserts::prepare(double rate) {
  rate_ = rate;
  left_.clear();
  for (Place& place : places_) {
    place.clicks.reset();
    place.insert.reset();
    place.gone = 0;
    place.leaves = false;
  }
}

void HardwareInserts::follow(const std::function<bool(uint32_t, uint32_t)>& is_free,
                             const std::function<void(uint32_t)>& changed) {
  for (size_t index = 0; index < places_.size(); ++index) {
    Place& place = places_[index];
    const auto strip = static_cast<uint32_t>(index / hosted_places);
    if (place.ports && !place.insert && is_free(strip, index % hosted_places) && kept() < 2 * most_hardware_inserts) {
      place.insert = made(index);
      mark(place);
      changed(strip);
    }
    const bool is_taken_up = !place.is_marked && applied_ == number_;
    if (!place.insert || place.ports || !is_taken_up || place.insert->heard() != HostedHeard::none) continue;
    mark(place);
    place.gone = number_;
    place.leaves = true;
    left_.push_back({std::move(place.insert), std::move(place.clicks), number_});
  }
}

bool HardwareInserts::is_free(uint32_t strip, uint32_t number) const {
  const Place& place = places_[index(strip, number)];
  return !place.ports && !place.insert && applied_ >= place.gone;
}

uint32_t HardwareInserts::latency(uint32_t strip) const {
  uint32_t frames = 0;
  for (uint32_t number = 0; number < hosted_places; ++number) {
    const Place& place = places_[index(strip, number)];
    if (place.ports && place.insert) frames += std::min(place.frames, most_round_trip(rate_));
  }
  return frames;
}

void HardwareInserts::put(Block& block) {
  block.hardware_number = sent_ = number_;
  for (size_t index = 0; index < places_.size(); ++index) {
    Place& place = places_[index];
    if (!std::exchange(place.is_marked, false)) continue;
    const auto strip = static_cast<uint32_t>(index / hosted_places);
    HardwareOrder order{static_cast<uint32_t>(index % hosted_places), layout_.strips()[strip].first_lane, strip};
    if (!place.insert && !std::exchange(place.leaves, false)) continue;
    if (place.insert) {
      order.slot = &place.insert->slot();
      order.is_on = place.ports.has_value();
      order.is_enabled = place.is_enabled;
      order.delay_frames = std::min(place.frames, most_round_trip(rate_));
      order.ports = place.last;
      order.clicks = place.clicks.get();
    }
    block.hardware_inserts.push_back(order);
  }
}

void HardwareInserts::returned(const Block& block) {
  applied_ = std::max(applied_, block.hardware_number);
  std::erase_if(left_, [&](const Left& each) { return each.number <= applied_; });
}

std::optional<HardwareInserts::State> HardwareInserts::state(uint32_t strip, uint32_t number) const {
  const Place& place = places_[index(strip, number)];
  if (!place.ports && !place.insert) return std::nullopt;
  if (!place.insert) return State{};
  const uint32_t delay_frames = place.ports ? std::min(place.frames, most_round_trip(rate_)) : 0;
  return State{place.insert->heard(), delay_frames, place.ports && place.insert->is_unanswered()};
}

void HardwareInserts::measure(uint32_t strip, uint32_t number) {
  Place& place = places_[index(strip, number)];
  if (!place.ports || !place.insert) throw std::runtime_error("the insert has no hardware");
  if (place.clicks) throw std::runtime_error("the insert is being measured");
  const uint32_t legs = layout_.strips()[strip].legs;
  for (uint32_t leg = 0; leg < legs; ++leg) {
    if (place.ports->send[leg] < 0 || place.ports->back[leg] < 0) throw std::runtime_error("a port of the insert is not there");
  }
  place.clicks = std::make_unique<InsertClicks>(legs, rate_);
  mark(place);
}

std::optional<RoundTrip> HardwareInserts::measured(uint32_t strip, uint32_t number) {
  Place& place = places_[index(strip, number)];
  if (!place.clicks) throw std::runtime_error("the device began anew meanwhile");
  if (!place.clicks->is_done.load(std::memory_order_acquire)) return std::nullopt;
  const RoundTrip result = round_trip_of(*place.clicks);
  end_measure(strip, number);
  return result;
}

void HardwareInserts::end_measure(uint32_t strip, uint32_t number) {
  Place& place = places_[index(strip, number)];
  if (!place.clicks) return;
  mark(place);
  left_.push_back({nullptr, std::move(place.clicks), number_});
}

}  // namespace rowdesk
