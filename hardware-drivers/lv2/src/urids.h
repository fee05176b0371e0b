// Numbers for URIs, of all plugins of this process (LV2's urid:map and urid:unmap).
#pragma once
#include <lv2/urid/urid.h>

#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>

namespace rowdesk::plugins {

/** Of any thread; a plugin that maps in its run() waits for others that do. */
class Urids {
 public:
  /** 1 or more, the same for the same URI. */
  LV2_URID map(const std::string& uri);
  /** Null for a number that no URI has; else valid as long as the process. */
  const char* unmap(LV2_URID urid);

 private:
  std::mutex guard_;
  std::unordered_map<std::string, LV2_URID> numbers_;
  std::deque<std::string> uris_;
};

Urids& urids();

/** For LV2_URID__map and LV2_URID__unmap. */
LV2_URID_Map* urid_map();
LV2_URID_Unmap* urid_unmap();

}  // namespace rowdesk::plugins
