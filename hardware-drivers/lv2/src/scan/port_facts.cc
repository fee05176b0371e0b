#include <algorithm>
#include <vector>

#include "facts.h"

namespace rowdesk::plugins {
namespace {

/** What follows the last `#` or `/`. */
std::string end_of(const std::string& uri) {
  const size_t at = uri.find_last_of("#/");
  return at == std::string::npos ? uri : uri.substr(at + 1);
}

std::vector<std::string> ends_of(const LilvNodes* nodes) {
  std::vector<std::string> ends;
  for_each(nodes, [&](const LilvNode* each) { ends.push_back(end_of(text_of(each))); });
  return ends;
}

void write_texts(JsonLine& line, const std::vector<std::string>& texts) {
  line.list();
  for (const auto& each : texts) line.text(each);
  line.end_list();
}

bool contains(const std::vector<std::string>& texts, const char* text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

Node value_of(const World& world, const LilvPlugin* plugin, const LilvPort* port, const std::string& predicate) {
  return Node(lilv().port_get(plugin, port, world.uri(predicate).get()));
}

/** Its group is the side chain of another (pg:sideChainOf), or its symbol says so: plugins that are older than both. */
bool is_in_side_chain(const World& world, const LilvPlugin* plugin, const LilvPort* port) {
  if (text_of(lilv().port_get_symbol(plugin, port)).starts_with("sidechain")) return true;
  const Node group = value_of(world, plugin, port, std::string(uris::port_groups) + "group");
  return group && world.has(group.get(), std::string(uris::port_groups) + "sideChainOf", nullptr);
}

void write_range(JsonLine& line, const LilvPlugin* plugin, const LilvPort* port) {
  LilvNode* start = nullptr;
  LilvNode* minimum = nullptr;
  LilvNode* maximum = nullptr;
  lilv().port_get_range(plugin, port, &start, &minimum, &maximum);
  const Node kept[] = {Node(start), Node(minimum), Node(maximum)};
  line.name("minimum").number(number_of(minimum));
  line.name("maximum").number(number_of(maximum));
  line.name("default").number(number_of(start));
}

void write_points(JsonLine& line, const LilvPlugin* plugin, const LilvPort* port) {
  LilvScalePoints* points = lilv().port_get_scale_points(plugin, port);
  line.list();
  if (points != nullptr) {
    for (LilvIter* i = lilv().scale_points_begin(points); !lilv().scale_points_is_end(points, i);
         i = lilv().scale_points_next(points, i)) {
      const LilvScalePoint* point = lilv().scale_points_get(points, i);
      line.object().name("label").text(text_of(lilv().scale_point_get_label(point)));
      line.name("number").number(number_of(lilv().scale_point_get_value(point))).end_object();
    }
    lilv().scale_points_free(points);
  }
  line.end_list();
}

}  // namespace

void write_unit(JsonLine& line, const World& world, const LilvNode* unit) {
  const std::string units = uris::units;
  if (unit == nullptr) {
    line.null();
    return;
  }
  line.object().name("uri").text(lilv().node_is_uri(unit) ? text_of(unit) : "");
  line.name("symbol").text(world.text(unit, units + "symbol"));
  line.name("render").text(world.text(unit, units + "render")).end_object();
}

void write_port(JsonLine& line, const World& world, const LilvPlugin* plugin, const LilvPort* port) {
  const auto types = ends_of(lilv().port_get_classes(plugin, port));
  const auto properties = ends_of(Nodes(lilv().port_get_properties(plugin, port)).get());
  const bool is_side_chain = contains(properties, "isSideChain") || is_in_side_chain(world, plugin, port);
  line.object().name("index").integer(lilv().port_get_index(plugin, port));
  line.name("symbol").text(text_of(lilv().port_get_symbol(plugin, port)));
  line.name("label").text(text_of(Node(lilv().port_get_name(plugin, port)).get()));
  line.name("isInput").boolean(contains(types, "InputPort"));
  line.name("types");
  write_texts(line, types);
  line.name("isOptional").boolean(contains(properties, "connectionOptional"));
  line.name("isSideChain").boolean(is_side_chain);
  line.name("designation").text(text_of(value_of(world, plugin, port, std::string(uris::core) + "designation").get()));
  line.name("properties");
  write_texts(line, properties);
  write_range(line, plugin, port);
  line.name("unit");
  write_unit(line, world, value_of(world, plugin, port, std::string(uris::units) + "unit").get());
  line.name("points");
  write_points(line, plugin, port);
  line.end_object();
}

}  // namespace rowdesk::plugins
