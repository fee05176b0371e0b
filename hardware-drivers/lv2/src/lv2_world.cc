#include "lv2_world.h"

namespace rowdesk::plugins {

Lv2World::Lv2World() : world_(lilv().world_new()) {}

Lv2World::~Lv2World() {
  uris_.clear();
  lilv().world_free(world_);
}

const LilvNode* Lv2World::uri(const std::string& uri) {
  Node& node = uris_[uri];
  if (!node) node.reset(lilv().new_uri(world_, uri.c_str()));
  return node.get();
}

void Lv2World::read_bundle(const std::string& folder) {
  if (has_all_ || !bundles_.insert(folder).second) return;
  // The URI of a bundle ends with a slash.
  const Node bundle(lilv().new_file_uri(world_, nullptr, (folder.ends_with('/') ? folder : folder + "/").c_str()));
  lilv().world_load_bundle(world_, bundle.get());
}

void Lv2World::read_all() {
  if (has_all_) return;
  has_all_ = true;
  lilv().world_load_all(world_);
}

const LilvPlugin* Lv2World::plugin(const std::string& text) {
  return lilv().plugins_get_by_uri(lilv().world_get_all_plugins(world_), uri(text));
}

}  // namespace rowdesk::plugins
