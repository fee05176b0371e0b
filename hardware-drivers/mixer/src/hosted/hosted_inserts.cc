#include "hosted/hosted_inserts.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "processors/effect_parts.h"

namespace rowdesk {
namespace {

bool is_effect(const StripPlace& strip) { return strip.kind == Kind::fx_send; }

// Of the link: `input-1-insert1`, `fxSend-1-effect`.
std::string name_of(const StripPlace& strip, uint32_t place) {
  const std::string id = is_effect(strip) ? "effect" : "insert" + std::to_string(place + 1);
  return std::string(describe(strip.kind).name) + "-" + std::to_string(strip.index) + "-" + id;
}

std::unique_ptr<SharedFile> made_wake(const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (const auto& each : std::filesystem::directory_iterator(folder)) SharedFile::remove_stale(folder, each.path().filename());
  auto file = std::make_unique<SharedFile>(RD_INSERT_WAKE_LINK, sizeof(rd_insert_wake));
  auto& wake = *static_cast<rd_insert_wake*>(file->data());
  wake.version = RD_INSERT_VERSION;
  wake.epoch = new_epoch();
  wake.process_id = static_cast<uint32_t>(getpid());
  __atomic_store_n(&wake.magic, RD_INSERT_MAGIC, __ATOMIC_RELEASE);
  file->link(folder);
  return file;
}

}  // namespace

HostedInserts::HostedInserts(const Layout& layout, const std::string& runtime_folder)
    : layout_(layout), places_(static_cast<size_t>(layout.sounding_strips()) * hosted_places) {
  if (runtime_folder.empty()) return;
  folder_ = runtime_folder + "/" RD_INSERT_FOLDER;
  try {
    wake_ = made_wake(folder_);
  } catch (const std::exception& error) {
    fault_ = error.what();
  }
}

HostedInserts::~HostedInserts() {
  const std::string folder = std::exchange(folder_, "");
  places_.clear();
  left_.clear();
  wake_.reset();
  if (!folder.empty()) rmdir(folder.c_str());  // one that has anything else stays
}

rd_insert_wake* HostedInserts::wake() const { return wake_ ? static_cast<rd_insert_wake*>(wake_->data()) : nullptr; }

void HostedInserts::mark(Place& place) {
  place.is_marked = true;
  ++number_;
}

std::unique_ptr<HostedInsert> HostedInserts::made(size_t number) const {
  if (folder_.empty()) return nullptr;
  if (!fault_.empty()) throw std::runtime_error(fault_);
  const StripPlace& strip = layout_.strips()[number / hosted_places];
  const uint32_t legs = is_effect(strip) ? effect_legs : strip.legs;
  return std::make_unique<HostedInsert>(name_of(strip, number % hosted_places), legs, format_, folder_);
}

uint32_t HostedInserts::set(uint32_t strip, uint32_t number, bool has_plugin, bool is_enabled) {
  Place& place = at(strip, number);
  if (has_plugin && !place.has_plugin) {
    const auto used = static_cast<uint32_t>(std::ranges::count_if(places_, &Place::has_plugin));
    const auto kept = static_cast<size_t>(std::ranges::count_if(places_, [](const Place& each) { return each.insert != nullptr; }));
    if (used >= most_hosted_inserts) {
      throw std::runtime_error("at most " + std::to_string(most_hosted_inserts) + " inserts and effects have a plugin at the same time");
    }
    if (kept + left_.size() >= 2 * most_hosted_inserts) throw std::runtime_error("the plugins before these are still heard");
  }
  if (has_plugin && !place.insert) place.insert = made(strip * hosted_places + number);
  place.fault.clear();
  place.has_plugin = has_plugin;
  place.is_enabled = is_enabled;
  follow_latency(place);
  mark(place);
  return number_;
}

uint32_t HostedInserts::set_offset(uint32_t strip, uint32_t number, int32_t frames) {
  Place& place = at(strip, number);
  place.offset_frames = frames;
  follow_latency(place);
  mark(place);
  return number_;
}

bool HostedInserts::follow_latency(Place& place) {
  if (!place.has_plugin || !place.insert) return false;
  const uint32_t delay = place.insert->format().block_frames + place.insert->latency(place.offset_frames);
  if (delay == place.insert->delay_frames()) return false;
  place.insert->set_delay(delay);
  return true;
}

void HostedInserts::prepare(const HostedInsert::Format& format) {
  left_.clear();
  const bool is_other = format != format_;
  format_ = format;
  for (size_t number = 0; number < places_.size(); ++number) {
    Place& place = places_[number];
    place.leaves = false;
    if (!place.has_plugin || is_other) place.insert.reset();
    if (!place.has_plugin) continue;
    place.fault.clear();
    try {
      if (!place.insert) place.insert = made(number);
    } catch (const std::exception& error) {
      place.fault = error.what();
    }
    mark(place);
  }
}

void HostedInserts::follow(const std::function<void(uint32_t strip)>& changed) {
  for (size_t number = 0; number < places_.size(); ++number) {
    Place& place = places_[number];
    if (!place.insert) continue;
    place.insert->mend();
    if (follow_latency(place)) {
      mark(place);
      changed(static_cast<uint32_t>(number / hosted_places));
    }
    const bool is_taken_up = !place.is_marked && applied_ == number_;
    if (place.has_plugin || !is_taken_up || place.insert->heard() != HostedHeard::none) continue;
    mark(place);
    place.leaves = true;
    left_.push_back({std::move(place.insert), number_});
  }
}

bool HostedInserts::has_any() const {
  return std::ranges::any_of(places_, [](const Place& place) { return place.has_plugin && place.insert; });
}

bool HostedInserts::are_served() const {
  return std::ranges::all_of(places_, [](const Place& place) { return !place.has_plugin || !place.insert || place.insert->is_served(); });
}

uint32_t HostedInserts::latency(uint32_t strip) const {
  return is_effect(layout_.strips()[strip]) ? 0 : delay_frames(strip);
}

uint32_t HostedInserts::effect_latency(uint32_t strip) const {
  return is_effect(layout_.strips()[strip]) ? delay_frames(strip) : 0;
}

uint32_t HostedInserts::delay_frames(uint32_t strip) const {
  uint32_t frames = 0;
  for (uint32_t number = 0; number < hosted_places; ++number) {
    const Place& place = at(strip, number);
    if (place.has_plugin && place.insert) frames += place.insert->delay_frames();
  }
  return frames;
}

void HostedInserts::put(Block& block) {
  block.insert_number = sent_ = number_;
  for (size_t number = 0; number < places_.size(); ++number) {
    Place& place = places_[number];
    if (!std::exchange(place.is_marked, false)) continue;
    // A place that the audio thread has no slot of may have hardware there.
    if (!place.insert && !std::exchange(place.leaves, false)) continue;
    const uint32_t lane = layout_.strips()[number / hosted_places].first_lane;
    InsertOrder order{static_cast<uint32_t>(number % hosted_places), lane, nullptr, false, false, 0, 0};
    if (place.insert) {
      const uint32_t delay = place.insert->delay_frames();
      order = {order.place, lane, &place.insert->slot(), place.has_plugin, place.is_enabled, delay, place.insert->set_delay(delay)};
    }
    block.inserts.push_back(order);
  }
}

void HostedInserts::returned(const Block& block) {
  applied_ = std::max(applied_, block.insert_number);
  std::erase_if(left_, [&](const Left& each) { return each.number <= applied_; });
}

HostedInserts::State HostedInserts::state(uint32_t strip, uint32_t number) const {
  const Place& place = at(strip, number);
  if (!place.insert) return {HostedHeard::none, 0, 0, 0, place.fault};
  const uint32_t delay = place.has_plugin ? place.insert->delay_frames() : 0;
  const uint32_t latency = place.has_plugin ? delay - place.insert->format().block_frames : 0;
  return {place.insert->heard(), place.insert->late_blocks(), delay, latency, ""};
}

void HostedInserts::close() {
  const std::string folder = std::exchange(folder_, "");
  for (Place& place : places_) {
    if (place.insert) place.insert->end();
  }
  for (Left& each : left_) each.insert->end();
  if (wake_) wake_->remove();
  if (!folder.empty()) rmdir(folder.c_str());
}

}  // namespace rowdesk
