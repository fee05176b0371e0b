#include "questions.h"

#include <cmath>

namespace rowdesk::plugins {

Nodes find_nodes(Lv2World& world, const LilvNode* subject, const char* predicate, const LilvNode* object) {
  return Nodes(lilv().world_find_nodes(world.get(), subject, world.uri(predicate), object));
}

Node first_node(Lv2World& world, const LilvNode* subject, const char* predicate) {
  return Node(lilv().world_get(world.get(), subject, world.uri(predicate), nullptr));
}

std::string first_text(Lv2World& world, const LilvNode* subject, const char* predicate) {
  return text_of(first_node(world, subject, predicate).get());
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
