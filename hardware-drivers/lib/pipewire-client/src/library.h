// libpipewire, opened at run time: without it the driver still loads, and reports that it is missing.
#pragma once

#include <pipewire/filter.h>
#include <pipewire/impl-module.h>
#include <pipewire/pipewire.h>

namespace rowdesk {

/** The functions that the drivers `pipewire` and `pipewire-io` call. Everything else in PipeWire's headers is inline. */
struct Library {
  decltype(&::pw_init) init;
  decltype(&::pw_get_library_version) version;
  decltype(&::pw_thread_loop_new) loop_new;
  decltype(&::pw_thread_loop_destroy) loop_destroy;
  decltype(&::pw_thread_loop_start) loop_start;
  decltype(&::pw_thread_loop_stop) loop_stop;
  decltype(&::pw_thread_loop_get_loop) loop_of;
  decltype(&::pw_thread_loop_lock) loop_lock;
  decltype(&::pw_thread_loop_unlock) loop_unlock;
  decltype(&::pw_context_new) context_new;
  decltype(&::pw_context_destroy) context_destroy;
  decltype(&::pw_context_load_module) load_module;
  decltype(&::pw_context_connect) connect;
  decltype(&::pw_core_disconnect) disconnect;
  decltype(&::pw_properties_new) properties_new;
  decltype(&::pw_proxy_destroy) proxy_destroy;
  decltype(&::pw_proxy_add_listener) proxy_add_listener;
  decltype(&::pw_filter_new) filter_new;
  decltype(&::pw_filter_destroy) filter_destroy;
  decltype(&::pw_filter_add_listener) filter_add_listener;
  decltype(&::pw_filter_connect) filter_connect;
  decltype(&::pw_filter_add_port) filter_add_port;
  decltype(&::pw_filter_update_properties) filter_update_properties;
  decltype(&::pw_filter_update_params) filter_update_params;
  decltype(&::pw_filter_get_dsp_buffer) filter_get_dsp_buffer;
};

/** Opens and initialises the library at the first call. Throws std::runtime_error with the cause. */
const Library& library();

}  // namespace rowdesk
