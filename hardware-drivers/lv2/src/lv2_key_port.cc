#include "lv2_key_port.h"

#include <lv2/core/lv2.h>
#include <lv2/port-groups/port-groups.h>

#include <string_view>

namespace rowdesk::plugins {
namespace {

/** Newer than the headers of lv2 1.18. */
constexpr const char* side_chain = LV2_CORE_PREFIX "isSideChain";

}  // namespace

bool is_key_port(Lv2World& world, const LilvPlugin* plugin, const LilvPort* port) {
  if (lilv().port_has_property(plugin, port, world.uri(side_chain))) return true;
  const char* symbol = lilv().node_as_string(lilv().port_get_symbol(plugin, port));
  if (symbol != nullptr && std::string_view(symbol).starts_with("sidechain")) return true;
  const Node group(lilv().port_get(plugin, port, world.uri(LV2_PORT_GROUPS__group)));
  if (!group) return false;
  return Node(lilv().world_get(world.get(), group.get(), world.uri(LV2_PORT_GROUPS__sideChainOf), nullptr)) != nullptr;
}

}  // namespace rowdesk::plugins
