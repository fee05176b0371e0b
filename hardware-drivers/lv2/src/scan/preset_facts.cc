#include "facts.h"

namespace rowdesk::plugins {

std::string preset_line(const World& world, const LilvNode* preset) {
  world.read_more(preset);
  const std::string core = uris::core;
  JsonLine line;
  line.object().name("type").text("preset").name("uri").text(text_of(preset));
  line.name("plugins").list();
  const Nodes plugins = world.find(preset, core + "appliesTo", nullptr);
  for_each(plugins.get(), [&](const LilvNode* plugin) { line.text(text_of(plugin)); });
  line.end_list();
  line.name("label").text(world.text(preset, uris::label));
  line.name("values").object();
  const Nodes ports = world.find(preset, core + "port", nullptr);
  for_each(ports.get(), [&](const LilvNode* port) {
    const std::string symbol = world.text(port, core + "symbol");
    const Node value = world.first(port, std::string(uris::presets) + "value");
    if (!symbol.empty() && value) line.name(symbol).number(number_of(value.get()));
  });
  line.end_object();
  line.name("hasState").boolean(world.has(preset, std::string(uris::state) + "state", nullptr));
  return line.end_object().take();
}

}  // namespace rowdesk::plugins
