// The kinds of plugins that racks run.
#pragma once
#include <memory>
#include <string>

#include "plugin.h"

namespace rowdesk::plugins {

/** `lv2` or `clap`. Throws Refusal for another name, std::runtime_error without what it needs. */
std::unique_ptr<PluginFormat> make_format(const std::string& name);

}  // namespace rowdesk::plugins
