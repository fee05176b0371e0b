// liblilv, opened at run time: without it the program still starts, and says what is missing.
#pragma once

#include <lilv/lilv.h>

namespace rowdesk::plugins {

/** The functions that are called: those of lilv 0.24.14 (2022) and newer. */
struct LilvLibrary {
  decltype(&::lilv_free) free;
  decltype(&::lilv_new_uri) new_uri;
  decltype(&::lilv_new_file_uri) new_file_uri;
  decltype(&::lilv_node_free) node_free;
  decltype(&::lilv_node_is_uri) node_is_uri;
  decltype(&::lilv_node_is_string) node_is_string;
  decltype(&::lilv_node_is_float) node_is_float;
  decltype(&::lilv_node_is_int) node_is_int;
  decltype(&::lilv_node_is_bool) node_is_bool;
  decltype(&::lilv_node_as_string) node_as_string;
  decltype(&::lilv_node_as_float) node_as_float;
  decltype(&::lilv_node_as_int) node_as_int;
  decltype(&::lilv_node_as_bool) node_as_bool;
  decltype(&::lilv_node_get_path) node_get_path;
  decltype(&::lilv_nodes_free) nodes_free;
  decltype(&::lilv_nodes_begin) nodes_begin;
  decltype(&::lilv_nodes_get) nodes_get;
  decltype(&::lilv_nodes_next) nodes_next;
  decltype(&::lilv_nodes_is_end) nodes_is_end;
  decltype(&::lilv_nodes_contains) nodes_contains;
  decltype(&::lilv_plugins_begin) plugins_begin;
  decltype(&::lilv_plugins_get) plugins_get;
  decltype(&::lilv_plugins_next) plugins_next;
  decltype(&::lilv_plugins_is_end) plugins_is_end;
  decltype(&::lilv_world_new) world_new;
  decltype(&::lilv_world_free) world_free;
  decltype(&::lilv_world_load_bundle) world_load_bundle;
  decltype(&::lilv_world_load_resource) world_load_resource;
  decltype(&::lilv_world_get_all_plugins) world_get_all_plugins;
  decltype(&::lilv_world_find_nodes) world_find_nodes;
  decltype(&::lilv_world_get) world_get;
  decltype(&::lilv_world_ask) world_ask;
  decltype(&::lilv_plugin_get_uri) plugin_get_uri;
  decltype(&::lilv_plugin_get_library_uri) plugin_get_library_uri;
  decltype(&::lilv_plugin_get_name) plugin_get_name;
  decltype(&::lilv_plugin_get_author_name) plugin_get_author_name;
  decltype(&::lilv_plugin_get_value) plugin_get_value;
  decltype(&::lilv_plugin_get_required_features) plugin_get_required_features;
  decltype(&::lilv_plugin_has_extension_data) plugin_has_extension_data;
  decltype(&::lilv_plugin_has_latency) plugin_has_latency;
  decltype(&::lilv_plugin_get_latency_port_index) plugin_get_latency_port_index;
  decltype(&::lilv_plugin_get_num_ports) plugin_get_num_ports;
  decltype(&::lilv_plugin_get_port_by_index) plugin_get_port_by_index;
  decltype(&::lilv_port_get) port_get;
  decltype(&::lilv_port_get_classes) port_get_classes;
  decltype(&::lilv_port_get_index) port_get_index;
  decltype(&::lilv_port_get_name) port_get_name;
  decltype(&::lilv_port_get_properties) port_get_properties;
  decltype(&::lilv_port_get_range) port_get_range;
  decltype(&::lilv_port_get_scale_points) port_get_scale_points;
  decltype(&::lilv_port_get_symbol) port_get_symbol;
  decltype(&::lilv_scale_point_get_label) scale_point_get_label;
  decltype(&::lilv_scale_point_get_value) scale_point_get_value;
  decltype(&::lilv_scale_points_begin) scale_points_begin;
  decltype(&::lilv_scale_points_free) scale_points_free;
  decltype(&::lilv_scale_points_get) scale_points_get;
  decltype(&::lilv_scale_points_is_end) scale_points_is_end;
  decltype(&::lilv_scale_points_next) scale_points_next;
};

/** Opens the library at the first call. Throws std::runtime_error with the cause and its mending. */
const LilvLibrary& lilv();

}  // namespace rowdesk::plugins
