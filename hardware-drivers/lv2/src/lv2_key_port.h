// Which audio inputs of an LV2 plugin are its side chain: one rule for those that list them and those that feed them.
#pragma once

#include "lv2_world.h"

namespace rowdesk::plugins {

/** By its property, by its group, or by its symbol where the plugin is older than both. */
bool is_key_port(Lv2World& world, const LilvPlugin* plugin, const LilvPort* port);

}  // namespace rowdesk::plugins
