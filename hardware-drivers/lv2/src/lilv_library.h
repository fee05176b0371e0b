// lilv, opened at run time: without it the programs still start, and say what is missing.
#pragma once

#include <lilv/lilv.h>

namespace rowdesk::plugins {

/** The functions that the programs call, without their `lilv_`. */
#define ROWDESK_LILV_FUNCTIONS(FUNCTION) \
  FUNCTION(file_uri_parse) \
  FUNCTION(free) \
  FUNCTION(instance_free) \
  FUNCTION(new_file_uri) \
  FUNCTION(new_uri) \
  FUNCTION(node_as_bool) \
  FUNCTION(node_as_float) \
  FUNCTION(node_as_int) \
  FUNCTION(node_as_string) \
  FUNCTION(node_as_uri) \
  FUNCTION(node_free) \
  FUNCTION(node_get_path) \
  FUNCTION(node_is_bool) \
  FUNCTION(node_is_float) \
  FUNCTION(node_is_int) \
  FUNCTION(node_is_string) \
  FUNCTION(node_is_uri) \
  FUNCTION(nodes_begin) \
  FUNCTION(nodes_contains) \
  FUNCTION(nodes_free) \
  FUNCTION(nodes_get) \
  FUNCTION(nodes_get_first) \
  FUNCTION(nodes_is_end) \
  FUNCTION(nodes_next) \
  FUNCTION(nodes_size) \
  FUNCTION(plugin_get_author_name) \
  FUNCTION(plugin_get_latency_port_index) \
  FUNCTION(plugin_get_library_uri) \
  FUNCTION(plugin_get_name) \
  FUNCTION(plugin_get_num_ports) \
  FUNCTION(plugin_get_port_by_index) \
  FUNCTION(plugin_get_port_ranges_float) \
  FUNCTION(plugin_get_required_features) \
  FUNCTION(plugin_get_uri) \
  FUNCTION(plugin_get_value) \
  FUNCTION(plugin_has_extension_data) \
  FUNCTION(plugin_has_feature) \
  FUNCTION(plugin_has_latency) \
  FUNCTION(plugin_instantiate) \
  FUNCTION(plugins_begin) \
  FUNCTION(plugins_get) \
  FUNCTION(plugins_get_by_uri) \
  FUNCTION(plugins_is_end) \
  FUNCTION(plugins_next) \
  FUNCTION(port_get) \
  FUNCTION(port_get_classes) \
  FUNCTION(port_get_index) \
  FUNCTION(port_get_name) \
  FUNCTION(port_get_properties) \
  FUNCTION(port_get_range) \
  FUNCTION(port_get_scale_points) \
  FUNCTION(port_get_symbol) \
  FUNCTION(port_get_value) \
  FUNCTION(port_has_property) \
  FUNCTION(port_is_a) \
  FUNCTION(port_supports_event) \
  FUNCTION(scale_point_get_label) \
  FUNCTION(scale_point_get_value) \
  FUNCTION(scale_points_begin) \
  FUNCTION(scale_points_free) \
  FUNCTION(scale_points_get) \
  FUNCTION(scale_points_is_end) \
  FUNCTION(scale_points_next) \
  FUNCTION(state_free) \
  FUNCTION(state_new_from_world) \
  FUNCTION(state_restore) \
  FUNCTION(world_ask) \
  FUNCTION(world_find_nodes) \
  FUNCTION(world_free) \
  FUNCTION(world_get) \
  FUNCTION(world_get_all_plugins) \
  FUNCTION(world_load_all) \
  FUNCTION(world_load_bundle) \
  FUNCTION(world_load_resource) \
  FUNCTION(world_new)

struct LilvLibrary {
#define ROWDESK_LILV_MEMBER(name) decltype(&::lilv_##name) name;
  ROWDESK_LILV_FUNCTIONS(ROWDESK_LILV_MEMBER)
#undef ROWDESK_LILV_MEMBER
};

/** Opens the library at the first call. Throws std::runtime_error with the cause and the remedy. */
const LilvLibrary& lilv();

}  // namespace rowdesk::plugins
