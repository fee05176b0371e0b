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
  FUNCTION(node_as_float) \
  FUNCTION(node_as_int) \
  FUNCTION(node_as_string) \
  FUNCTION(node_as_uri) \
  FUNCTION(node_free) \
  FUNCTION(node_is_float) \
  FUNCTION(node_is_int) \
  FUNCTION(node_is_uri) \
  FUNCTION(nodes_begin) \
  FUNCTION(nodes_free) \
  FUNCTION(nodes_get) \
  FUNCTION(nodes_get_first) \
  FUNCTION(nodes_is_end) \
  FUNCTION(nodes_next) \
  FUNCTION(nodes_size) \
  FUNCTION(plugin_get_library_uri) \
  FUNCTION(plugin_get_num_ports) \
  FUNCTION(plugin_get_port_by_index) \
  FUNCTION(plugin_get_port_ranges_float) \
  FUNCTION(plugin_get_required_features) \
  FUNCTION(plugin_get_value) \
  FUNCTION(plugin_has_feature) \
  FUNCTION(plugin_instantiate) \
  FUNCTION(plugins_get_by_uri) \
  FUNCTION(port_get) \
  FUNCTION(port_get_symbol) \
  FUNCTION(port_get_value) \
  FUNCTION(port_has_property) \
  FUNCTION(port_is_a) \
  FUNCTION(port_supports_event) \
  FUNCTION(state_free) \
  FUNCTION(state_new_from_world) \
  FUNCTION(state_restore) \
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
