// CLAP plugins (github.com/free-audio/clap) as a rack runs them. A parameter's symbol is `p` and its id: `p3`.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "clap_abi.h"
#include "plugin.h"

namespace rowdesk::plugins {

class ClapFormat final : public PluginFormat {
 public:
  /** `uri`: `clap:` and the plugin's id; `bundle`: the file that has it. */
  std::unique_ptr<Plugin> load(const PluginRequest& request) override;

 private:
  std::map<std::string, const clap_plugin_factory_t*> factories_;
};

}  // namespace rowdesk::plugins
