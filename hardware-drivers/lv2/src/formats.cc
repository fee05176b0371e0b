#include "formats.h"

#include "clap_plugin.h"
#include "lv2_plugin.h"

namespace rowdesk::plugins {

std::unique_ptr<PluginFormat> make_format(const std::string& name) {
  if (name == "lv2") return std::make_unique<Lv2Format>();
  if (name == "clap") return std::make_unique<ClapFormat>();
  throw Refusal("plugins of the format " + name + " are not known");
}

}  // namespace rowdesk::plugins
