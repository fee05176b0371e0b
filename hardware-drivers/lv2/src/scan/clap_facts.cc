#include "clap_facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "../clap_host.h"
#include "../clap_library.h"
#include "../plugin.h"
#include "json_line.h"

namespace rowdesk::plugins {
namespace {

constexpr uint32_t most_plugins = 4096;
constexpr uint32_t most_parameters = 4096;
constexpr double most_texts = 512;
constexpr uint32_t most_ports = 64;

std::string_view text_or_none(const char* text) { return text == nullptr ? std::string_view() : std::string_view(text); }

/** Up to the first zero, or the whole of it without one. */
template <size_t Size>
std::string_view text_in(const char (&text)[Size]) {
  return {text, static_cast<size_t>(std::find(text, text + Size, '\0') - text)};
}

class PluginUnderScan {
 public:
  PluginUnderScan(const clap_plugin_factory_t& factory, const char* id) : plugin_(make_clap(factory, host_.get(), id)) {}

  void write(JsonLine& line) const {
    line.name("hasState").boolean(clap_extension<clap_plugin_state_t>(plugin_, "clap.state") != nullptr);
    const auto* const ports = clap_extension<clap_plugin_audio_ports_t>(plugin_, "clap.audio-ports");
    for (const bool is_input : {true, false}) {
      line.name(is_input ? "inputs" : "outputs").list();
      if (ports != nullptr) write_ports(line, *ports, is_input);
      line.end_list();
    }
    line.name("parameters").list();
    if (const auto* const params = clap_extension<clap_plugin_params_t>(plugin_, "clap.params")) {
      const uint32_t count = std::min(most_parameters, params->count(plugin_.get()));
      for (uint32_t i = 0; i < count; ++i) {
        clap_param_info_t info{};
        if (params->get_info(plugin_.get(), i, &info)) write_parameter(line, *params, info);
      }
    }
    line.end_list();
  }

 private:
  void write_ports(JsonLine& line, const clap_plugin_audio_ports_t& ports, bool is_input) const {
    const uint32_t count = std::min(most_ports, ports.count(plugin_.get(), is_input));
    for (uint32_t i = 0; i < count; ++i) {
      clap_audio_port_info_t info{};
      if (!ports.get(plugin_.get(), i, is_input, &info)) throw Refusal("its audio ports can't be read");
      line.object().name("channels").integer(info.channel_count);
      // The first port is the main one, whatever it says.
      line.name("isMain").boolean(i == 0 || (info.flags & CLAP_AUDIO_PORT_IS_MAIN) != 0).end_object();
    }
  }

  void write_parameter(JsonLine& line, const clap_plugin_params_t& params, const clap_param_info_t& info) const {
    const auto is = [&](uint32_t flag) { return (info.flags & flag) != 0; };
    line.object().name("id").integer(info.id).name("name").text(text_in(info.name)).name("module").text(text_in(info.module));
    line.name("minimum").number(info.min_value).name("maximum").number(info.max_value).name("default").number(info.default_value);
    line.name("isStepped").boolean(is(CLAP_PARAM_IS_STEPPED)).name("isHidden").boolean(is(CLAP_PARAM_IS_HIDDEN));
    line.name("isReadOnly").boolean(is(CLAP_PARAM_IS_READONLY)).name("isBypass").boolean(is(CLAP_PARAM_IS_BYPASS));
    line.name("isEnum").boolean(is(CLAP_PARAM_IS_ENUM)).name("texts").list();
    for (const double number : told_values(info)) {
      std::array<char, 256> text{};
      if (params.value_to_text == nullptr || !params.value_to_text(plugin_.get(), info.id, number, text.data(), text.size())) continue;
      text.back() = '\0';
      line.object().name("number").number(number).name("text").text(text.data()).end_object();
    }
    line.end_list().end_object();
  }

  static std::vector<double> told_values(const clap_param_info_t& info) {
    if (!std::isfinite(info.min_value) || !std::isfinite(info.max_value) || info.min_value > info.max_value) return {};
    if ((info.flags & CLAP_PARAM_IS_STEPPED) == 0 || info.max_value - info.min_value >= most_texts) {
      return {info.min_value, info.default_value, info.max_value};
    }
    std::vector<double> values;
    for (double value = std::ceil(info.min_value); value <= info.max_value; ++value) values.push_back(value);
    return values;
  }

  const ClapHost host_;
  const ClapInstance plugin_;
};

std::string clap_line(const clap_plugin_factory_t& factory, const clap_plugin_descriptor_t& descriptor) {
  JsonLine line;
  line.object().name("type").text("clap").name("uri").text(clap_scheme + std::string(descriptor.id));
  line.name("name").text(text_or_none(descriptor.name)).name("vendor").text(text_or_none(descriptor.vendor));
  line.name("features").list();
  for (const char* const* feature = descriptor.features; feature != nullptr && *feature != nullptr; ++feature) line.text(*feature);
  line.end_list();
  JsonLine refused = line;
  try {
    const PluginUnderScan plugin(factory, descriptor.id);
    line.name("refused").text("");
    plugin.write(line);
    return line.end_object().take();
  } catch (const Refusal& refusal) {
    refused.name("refused").text(refusal.what()).name("hasState").boolean(false);
    for (const char* const name : {"inputs", "outputs", "parameters"}) refused.name(name).list().end_list();
    return refused.end_object().take();
  }
}

}  // namespace

void read_clap_file(const std::string& file, const std::function<void(const std::string& line)>& put) {
  const clap_plugin_factory_t& factory = *open_clap_library(file);
  const uint32_t count = std::min(most_plugins, factory.get_plugin_count(&factory));
  for (uint32_t i = 0; i < count; ++i) {
    const clap_plugin_descriptor_t* const descriptor = factory.get_plugin_descriptor(&factory, i);
    if (descriptor != nullptr && descriptor->id != nullptr && *descriptor->id != '\0') put(clap_line(factory, *descriptor));
  }
}

}  // namespace rowdesk::plugins
