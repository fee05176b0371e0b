#include <lv2/core/lv2.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>

#include "facts.h"

namespace rowdesk::plugins {
namespace {

void write_all(JsonLine& line, const LilvNodes* nodes) {
  line.list();
  for_each_node(nodes, [&](const LilvNode* each) { line.text(text_of(each)); });
  line.end_list();
}

std::string vendor_of(const LilvPlugin* plugin) {
  return text_of(Node(lilv().plugin_get_author_name(plugin)).get());
}

std::string path_of(const LilvNode* uri) {
  if (uri == nullptr) return "";
  char* path = lilv().node_get_path(uri, nullptr);
  const std::string text = path == nullptr ? "" : path;
  lilv().free(path);
  return text;
}

}  // namespace

std::string plugin_line(Lv2World& world, const LilvPlugin* plugin) {
  JsonLine line;
  line.object().name("type").text("plugin");
  line.name("uri").text(text_of(lilv().plugin_get_uri(plugin)));
  line.name("name").text(text_of(Node(lilv().plugin_get_name(plugin)).get()));
  line.name("vendor").text(vendor_of(plugin));
  line.name("classes");
  write_all(line, Nodes(lilv().plugin_get_value(plugin, world.uri(rdf_type))).get());
  line.name("library").text(path_of(lilv().plugin_get_library_uri(plugin)));
  line.name("requires");
  write_all(line, Nodes(lilv().plugin_get_required_features(plugin)).get());
  line.name("hasState").boolean(lilv().plugin_has_extension_data(plugin, world.uri(LV2_STATE__interface)));
  const bool has_latency = lilv().plugin_has_latency(plugin);
  line.name("latencyPort").integer(has_latency ? static_cast<long long>(lilv().plugin_get_latency_port_index(plugin)) : -1);
  line.name("ports").list();
  const uint32_t ports = lilv().plugin_get_num_ports(plugin);
  for (uint32_t n = 0; n < ports; n++) {
    const LilvPort* port = lilv().plugin_get_port_by_index(plugin, n);
    if (port != nullptr) write_port(line, world, plugin, port);
  }
  line.end_list();
  line.name("properties");
  write_properties(line, world, plugin);
  return line.end_object().take();
}

void write_properties(JsonLine& line, Lv2World& world, const LilvPlugin* plugin) {
  const auto write = [&](const LilvNode* property, bool is_writable) {
    lilv().world_load_resource(world.get(), property);
    line.object().name("uri").text(text_of(property));
    line.name("symbol").text(first_text(world, property, LV2_CORE__symbol));
    line.name("label").text(first_text(world, property, rdfs_label));
    line.name("range").text(first_text(world, property, rdfs_range));
    line.name("isWritable").boolean(is_writable);
    line.name("minimum").number(number_of(first_node(world, property, LV2_CORE__minimum).get()));
    line.name("maximum").number(number_of(first_node(world, property, LV2_CORE__maximum).get()));
    const Node given = first_node(world, property, LV2_CORE__default);
    line.name("default");
    if (given && lilv().node_is_string(given.get())) {
      line.text(text_of(given.get()));
    } else {
      line.number(number_of(given.get()));
    }
    line.end_object();
  };
  const LilvNode* uri = lilv().plugin_get_uri(plugin);
  const Nodes writable = find_nodes(world, uri, LV2_PATCH__writable, nullptr);
  const Nodes readable = find_nodes(world, uri, LV2_PATCH__readable, nullptr);
  line.list();
  for_each_node(writable.get(), [&](const LilvNode* each) { write(each, true); });
  for_each_node(readable.get(), [&](const LilvNode* each) {
    if (!writable || !lilv().nodes_contains(writable.get(), each)) write(each, false);
  });
  line.end_list();
}

}  // namespace rowdesk::plugins
