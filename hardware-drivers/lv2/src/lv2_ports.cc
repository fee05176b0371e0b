#include "lv2_ports.h"

#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/patch/patch.h>
#include <lv2/resize-port/resize-port.h>

#include <algorithm>
#include <cmath>

#include "lv2_key_port.h"

namespace rowdesk::plugins {
namespace {

constexpr uint32_t atom_bytes = 1u << 16;
constexpr uint32_t most_atom_bytes = 1u << 22;

std::string designation_of(Lv2World& world, const LilvPlugin* plugin, const LilvPort* port) {
  const Node node(lilv().port_get(plugin, port, world.uri(LV2_CORE__designation)));
  return node && lilv().node_is_uri(node.get()) ? lilv().node_as_uri(node.get()) : "";
}

Lv2Ports::Atom atom_port(Lv2World& world, const LilvPlugin* plugin, const LilvPort* port, uint32_t index, bool is_input) {
  const Node size(lilv().port_get(plugin, port, world.uri(LV2_RESIZE_PORT__minimumSize)));
  const int asked = size && lilv().node_is_int(size.get()) ? lilv().node_as_int(size.get()) : 0;
  const uint32_t bytes = std::clamp(static_cast<uint32_t>(std::max(asked, 0)), atom_bytes, most_atom_bytes);
  return {index, (bytes + 7u) & ~7u, is_input, lilv().port_supports_event(plugin, port, world.uri(LV2_PATCH__Message))};
}

}  // namespace

Lv2Ports read_lv2_ports(Lv2World& world, const LilvPlugin* plugin) {
  Lv2Ports ports;
  ports.count = lilv().plugin_get_num_ports(plugin);
  std::vector<float> least(ports.count), most(ports.count), usual(ports.count);
  lilv().plugin_get_port_ranges_float(plugin, least.data(), most.data(), usual.data());
  for (uint32_t i = 0; i < ports.count; ++i) {
    const LilvPort* port = lilv().plugin_get_port_by_index(plugin, i);
    const auto is = [&](const char* kind) { return lilv().port_is_a(plugin, port, world.uri(kind)); };
    const std::string symbol = lilv().node_as_string(lilv().port_get_symbol(plugin, port));
    const bool is_input = is(LV2_CORE__InputPort);
    if (is(LV2_CORE__AudioPort)) {
      auto& list = !is_input ? ports.audio_out : is_key_port(world, plugin, port) ? ports.key_in : ports.audio_in;
      list.push_back(i);
    } else if (is(LV2_CORE__ControlPort)) {
      const std::string designation = designation_of(world, plugin, port);
      if (is_input) {
        float value = std::isfinite(usual[i]) ? usual[i] : std::isfinite(least[i]) ? least[i] : 0.0f;
        if (std::isfinite(least[i])) value = std::max(value, least[i]);
        if (std::isfinite(most[i])) value = std::min(value, most[i]);
        if (designation == LV2_CORE__enabled) value = 1.0f;
        if (designation == LV2_CORE__freeWheeling) value = 0.0f;
        const bool is_ruled = designation == LV2_CORE__enabled || designation == LV2_CORE__freeWheeling;
        if (!is_ruled) ports.parameters[symbol] = static_cast<uint32_t>(ports.control_in.size());
        ports.control_in.push_back({i, symbol, value});
      } else {
        if (designation == LV2_CORE__latency || lilv().port_has_property(plugin, port, world.uri(LV2_CORE__reportsLatency))) {
          ports.latency = static_cast<int>(ports.control_out.size());
        }
        ports.control_out.push_back({i, symbol, 0.0f});
      }
    } else if (is(LV2_ATOM__AtomPort)) {
      ports.atoms.push_back(atom_port(world, plugin, port, i, is_input));
    } else if (is(LV2_CORE__CVPort)) {
      ports.cv.push_back(i);
    } else if (!lilv().port_has_property(plugin, port, world.uri(LV2_CORE__connectionOptional))) {
      throw Refusal("its port " + symbol + " is of a kind that can't be connected");
    }
  }
  return ports;
}

}  // namespace rowdesk::plugins
