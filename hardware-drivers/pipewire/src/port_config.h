// The ports of an adapter, which a session manager configures where there is one: param PortConfig.
#pragma once

#include <spa/param/audio/raw.h>
#include <spa/pod/pod.h>

#include <cstdint>
#include <vector>

namespace rowdesk {

/** A format of an adapter, as far as its ports go. */
struct Layout {
  uint32_t channels = 0;
  std::vector<uint32_t> positions;  // spa_audio_channel, one a channel
};

struct PortConfig {
  bool is_input;    // direction of the adapter: a sink takes sound
  bool is_monitored;  // with ports that give what the adapter takes
  uint32_t rate;    // Hz
};

/** The layout of an EnumFormat param; no channels for anything but raw audio. */
Layout read_layout(const spa_pod* format);

/** The param PortConfig with one port a channel. `buffer` keeps it; null when it is too small. */
const spa_pod* make_port_config(const PortConfig& config, const Layout& layout, std::vector<uint8_t>& buffer);

}  // namespace rowdesk
