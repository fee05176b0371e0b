// A desk with plugins in inserts, and racks that play them between its blocks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "insert_rack.h"
#include "scratch_folder.h"
#include "strip_rig.h"

namespace rowdesk {

struct HostedDesk {
  // block: the most frames of one, as prepared.
  explicit HostedDesk(uint32_t block, const KindCounts& counts = counts_of(4), double rate = 48000.0);

  uint32_t strip_of(std::string_view path) const;
  // place: from 1
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
