#include "port_config.h"

#include <spa/param/audio/format-utils.h>
#include <spa/param/format-utils.h>
#include <spa/param/param.h>
#include <spa/pod/builder.h>
#include <spa/pod/iter.h>

#include <algorithm>

namespace rowdesk {
namespace {

/** A default position of one channel among so many: mono, stereo, numbered otherwise. */
uint32_t default_position(uint32_t channel, uint32_t channels) {
  if (channels == 1) return SPA_AUDIO_CHANNEL_MONO;
  if (channels == 2) return channel == 0 ? SPA_AUDIO_CHANNEL_FL : SPA_AUDIO_CHANNEL_FR;
  return SPA_AUDIO_CHANNEL_AUX0 + channel;
}

}  // namespace

Layout read_layout(const spa_pod* format) {
  Layout layout;
  uint32_t type = 0;
  uint32_t subtype = 0;
  if (format == nullptr || spa_format_parse(format, &type, &subtype) < 0) return layout;
  if (type != SPA_MEDIA_TYPE_audio || subtype != SPA_MEDIA_SUBTYPE_raw) return layout;
  if (const spa_pod_prop* property = spa_pod_find_prop(format, nullptr, SPA_FORMAT_AUDIO_channels)) {
    uint32_t count = 0;
    uint32_t choice = 0;
    // A choice names its default first.
    const spa_pod* value = spa_pod_get_values(&property->value, &count, &choice);
    int32_t channels = 0;
    if (count > 0 && spa_pod_get_int(value, &channels) == 0 && channels > 0) {
      layout.channels = std::min<uint32_t>(static_cast<uint32_t>(channels), SPA_AUDIO_MAX_CHANNELS);
    }
  }
  layout.positions.resize(layout.channels);
  const spa_pod_prop* positions = spa_pod_find_prop(format, nullptr, SPA_FORMAT_AUDIO_position);
  const uint32_t found = positions == nullptr ? 0
                                              : spa_pod_copy_array(&positions->value, SPA_TYPE_Id,
                                                                   layout.positions.data(), layout.channels);
  if (found == layout.channels) return layout;
  for (uint32_t n = 0; n < layout.channels; ++n) layout.positions[n] = default_position(n, layout.channels);
  return layout;
}

const spa_pod* make_port_config(const PortConfig& config, const Layout& layout, std::vector<uint8_t>& buffer) {
  buffer.resize(4096);
  spa_audio_info_raw info{};
  info.format = SPA_AUDIO_FORMAT_F32P;
  info.rate = config.rate;
  info.channels = layout.channels;
  std::copy(layout.positions.begin(), layout.positions.end(), info.position);
  std::vector<uint8_t> of_format(2048);
  spa_pod_builder inner = SPA_POD_BUILDER_INIT(of_format.data(), static_cast<uint32_t>(of_format.size()));
  const spa_pod* format = spa_format_audio_raw_build(&inner, SPA_PARAM_Format, &info);
  if (format == nullptr) return nullptr;
  spa_pod_builder builder = SPA_POD_BUILDER_INIT(buffer.data(), static_cast<uint32_t>(buffer.size()));
  return static_cast<const spa_pod*>(spa_pod_builder_add_object(
      &builder, SPA_TYPE_OBJECT_ParamPortConfig, SPA_PARAM_PortConfig,
      SPA_PARAM_PORT_CONFIG_direction, SPA_POD_Id(config.is_input ? SPA_DIRECTION_INPUT : SPA_DIRECTION_OUTPUT),
      SPA_PARAM_PORT_CONFIG_mode, SPA_POD_Id(SPA_PARAM_PORT_CONFIG_MODE_dsp),
      SPA_PARAM_PORT_CONFIG_monitor, SPA_POD_Bool(config.is_monitored),
      SPA_PARAM_PORT_CONFIG_format, SPA_POD_Pod(format)));
}

}  // namespace rowdesk
