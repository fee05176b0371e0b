#include <lv2/core/lv2.h>
#include <lv2/presets/presets.h>
#include <lv2/state/state.h>

#include "facts.h"

namespace rowdesk::plugins {

std::string preset_line(Lv2World& world, const LilvNode* preset) {
  lilv().world_load_resource(world.get(), preset);
  JsonLine line;
  line.object().name("type").text("preset").name("uri").text(text_of(preset));
  line.name("plugins").list();
  const Nodes plugins = find_nodes(world, preset, LV2_CORE__appliesTo, nullptr);
  for_each_node(plugins.get(), [&](const LilvNode* plugin) { line.text(text_of(plugin)); });
  line.end_list();
  line.name("label").text(first_text(world, preset, rdfs_label));
  line.name("values").object();
  const Nodes ports = find_nodes(world, preset, LV2_CORE__port, nullptr);
  for_each_node(ports.get(), [&](const LilvNode* port) {
    const std::string symbol = first_text(world, port, LV2_CORE__symbol);
    const Node value = first_node(world, port, LV2_PRESETS__value);
    if (!symbol.empty() && value) line.name(symbol).number(number_of(value.get()));
  });
  line.end_object();
  line.name("hasState").boolean(first_node(world, preset, LV2_STATE__state) != nullptr);
  return line.end_object().take();
}

}  // namespace rowdesk::plugins
