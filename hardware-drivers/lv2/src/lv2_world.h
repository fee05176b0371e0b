// The descriptions of LV2 plugins, bundle by bundle, as lilv reads them. Of one thread.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>

#include "lilv_library.h"

namespace rowdesk::plugins {

struct NodeFree {
  void operator()(LilvNode* node) const { lilv().node_free(node); }
};
using Node = std::unique_ptr<LilvNode, NodeFree>;

struct NodesFree {
  void operator()(LilvNodes* nodes) const { lilv().nodes_free(nodes); }
};
using Nodes = std::unique_ptr<LilvNodes, NodesFree>;

/** Calls visit(const LilvNode*) for each; null is none. */
template <typename Visit>
void for_each_node(const LilvNodes* nodes, Visit&& visit) {
  if (nodes == nullptr) return;
  for (LilvIter* at = lilv().nodes_begin(nodes); !lilv().nodes_is_end(nodes, at); at = lilv().nodes_next(nodes, at)) {
    visit(lilv().nodes_get(nodes, at));
  }
}

class Lv2World {
 public:
  /** Throws std::runtime_error without lilv. */
  Lv2World();
  ~Lv2World();
  Lv2World(const Lv2World&) = delete;
  Lv2World& operator=(const Lv2World&) = delete;

  LilvWorld* get() const { return world_; }
  /** A node for a URI, valid as long as the world. */
  const LilvNode* uri(const std::string& uri);
  /** Reads a bundle once: the folder that has manifest.ttl. */
  void read_bundle(const std::string& folder);
  /** Reads all bundles of this computer once: for data about a plugin that lies outside of its bundle. Takes seconds. */
  void read_all();
  /** Null for a plugin of no bundle that was read. */
  const LilvPlugin* plugin(const std::string& uri);

 private:
  LilvWorld* world_;
  std::map<std::string, Node> uris_;
  std::set<std::string> bundles_;
  bool has_all_ = false;
};

}  // namespace rowdesk::plugins
