// The ports of an LV2 plugin, as its host connects them.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "lv2_world.h"
#include "plugin.h"

namespace rowdesk::plugins {

struct Lv2Ports {
  struct Control {
    uint32_t index;
    std::string symbol;
    /** What an input begins with. */
    float value;
  };
  struct Atom {
    uint32_t index;
    uint32_t bytes;
    bool is_input;
    /** Takes or sends messages about properties (patch:Message). */
    bool has_patch;
  };

  uint32_t count = 0;
  std::vector<uint32_t> audio_in, audio_out, key_in;
  /** Samples of control voltage: silence in, and unheard out. */
  std::vector<uint32_t> cv;
  std::vector<Control> control_in, control_out;
  std::vector<Atom> atoms;
  /** The position in control_out of the latency port; -1 without one. */
  int latency = -1;
  /** By symbol, the position in control_in of each parameter; ports that the host rules are none. */
  std::unordered_map<std::string, uint32_t> parameters;
};

/** Throws Refusal for a port of a kind that can't be connected. */
Lv2Ports read_lv2_ports(Lv2World& world, const LilvPlugin* plugin);

}  // namespace rowdesk::plugins
