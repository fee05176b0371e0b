#include "clap_library.h"

#include <dlfcn.h>
#include <rowdesk/denormals.h>

#include "plugin.h"

namespace rowdesk::plugins {

const clap_plugin_factory_t* open_clap_library(const std::string& file) {
  const SameArithmetic same;
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char* const reason = dlerror();
    throw Refusal(std::string("the file can't be opened: ") + (reason == nullptr ? "no reason" : reason));
  }
  const auto* const entry = static_cast<const clap_plugin_entry_t*>(dlsym(handle, "clap_entry"));
  if (entry == nullptr || entry->clap_version.major != 1) throw Refusal("the file is none of CLAP 1");
  if (!entry->init(file.c_str())) throw Refusal("the file can't be initialised: it gives no reason");
  const auto* const factory = static_cast<const clap_plugin_factory_t*>(entry->get_factory("clap.plugin-factory"));
  if (factory == nullptr) throw Refusal("the file has no plugins");
  return factory;
}

ClapInstance make_clap(const clap_plugin_factory_t& factory, const clap_host_t* host, const std::string& id) {
  const SameArithmetic same;
  ClapInstance plugin(factory.create_plugin(&factory, host, id.c_str()));
  if (!plugin) throw Refusal("the file has no plugin " + id);
  if (!plugin->init(plugin.get())) throw Refusal("it can't be initialised: the plugin gives no reason");
  return plugin;
}

}  // namespace rowdesk::plugins
