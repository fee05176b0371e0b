// What an LV2 plugin may ask of its host at instantiation.
#pragma once
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/state/state.h>
#include <lv2/worker/worker.h>

#include <array>
#include <cstdint>
#include <string>

#include "lv2_world.h"

namespace rowdesk::plugins {

/** The features of one instance; they outlive it. */
class Lv2Features {
 public:
  /** `files_folder`: where state:makePath makes files; '' for nowhere, and then it gives null. */
  Lv2Features(double rate_hz, uint32_t block_frames, std::string files_folder, LV2_Worker_Schedule* schedule);
  Lv2Features(const Lv2Features&) = delete;
  Lv2Features& operator=(const Lv2Features&) = delete;

  /** Ends with a null. */
  const LV2_Feature* const* list() const { return list_.data(); }

 private:
  const int32_t least_frames_ = 1;
  const int32_t most_frames_;
  const int32_t sequence_bytes_ = 1 << 16;
  const float rate_hz_;
  const std::string files_folder_;
  std::array<LV2_Options_Option, 6> options_;
  LV2_Log_Log log_;
  LV2_State_Map_Path map_path_;
  LV2_State_Make_Path make_path_;
  LV2_State_Free_Path free_path_;
  std::array<LV2_Feature, 12> features_;
  std::array<const LV2_Feature*, 13> list_;
};

/** '' if the rack has all that the plugin requires; else the URIs of what is missing. */
std::string missing_lv2_features(const LilvPlugin* plugin);

}  // namespace rowdesk::plugins
