#include "urids.h"

namespace rowdesk::plugins {

LV2_URID Urids::map(const std::string& uri) {
  const std::lock_guard lock(guard_);
  const auto [found, is_new] = numbers_.try_emplace(uri, static_cast<LV2_URID>(uris_.size() + 1));
  if (is_new) uris_.push_back(uri);
  return found->second;
}

const char* Urids::unmap(LV2_URID urid) {
  const std::lock_guard lock(guard_);
  return urid == 0 || urid > uris_.size() ? nullptr : uris_[urid - 1].c_str();
}

Urids& urids() {
  static Urids all;
  return all;
}

LV2_URID_Map* urid_map() {
  static LV2_URID_Map map{&urids(), [](LV2_URID_Map_Handle handle, const char* uri) { return static_cast<Urids*>(handle)->map(uri); }};
  return &map;
}

LV2_URID_Unmap* urid_unmap() {
  static LV2_URID_Unmap unmap{
      &urids(), [](LV2_URID_Unmap_Handle handle, LV2_URID urid) { return static_cast<Urids*>(handle)->unmap(urid); }};
  return &unmap;
}

}  // namespace rowdesk::plugins
