#include "world.h"

#include <cmath>

namespace rowdesk::plugins {

World::World(const std::string& bundle) : world_(lilv().world_new()) {
  const std::string folder = bundle.ends_with('/') ? bundle : bundle + '/';
  const Node uri(lilv().new_file_uri(get(), nullptr, folder.c_str()));
  lilv().world_load_bundle(get(), uri.get());
}

Nodes World::find(const LilvNode* subject, const std::string& predicate, const LilvNode* object) const {
  return Nodes(lilv().world_find_nodes(get(), subject, uri(predicate).get(), object));
}

Node World::first(const LilvNode* subject, const std::string& predicate) const {
  return Node(lilv().world_get(get(), subject, uri(predicate).get(), nullptr));
}

std::string World::text(const LilvNode* subject, const std::string& predicate) const {
  return text_of(first(subject, predicate).get());
}

bool World::has(const LilvNode* subject, const std::string& predicate, const LilvNode* object) const {
  return lilv().world_ask(get(), subject, uri(predicate).get(), object);
}

std::string text_of(const LilvNode* node) {
  const char* text = node == nullptr ? nullptr : lilv().node_as_string(node);
  return text == nullptr ? "" : text;
}

float number_of(const LilvNode* node) {
  if (node == nullptr) return NAN;
  if (lilv().node_is_bool(node)) return lilv().node_as_bool(node) ? 1.0F : 0.0F;
  if (lilv().node_is_int(node)) return static_cast<float>(lilv().node_as_int(node));
  return lilv().node_is_float(node) ? lilv().node_as_float(node) : NAN;
}

}  // namespace rowdesk::plugins
