#include <lv2/core/lv2.h>
#include <lv2/units/units.h>

#include <algorithm>
#include <vector>

#include "../lv2_key_port.h"
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
  for_each_node(nodes, [&](const LilvNode* each) { ends.push_back(end_of(text_of(each))); });
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

Node value_of(Lv2World& world, const LilvPlugin* plugin, const LilvPort* port, const char* predicate) {
  return Node(lilv().port_get(plugin, port, world.uri(predicate)));
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

void write_unit(JsonLine& line, Lv2World& world, const LilvNode* unit) {
  if (unit == nullptr) {
    line.null();
    return;
  }
  line.object().name("uri").text(lilv().node_is_uri(unit) ? text_of(unit) : "");
  line.name("symbol").text(first_text(world, unit, LV2_UNITS__symbol));
  line.name("render").text(first_text(world, unit, LV2_UNITS__render)).end_object();
}

void write_port(JsonLine& line, Lv2World& world, const LilvPlugin* plugin, const LilvPort* port) {
  const auto types = ends_of(lilv().port_get_classes(plugin, port));
  const auto properties = ends_of(Nodes(lilv().port_get_properties(plugin, port)).get());
  line.object().name("index").integer(lilv().port_get_index(plugin, port));
  line.name("symbol").text(text_of(lilv().port_get_symbol(plugin, port)));
  line.name("label").text(text_of(Node(lilv().port_get_name(plugin, port)).get()));
  line.name("isInput").boolean(contains(types, "InputPort"));
  line.name("types");
  write_texts(line, types);
  line.name("isOptional").boolean(contains(properties, "connectionOptional"));
  line.name("isSideChain").boolean(is_key_port(world, plugin, port));
  line.name("designation").text(text_of(value_of(world, plugin, port, LV2_CORE__designation).get()));
  line.name("properties");
  write_texts(line, properties);
  write_range(line, plugin, port);
  line.name("unit");
  write_unit(line, world, value_of(world, plugin, port, LV2_UNITS__unit).get());
  line.name("points");
  write_points(line, plugin, port);
  line.end_object();
}

}  // namespace rowdesk::plugins
