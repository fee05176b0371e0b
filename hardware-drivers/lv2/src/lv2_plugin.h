// LV2 plugins (lv2plug.in) as a rack runs them.
#pragma once
#include <memory>
#include <string>

#include "lv2_world.h"
#include "plugin.h"

namespace rowdesk::plugins {

class Lv2Format final : public PluginFormat {
 public:
  /** Throws std::runtime_error without lilv. */
  Lv2Format();
  std::unique_ptr<Plugin> load(const PluginRequest& request) override;

 private:
  Lv2World world_;
};

}  // namespace rowdesk::plugins
