#include "hosted_desk.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace rowdesk {

float noise_at(uint32_t channel, uint64_t frame) {
  const uint32_t bits = static_cast<uint32_t>(frame * 10368889u + channel * 7700417u) & 0xffffffu;
  return static_cast<float>(static_cast<int32_t>(bits) - 0x800000) / 16777216.0f;
}
Sound noise() {
  return [](uint32_t channel, uint64_t frame) { return noise_at(channel, frame); };
}

Sound tone() {
  return [](uint64_t frame) {
    return static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * static_cast<double>(frame % 48) / 48.0));
  };
}

double largest_step(const std::vector<float>& sound) {
  double largest = 0.0;
  for (size_t i = 1; i < sound.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(sound[i]) - static_cast<double>(sound[i - 1])));
  }
  return largest;
}

HostedDesk::HostedDesk(uint32_t block, const KindCounts& counts, double rate)
    : rig(counts, "", rate, {}, most_strips, folder.path()) {
  rig.most_frames = block;
}

uint32_t HostedDesk::strip_of(std::string_view path) const {
  const auto& strips = rig.mixer.layout().strips();
  for (uint32_t i = 0; i < strips.size(); ++i) {
    if (strips[i].path == path) return i;
  }
  CHECK(!"a strip");
  return 0;
}

uint32_t HostedDesk::set(std::string_view path, uint32_t place, bool has_plugin, bool is_enabled) {
  const uint32_t number = rig.mixer.set_insert(strip_of(path), place - 1, has_plugin, is_enabled);
  rig.mixer.flush();
  return number;
}

InsertRack& HostedDesk::insert(std::string_view path, uint32_t place, uint32_t latency) {
  set(path, place, true);
  const StripPlace& strip = rig.mixer.layout().strips()[strip_of(path)];
  const std::string name =
      std::string(describe(strip.kind).name) + "-" + std::to_string(strip.index) + "-" +
      (strip.kind == Kind::fx_send ? "effect" : "insert" + std::to_string(place));
  racks.push_back(std::make_unique<InsertRack>(folder.path(), name));
  racks.back()->latency = latency;
  racks.back()->begin();
  rig.mixer.follow_inserts();
  return *racks.back();
}

Channels HostedDesk::render(uint32_t frames, const Sound& sound, uint32_t block, uint32_t flags) {
  Channels all(Rig::outputs);
  for (uint32_t done = 0; done < frames; done += block) {
    const Channels more = rig.render(std::min(block, frames - done), sound, block, flags);
    for (uint32_t channel = 0; channel < Rig::outputs; ++channel) {
      all[channel].insert(all[channel].end(), more[channel].begin(), more[channel].end());
    }
    for (const auto& rack : racks) {
      if (!are_held) rack->play();
    }
    rig.mixer.follow_inserts();
  }
  return all;
}

HostedInserts::State HostedDesk::state(std::string_view path, uint32_t place) {
  return rig.mixer.insert(strip_of(path), place - 1);
}

bool HostedDesk::is_there(const std::string& place) const {
  const std::filesystem::path link = folder.path() + "/" RD_INSERT_FOLDER "/" + place;
  return std::filesystem::is_symlink(link) && std::filesystem::exists(link);
}

}  // namespace rowdesk
