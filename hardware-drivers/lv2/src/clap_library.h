// Files of CLAP plugins. Opening one runs code of its plugins: only in a process that is held by a sandbox.
#pragma once
#include <memory>
#include <string>

#include "clap_abi.h"

namespace rowdesk::plugins {

/** What a URI of a CLAP plugin begins with; its id follows. */
inline constexpr const char* clap_scheme = "clap:";

/** Opens a file, which stays in memory: some libraries leave threads or handlers behind. Throws Refusal. Of one thread, once a file. */
const clap_plugin_factory_t* open_clap_library(const std::string& file);

struct ClapDestroy {
  void operator()(const clap_plugin_t* plugin) const { plugin->destroy(plugin); }
};
/** An instance; its host outlives it. */
using ClapInstance = std::unique_ptr<const clap_plugin_t, ClapDestroy>;

/** An initialised instance of the plugin of this id. Throws Refusal. */
ClapInstance make_clap(const clap_plugin_factory_t& factory, const clap_host_t* host, const std::string& id);

/** What an instance has of this extension; null for nothing. */
template <typename Extension>
const Extension* clap_extension(const ClapInstance& plugin, const char* id) {
  return static_cast<const Extension*>(plugin->get_extension(plugin.get(), id));
}

}  // namespace rowdesk::plugins
