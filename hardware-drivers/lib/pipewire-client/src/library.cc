#include "library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace rowdesk {
namespace {

constexpr const char* file = "libpipewire-0.3.so.0";

template <typename Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr) {
    throw std::runtime_error(std::string(file) + " has no " + name + ": PipeWire 0.3.65 or newer is needed.");
  }
}

Library open() {
  void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    throw std::runtime_error(std::string(reason == nullptr ? file : reason) +
                             "\nWhat to do: sudo apt-get install libpipewire-0.3-0");
  }
  Library found{};
  find(handle, "pw_init", found.init);
  find(handle, "pw_get_library_version", found.version);
  find(handle, "pw_thread_loop_new", found.loop_new);
  find(handle, "pw_thread_loop_destroy", found.loop_destroy);
  find(handle, "pw_thread_loop_start", found.loop_start);
  find(handle, "pw_thread_loop_stop", found.loop_stop);
  find(handle, "pw_thread_loop_get_loop", found.loop_of);
  find(handle, "pw_thread_loop_lock", found.loop_lock);
  find(handle, "pw_thread_loop_unlock", found.loop_unlock);
  find(handle, "pw_context_new", found.context_new);
  find(handle, "pw_context_destroy", found.context_destroy);
  find(handle, "pw_context_load_module", found.load_module);
  find(handle, "pw_context_connect", found.connect);
  find(handle, "pw_core_disconnect", found.disconnect);
  find(handle, "pw_properties_new", found.properties_new);
  find(handle, "pw_proxy_destroy", found.proxy_destroy);
  find(handle, "pw_proxy_add_listener", found.proxy_add_listener);
  find(handle, "pw_filter_new", found.filter_new);
  find(handle, "pw_filter_destroy", found.filter_destroy);
  find(handle, "pw_filter_add_listener", found.filter_add_listener);
  find(handle, "pw_filter_connect", found.filter_connect);
  find(handle, "pw_filter_add_port", found.filter_add_port);
  find(handle, "pw_filter_update_properties", found.filter_update_properties);
  find(handle, "pw_filter_update_params", found.filter_update_params);
  find(handle, "pw_filter_get_dsp_buffer", found.filter_get_dsp_buffer);
  found.init(nullptr, nullptr);
  return found;
}

}  // namespace

const Library& library() {
  static const Library opened = open();
  return opened;
}

}  // namespace rowdesk
