#include "lilv_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace rowdesk::plugins {
namespace {

constexpr const char* file = "liblilv-0.so.0";

template <typename Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr) {
    throw std::runtime_error(std::string(file) + " has no " + name + ": lilv 0.24.14 or newer is needed.");
  }
}

LilvLibrary open() {
  void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    throw std::runtime_error(std::string(reason == nullptr ? file : reason) +
                             "\nWhat to do: sudo apt-get install liblilv-0-0");
  }
  LilvLibrary found{};
  find(handle, "lilv_free", found.free);
  find(handle, "lilv_new_uri", found.new_uri);
  find(handle, "lilv_new_file_uri", found.new_file_uri);
  find(handle, "lilv_node_free", found.node_free);
  find(handle, "lilv_node_is_uri", found.node_is_uri);
  find(handle, "lilv_node_is_string", found.node_is_string);
  find(handle, "lilv_node_is_float", found.node_is_float);
  find(handle, "lilv_node_is_int", found.node_is_int);
  find(handle, "lilv_node_is_bool", found.node_is_bool);
  find(handle, "lilv_node_as_string", found.node_as_string);
  find(handle, "lilv_node_as_float", found.node_as_float);
  find(handle, "lilv_node_as_int", found.node_as_int);
  find(handle, "lilv_node_as_bool", found.node_as_bool);
  find(handle, "lilv_node_get_path", found.node_get_path);
  find(handle, "lilv_nodes_free", found.nodes_free);
  find(handle, "lilv_nodes_begin", found.nodes_begin);
  find(handle, "lilv_nodes_get", found.nodes_get);
  find(handle, "lilv_nodes_next", found.nodes_next);
  find(handle, "lilv_nodes_is_end", found.nodes_is_end);
  find(handle, "lilv_nodes_contains", found.nodes_contains);
  find(handle, "lilv_plugins_begin", found.plugins_begin);
  find(handle, "lilv_plugins_get", found.plugins_get);
  find(handle, "lilv_plugins_next", found.plugins_next);
  find(handle, "lilv_plugins_is_end", found.plugins_is_end);
  find(handle, "lilv_world_new", found.world_new);
  find(handle, "lilv_world_free", found.world_free);
  find(handle, "lilv_world_load_bundle", found.world_load_bundle);
  find(handle, "lilv_world_load_resource", found.world_load_resource);
  find(handle, "lilv_world_get_all_plugins", found.world_get_all_plugins);
  find(handle, "lilv_world_find_nodes", found.world_find_nodes);
  find(handle, "lilv_world_get", found.world_get);
  find(handle, "lilv_world_ask", found.world_ask);
  find(handle, "lilv_plugin_get_uri", found.plugin_get_uri);
  find(handle, "lilv_plugin_get_library_uri", found.plugin_get_library_uri);
  find(handle, "lilv_plugin_get_name", found.plugin_get_name);
  find(handle, "lilv_plugin_get_author_name", found.plugin_get_author_name);
  find(handle, "lilv_plugin_get_value", found.plugin_get_value);
  find(handle, "lilv_plugin_get_required_features", found.plugin_get_required_features);
  find(handle, "lilv_plugin_has_extension_data", found.plugin_has_extension_data);
  find(handle, "lilv_plugin_has_latency", found.plugin_has_latency);
  find(handle, "lilv_plugin_get_latency_port_index", found.plugin_get_latency_port_index);
  find(handle, "lilv_plugin_get_num_ports", found.plugin_get_num_ports);
  find(handle, "lilv_plugin_get_port_by_index", found.plugin_get_port_by_index);
  find(handle, "lilv_port_get", found.port_get);
  find(handle, "lilv_port_get_classes", found.port_get_classes);
  find(handle, "lilv_port_get_index", found.port_get_index);
  find(handle, "lilv_port_get_name", found.port_get_name);
  find(handle, "lilv_port_get_properties", found.port_get_properties);
  find(handle, "lilv_port_get_range", found.port_get_range);
  find(handle, "lilv_port_get_scale_points", found.port_get_scale_points);
  find(handle, "lilv_port_get_symbol", found.port_get_symbol);
  find(handle, "lilv_scale_point_get_label", found.scale_point_get_label);
  find(handle, "lilv_scale_point_get_value", found.scale_point_get_value);
  find(handle, "lilv_scale_points_begin", found.scale_points_begin);
  find(handle, "lilv_scale_points_free", found.scale_points_free);
  find(handle, "lilv_scale_points_get", found.scale_points_get);
  find(handle, "lilv_scale_points_is_end", found.scale_points_is_end);
  find(handle, "lilv_scale_points_next", found.scale_points_next);
  return found;
}

}  // namespace

const LilvLibrary& lilv() {
  static const LilvLibrary opened = open();
  return opened;
}

}  // namespace rowdesk::plugins
