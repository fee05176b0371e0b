#include "library.h"

#include <dlfcn.h>

#include <stdexcept>

namespace rowdesk::jack {
namespace {

constexpr const char* file = "libjack.so.0";

template <typename Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr) {
    throw std::runtime_error(std::string(file) + " has no " + name + ": JACK 1.9.10 or newer is needed.");
  }
}

/** The path of the file that has this symbol; the library's name where the loader does not say. */
std::string path_of(void* symbol) {
  Dl_info info{};
  return dladdr(symbol, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : file;
}

std::string version_in(void* handle) {
  decltype(&::jack_get_version_string) version = nullptr;
  version = reinterpret_cast<decltype(version)>(dlsym(handle, "jack_get_version_string"));
  const char* text = version == nullptr ? nullptr : version();
  return text == nullptr ? "" : text;
}

void be_quiet(const char*) {}

Library open() {
  void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    throw std::runtime_error(std::string(reason == nullptr ? file : reason) +
                             "\nWhat to do: sudo apt-get install libjack-jackd2-0");
  }
  Library found{};
  find(handle, "jack_client_open", found.client_open);
  found.version = version_in(handle);
  // "3.0.0.0 (using PipeWire 0.3.65)": pipewire-jack, by an entry in /etc/ld.so.conf.d or by pw-jack.
  if (found.version.find("PipeWire") != std::string::npos) {
    throw std::runtime_error(
        path_of(reinterpret_cast<void*>(found.client_open)) +
        " is PipeWire's, which reaches PipeWire and no JACK server.\n"
        "What to do: leave the desk to the driver pipewire-io; or, for a jackd beside PipeWire, start rowdesk without pw-jack "
        "and take PipeWire's entry out of /etc/ld.so.conf.d");
  }
  find(handle, "jack_client_close", found.client_close);
  find(handle, "jack_get_client_name", found.client_name);
  find(handle, "jack_on_info_shutdown", found.on_shutdown);
  find(handle, "jack_set_process_callback", found.on_process);
  find(handle, "jack_set_buffer_size_callback", found.on_buffer_size);
  find(handle, "jack_set_xrun_callback", found.on_xrun);
  find(handle, "jack_set_freewheel_callback", found.on_freewheel);
  find(handle, "jack_set_latency_callback", found.on_latency);
  find(handle, "jack_set_port_connect_callback", found.on_port_connect);
  find(handle, "jack_activate", found.activate);
  find(handle, "jack_get_sample_rate", found.sample_rate);
  find(handle, "jack_get_buffer_size", found.buffer_size);
  find(handle, "jack_get_cycle_times", found.cycle_times);
  find(handle, "jack_get_time", found.time);
  find(handle, "jack_port_register", found.port_register);
  find(handle, "jack_port_get_buffer", found.port_buffer);
  find(handle, "jack_port_by_id", found.port_by_id);
  find(handle, "jack_port_by_name", found.port_by_name);
  find(handle, "jack_port_name", found.port_name);
  find(handle, "jack_port_connected", found.port_connected);
  find(handle, "jack_port_name_size", found.port_name_size);
  find(handle, "jack_port_get_aliases", found.port_aliases);
  find(handle, "jack_port_set_alias", found.port_set_alias);
  find(handle, "jack_port_unset_alias", found.port_unset_alias);
  find(handle, "jack_port_get_latency_range", found.port_latency);
  find(handle, "jack_port_set_latency_range", found.port_set_latency);
  find(handle, "jack_get_ports", found.ports);
  find(handle, "jack_connect", found.connect);
  find(handle, "jack_free", found.free);
  find(handle, "jack_set_error_function", found.set_error_function);
  find(handle, "jack_set_info_function", found.set_info_function);
  // Else the library writes each failed attempt to a connection to the standard error.
  found.set_error_function(be_quiet);
  found.set_info_function(be_quiet);
  return found;
}

}  // namespace

const Library& library() {
  static const Library opened = open();
  return opened;
}

}  // namespace rowdesk::jack
