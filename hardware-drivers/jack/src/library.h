// libjack, opened at run time: without it the driver still loads, and reports that it is missing.
#pragma once
#include <jack/jack.h>

#include <string>

namespace rowdesk::jack {

/** The functions that the driver calls: those of jackd 1.9.10 (2014) and newer. */
struct Library {
  decltype(&::jack_client_open) client_open;
  decltype(&::jack_client_close) client_close;
  decltype(&::jack_get_client_name) client_name;
  decltype(&::jack_on_info_shutdown) on_shutdown;
  decltype(&::jack_set_process_callback) on_process;
  decltype(&::jack_set_buffer_size_callback) on_buffer_size;
  decltype(&::jack_set_xrun_callback) on_xrun;
  decltype(&::jack_set_freewheel_callback) on_freewheel;
  decltype(&::jack_set_latency_callback) on_latency;
  decltype(&::jack_set_port_connect_callback) on_port_connect;
  decltype(&::jack_activate) activate;
  decltype(&::jack_get_sample_rate) sample_rate;
  decltype(&::jack_get_buffer_size) buffer_size;
  decltype(&::jack_get_cycle_times) cycle_times;
  decltype(&::jack_get_time) time;
  decltype(&::jack_port_register) port_register;
  decltype(&::jack_port_get_buffer) port_buffer;
  decltype(&::jack_port_by_id) port_by_id;
  decltype(&::jack_port_by_name) port_by_name;
  decltype(&::jack_port_name) port_name;
  decltype(&::jack_port_connected) port_connected;
  decltype(&::jack_port_name_size) port_name_size;
  decltype(&::jack_port_get_aliases) port_aliases;
  decltype(&::jack_port_set_alias) port_set_alias;
  decltype(&::jack_port_unset_alias) port_unset_alias;
  decltype(&::jack_port_get_latency_range) port_latency;
  decltype(&::jack_port_set_latency_range) port_set_latency;
  decltype(&::jack_get_ports) ports;
  decltype(&::jack_connect) connect;
  decltype(&::jack_free) free;
  decltype(&::jack_set_error_function) set_error_function;
  decltype(&::jack_set_info_function) set_info_function;
  /** Of the library: `1.9.21`; '' where it does not say. */
  std::string version;
};

/**
 * Opens the library at the first call. Throws std::runtime_error with the cause: the library is missing, too old, or
 * PipeWire's replacement of it, which speaks to PipeWire alone.
 */
const Library& library();

}  // namespace rowdesk::jack
