#include "lv2_features.h"

#include <lv2/atom/atom.h>
#include <lv2/parameters/parameters.h>
#include <sys/stat.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include "urids.h"

namespace rowdesk::plugins {
namespace {

/** A plugin's words go to stderr, a line at most 1,024 characters. A rack's host logs them. */
int print_words(LV2_Log_Handle, LV2_URID, const char* format, va_list words) {
  char line[1024];
  const int length = vsnprintf(line, sizeof line, format, words);
  fputs(line, stderr);
  return length;
}

int print(LV2_Log_Handle handle, LV2_URID type, const char* format, ...) {
  va_list words;
  va_start(words, format);
  const int length = print_words(handle, type, format, words);
  va_end(words);
  return length;
}

/** Paths are kept as they are: a state is of this computer. */
char* same_path(LV2_State_Map_Path_Handle, const char* path) { return strdup(path); }

/** A path below the folder of files, its folders made; null where the plugin may have none. */
char* make_path(LV2_State_Make_Path_Handle handle, const char* path) {
  const auto& folder = *static_cast<const std::string*>(handle);
  if (folder.empty() || std::strstr(path, "..") != nullptr) return nullptr;
  const std::string whole = folder + "/" + path;
  for (size_t at = folder.size(); at != std::string::npos; at = whole.find('/', at + 1)) {
    mkdir(whole.substr(0, at).c_str(), 0700);
  }
  return strdup(whole.c_str());
}

}  // namespace

Lv2Features::Lv2Features(double rate_hz, uint32_t block_frames, std::string files_folder, LV2_Worker_Schedule* schedule)
    : most_frames_(static_cast<int32_t>(block_frames)),
      rate_hz_(static_cast<float>(rate_hz)),
      files_folder_(std::move(files_folder)) {
  const auto option = [](const char* key, const char* type, const void* value) {
    return LV2_Options_Option{LV2_OPTIONS_INSTANCE, 0, urids().map(key), 4, urids().map(type), value};
  };
  options_ = {option(LV2_BUF_SIZE__minBlockLength, LV2_ATOM__Int, &least_frames_),
              option(LV2_BUF_SIZE__maxBlockLength, LV2_ATOM__Int, &most_frames_),
              option(LV2_BUF_SIZE__nominalBlockLength, LV2_ATOM__Int, &most_frames_),
              option(LV2_BUF_SIZE__sequenceSize, LV2_ATOM__Int, &sequence_bytes_),
              option(LV2_PARAMETERS__sampleRate, LV2_ATOM__Float, &rate_hz_),
              LV2_Options_Option{LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, nullptr}};
  log_ = {nullptr, print, print_words};
  map_path_ = {nullptr, same_path, same_path};
  make_path_ = {const_cast<std::string*>(&files_folder_), make_path};
  free_path_ = {nullptr, [](LV2_State_Free_Path_Handle, char* path) { std::free(path); }};
  features_ = {LV2_Feature{LV2_URID__map, urid_map()},
               {LV2_URID__unmap, urid_unmap()},
               {LV2_OPTIONS__options, options_.data()},
               {LV2_BUF_SIZE__boundedBlockLength, nullptr},
               {LV2_WORKER__schedule, schedule},
               {LV2_LOG__log, &log_},
               {LV2_STATE__mapPath, &map_path_},
               {LV2_STATE__makePath, &make_path_},
               {LV2_STATE__freePath, &free_path_},
               {LV2_STATE__threadSafeRestore, nullptr},
               {LV2_STATE__loadDefaultState, nullptr},
               {LV2_CORE__hardRTCapable, nullptr}};
  for (size_t i = 0; i < features_.size(); ++i) list_[i] = &features_[i];
  list_[features_.size()] = nullptr;
}

std::string missing_lv2_features(const LilvPlugin* plugin) {
  // Beside those of the list, what holds by itself: a rack never connects an input and an output to the same memory, and runs live.
  static const std::set<std::string> known = {
      LV2_URID__map, LV2_URID__unmap, LV2_OPTIONS__options, LV2_BUF_SIZE__boundedBlockLength, LV2_WORKER__schedule, LV2_LOG__log,
      LV2_STATE__mapPath, LV2_STATE__makePath, LV2_STATE__freePath, LV2_STATE__threadSafeRestore, LV2_STATE__loadDefaultState,
      LV2_CORE__hardRTCapable, LV2_CORE__inPlaceBroken, LV2_CORE__isLive};
  std::string missing;
  const Nodes required(lilv().plugin_get_required_features(plugin));
  for_each_node(required.get(), [&](const LilvNode* node) {
    const std::string uri = lilv().node_as_uri(node);
    if (known.count(uri) == 0) missing += (missing.empty() ? "" : ", ") + uri;
  });
  return missing;
}

}  // namespace rowdesk::plugins
