// The state of an LV2 instance as text (lv2plug.in/ns/ext/state): a line for each property, its value in hexadecimal.
#pragma once
#include <lv2/core/lv2.h>
#include <lv2/state/state.h>

#include <string>

namespace rowdesk::plugins {

/** '' if the plugin has nothing to keep. Throws Refusal with the plugin's reason. */
std::string save_lv2_state(LV2_Handle instance, const LV2_State_Interface& interface, const LV2_Feature* const* features);

/** Throws Refusal for text that is no state, and with the plugin's reason. */
void restore_lv2_state(const std::string& text, LV2_Handle instance, const LV2_State_Interface& interface,
                       const LV2_Feature* const* features);

}  // namespace rowdesk::plugins
