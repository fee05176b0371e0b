// A desk with plugins in inserts, and racks that play them between its blocks.
#pragma once

#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "insert_rack.h"
#include "scratch_folder.h"
#include "strip_rig.h"

namespace rowdesk {

// Each sample another, from -0.5 to 0.5.
float noise_at(uint32_t channel, uint64_t frame);
Sound noise();

// A sine of 48 frames, and the most that two of its samples in a row differ by.
inline constexpr double amplitude = 0.25;
inline constexpr double step_of_tone = amplitude * 2.0 * std::numbers::pi / 48.0;
Sound tone();

// Between two samples in a row.
double largest_step(const std::vector<float>& sound);

struct HostedDesk {
  // block: the most frames of one, as prepared.
  explicit HostedDesk(uint32_t block, const KindCounts& counts = counts_of(4), double rate = 48000.0);

  uint32_t strip_of(std::string_view path) const;
  // place: from 1; of an effect 1
  uint32_t set(std::string_view path, uint32_t place, bool has_plugin, bool is_enabled = true);
  // Chooses a plugin for the place, and a rack that serves it from now on.
  InsertRack& insert(std::string_view path, uint32_t place = 1, uint32_t latency = 0);
  // All racks play after each block, but those that a test holds up.
  Channels render(uint32_t frames, const Sound& sound, uint32_t block, uint32_t flags = 0);
  HostedInserts::State state(std::string_view path = strip_path, uint32_t place = 1);
  bool is_there(const std::string& place) const;

  ScratchFolder folder;
  Rig rig;
  std::vector<std::unique_ptr<InsertRack>> racks;
  bool are_held = false;
};

}  // namespace rowdesk
