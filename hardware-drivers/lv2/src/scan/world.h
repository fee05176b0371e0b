// A world of lilv with one bundle in it.
#pragma once

#include <memory>
#include <string>

#include "lilv_library.h"

namespace rowdesk::plugins {

struct FreeNode {
  void operator()(LilvNode* node) const { lilv().node_free(node); }
};
struct FreeNodes {
  void operator()(LilvNodes* nodes) const { lilv().nodes_free(nodes); }
};
using Node = std::unique_ptr<LilvNode, FreeNode>;
using Nodes = std::unique_ptr<LilvNodes, FreeNodes>;

class World {
 public:
  /** Reads the manifest of the bundle, a folder. Throws std::runtime_error where lilv is missing. */
  explicit World(const std::string& bundle);

  LilvWorld* get() const { return world_.get(); }
  const LilvPlugins* plugins() const { return lilv().world_get_all_plugins(get()); }
  Node uri(const std::string& uri) const { return Node(lilv().new_uri(get(), uri.c_str())); }
  /** Those that match; absent nodes match all. */
  Nodes find(const LilvNode* subject, const std::string& predicate, const LilvNode* object) const;
  /** The object of the first match; null: there is none. */
  Node first(const LilvNode* subject, const std::string& predicate) const;
  /** The text of the first match; '' where there is none. */
  std::string text(const LilvNode* subject, const std::string& predicate) const;
  bool has(const LilvNode* subject, const std::string& predicate, const LilvNode* object) const;
  /** Reads the files that tell more of `subject` (rdfs:seeAlso). */
  void read_more(const LilvNode* subject) const { lilv().world_load_resource(get(), subject); }

 private:
  struct FreeWorld {
    void operator()(LilvWorld* world) const { lilv().world_free(world); }
  };
  std::unique_ptr<LilvWorld, FreeWorld> world_;
};

template <typename Call>
void for_each(const LilvNodes* nodes, const Call& call) {
  if (nodes == nullptr) return;
  for (LilvIter* i = lilv().nodes_begin(nodes); !lilv().nodes_is_end(nodes, i); i = lilv().nodes_next(nodes, i)) {
    call(lilv().nodes_get(nodes, i));
  }
}

/** '' for no node. */
std::string text_of(const LilvNode* node);
/** Not a number for no node, and for a node that is neither a number nor a boolean. */
float number_of(const LilvNode* node);

namespace uris {
#define RD_LV2 "http://lv2plug.in/ns/"
inline constexpr const char* core = RD_LV2 "lv2core#";
inline constexpr const char* port_groups = RD_LV2 "ext/port-groups#";
inline constexpr const char* patch = RD_LV2 "ext/patch#";
inline constexpr const char* presets = RD_LV2 "ext/presets#";
inline constexpr const char* state = RD_LV2 "ext/state#";
inline constexpr const char* units = RD_LV2 "extensions/units#";
inline constexpr const char* type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr const char* label = "http://www.w3.org/2000/01/rdf-schema#label";
inline constexpr const char* range = "http://www.w3.org/2000/01/rdf-schema#range";
#undef RD_LV2
}  // namespace uris

}  // namespace rowdesk::plugins
