#include "clap_plugin.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <vector>

#include "message_ring.h"

namespace rowdesk::plugins {
namespace {

constexpr uint32_t ring_bytes = 1u << 15;
constexpr uint32_t most_events = 512;
constexpr double most_latency_s = 10;

struct Change {
  uint32_t id;
  double value;
};

/** What every plugin is given; a plugin that asks for more finds that the host has none of it. */
const clap_host_t host = {{1, 1, 0}, nullptr, "Rowdesk", "Rowdesk", "", "1",
                          [](const clap_host_t*, const char*) -> const void* { return nullptr; },
                          [](const clap_host_t*) {}, [](const clap_host_t*) {}, [](const clap_host_t*) {}};

class ClapPlugin final : public Plugin {
 public:
  ClapPlugin(const clap_plugin_t* plugin, const PluginRequest& request);
  ~ClapPlugin() override;

  AudioPorts ports() const override { return ports_; }
  void restore(const std::string& state) override;
  void load_preset(const std::string&) override { throw Refusal("presets of CLAP plugins are not known"); }
  bool set_value(const std::string& symbol, double number) override;
  bool set_property(const Property&) override { return false; }
  void activate() override;
  void process(const float* const* inputs, const float* const* keys, float* const* outputs, uint32_t frames) noexcept override;
  uint32_t latency_frames() const noexcept override { return latency_.load(std::memory_order_relaxed); }
  bool is_busy() const noexcept override { return false; }
  std::string save() override;
  void readings(const std::function<void(const std::string& symbol, double number)>&) const override {}
  void take_news(const PluginNews& news) override;

 private:
  struct Port {
    std::vector<float*> channels;
    bool is_main;
  };
  template <typename Extension>
  const Extension* extension(const char* id) const {
    return static_cast<const Extension*>(plugin_->get_extension(plugin_, id));
  }
  void read_ports(bool is_input, std::vector<Port>& ports);
  void take_changes() noexcept;

  const clap_plugin_t* const plugin_;
  const PluginRequest request_;
  const clap_plugin_params_t* params_ = nullptr;
  const clap_plugin_state_t* state_ = nullptr;
  AudioPorts ports_;
  std::vector<Port> inputs_, outputs_;
  std::vector<clap_audio_buffer_t> input_buffers_, output_buffers_;
  std::map<std::string, uint32_t> ids_;
  bool is_active_ = false;
  std::atomic<uint32_t> latency_{0};
  MessageRing changes_{ring_bytes};
  MessageRing news_{ring_bytes};
  /** Of the rack's thread. */
  bool is_processing_ = false;
  int64_t position_ = 0;
  std::vector<clap_event_param_value_t> events_;
  uint32_t event_count_ = 0;
  clap_input_events_t in_{};
  clap_output_events_t out_{};
};

ClapPlugin::ClapPlugin(const clap_plugin_t* plugin, const PluginRequest& request)
    : plugin_(plugin), request_(request), events_(most_events) {
  in_ = {this, [](const clap_input_events_t* list) { return static_cast<ClapPlugin*>(list->ctx)->event_count_; },
         [](const clap_input_events_t* list, uint32_t index) -> const clap_event_header_t* {
           return &static_cast<ClapPlugin*>(list->ctx)->events_[index].header;
         }};
  out_ = {this, [](const clap_output_events_t* list, const clap_event_header_t* event) {
            if (event->space_id != 0 || event->type != CLAP_EVENT_PARAM_VALUE) return true;
            const auto& changed = *reinterpret_cast<const clap_event_param_value_t*>(event);
            const Change change{changed.param_id, changed.value};
            return static_cast<ClapPlugin*>(list->ctx)->news_.push(&change, sizeof change);
          }};
  params_ = extension<clap_plugin_params_t>("clap.params");
  state_ = extension<clap_plugin_state_t>("clap.state");
  read_ports(true, inputs_);
  read_ports(false, outputs_);
  for (uint32_t i = 0; params_ != nullptr && i < params_->count(plugin_); ++i) {
    clap_param_info_t info{};
    if (params_->get_info(plugin_, i, &info)) ids_["p" + std::to_string(info.id)] = info.id;
  }
}

/** The main port is the first one, or the one that says so; other inputs are a side chain, other outputs are not heard. */
void ClapPlugin::read_ports(bool is_input, std::vector<Port>& ports) {
  const auto* const audio = extension<clap_plugin_audio_ports_t>("clap.audio-ports");
  const uint32_t count = audio == nullptr ? 0 : audio->count(plugin_, is_input);
  auto& buffers = is_input ? input_buffers_ : output_buffers_;
  for (uint32_t i = 0; i < count; ++i) {
    clap_audio_port_info_t info{};
    if (!audio->get(plugin_, i, is_input, &info) || info.channel_count > 64) throw Refusal("its audio ports can't be read");
    const bool is_main = i == 0 || (info.flags & CLAP_AUDIO_PORT_IS_MAIN) != 0;
    // Outputs that are not heard share nothing with others.
    ports.push_back({std::vector<float*>(info.channel_count), is_main});
    if (!is_main && !is_input) {
      for (float*& channel : ports.back().channels) channel = new float[request_.block_frames]();
    }
    (is_main ? (is_input ? ports_.inputs : ports_.outputs) : ports_.keys) += is_main || is_input ? info.channel_count : 0;
  }
  for (auto& port : ports) buffers.push_back({port.channels.data(), nullptr, static_cast<uint32_t>(port.channels.size()), 0, 0});
}

ClapPlugin::~ClapPlugin() {
  if (is_processing_ && plugin_->stop_processing != nullptr) plugin_->stop_processing(plugin_);
  if (is_active_) plugin_->deactivate(plugin_);
  plugin_->destroy(plugin_);
  for (const auto& port : outputs_) {
    if (port.is_main) continue;
    for (const float* channel : port.channels) delete[] channel;
  }
}

void ClapPlugin::restore(const std::string& state) {
  if (state.empty()) return;
  if (state_ == nullptr) throw Refusal("it has no state that could be restored");
  std::pair<const std::string*, size_t> from{&state, 0};
  const clap_istream_t stream{&from, [](const clap_istream_t* self, void* buffer, uint64_t size) -> int64_t {
                                auto& [text, at] = *static_cast<std::pair<const std::string*, size_t>*>(self->ctx);
                                const size_t length = std::min<size_t>(size, text->size() - at);
                                std::memcpy(buffer, text->data() + at, length);
                                at += length;
                                return static_cast<int64_t>(length);
                              }};
  if (!state_->load(plugin_, &stream)) throw Refusal("its state can't be restored: the plugin gives no reason");
}

std::string ClapPlugin::save() {
  std::string state;
  if (state_ == nullptr) return state;
  const clap_ostream_t stream{&state, [](const clap_ostream_t* self, const void* buffer, uint64_t size) -> int64_t {
                                static_cast<std::string*>(self->ctx)->append(static_cast<const char*>(buffer), size);
                                return static_cast<int64_t>(size);
                              }};
  if (!state_->save(plugin_, &stream)) throw Refusal("its state can't be saved: the plugin gives no reason");
  return state;
}

bool ClapPlugin::set_value(const std::string& symbol, double number) {
  const auto found = ids_.find(symbol);
  if (found == ids_.end() || !std::isfinite(number)) return false;
  const Change change{found->second, number};
  return changes_.push(&change, sizeof change);
}

void ClapPlugin::activate() {
  if (!plugin_->activate(plugin_, request_.rate_hz, 1, request_.block_frames)) {
    throw Refusal("it can't be activated: the plugin gives no reason");
  }
  is_active_ = true;
  const auto* const latency = extension<clap_plugin_latency_t>("clap.latency");
  const uint32_t frames = latency == nullptr ? 0 : latency->get(plugin_);
  latency_.store(frames <= request_.rate_hz * most_latency_s ? frames : 0, std::memory_order_relaxed);
}

void ClapPlugin::take_changes() noexcept {
  event_count_ = 0;
  for (uint32_t size = 0; event_count_ < most_events && changes_.peek(size);) {
    Change change{};
    changes_.pop(&change, sizeof change);
    events_[event_count_++] = {{sizeof(clap_event_param_value_t), 0, 0, CLAP_EVENT_PARAM_VALUE, 0},
                               change.id, nullptr, -1, -1, -1, -1, change.value};
  }
}

void ClapPlugin::process(const float* const* inputs, const float* const* keys, float* const* outputs, uint32_t frames) noexcept {
  if (!is_processing_) is_processing_ = plugin_->start_processing == nullptr || plugin_->start_processing(plugin_);
  take_changes();
  for (auto& port : inputs_) {
    for (float*& channel : port.channels) channel = const_cast<float*>(port.is_main ? *inputs++ : *keys++);
  }
  float* const* out = outputs;
  for (auto& port : outputs_) {
    if (!port.is_main) continue;
    for (float*& channel : port.channels) channel = *out++;
  }
  const clap_process_t block{position_, frames, nullptr, input_buffers_.data(), output_buffers_.data(),
                             static_cast<uint32_t>(input_buffers_.size()), static_cast<uint32_t>(output_buffers_.size()), &in_, &out_};
  position_ += frames;
  // A plugin that fails gives nothing that may be heard: its rack finds values that are not finite.
  if (plugin_->process(plugin_, &block) == CLAP_PROCESS_ERROR && ports_.outputs > 0) outputs[0][0] = NAN;
}

void ClapPlugin::take_news(const PluginNews& news) {
  for (uint32_t size = 0; news_.peek(size);) {
    Change change{};
    news_.pop(&change, sizeof change);
    news.value("p" + std::to_string(change.id), change.value);
  }
}

}  // namespace

const clap_plugin_factory_t* ClapFormat::factory_of(const std::string& file) {
  auto& factory = factories_[file];
  if (factory != nullptr) return factory;
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char* const reason = dlerror();
    throw Refusal(std::string("it can't be opened: ") + (reason == nullptr ? "no reason" : reason));
  }
  const auto* const entry = static_cast<const clap_plugin_entry_t*>(dlsym(handle, "clap_entry"));
  if (entry == nullptr || entry->clap_version.major != 1) throw Refusal(file + " is no bundle of CLAP 1");
  if (!entry->init(file.c_str())) throw Refusal(file + " can't be initialised");
  factory = static_cast<const clap_plugin_factory_t*>(entry->get_factory("clap.plugin-factory"));
  if (factory == nullptr) throw Refusal(file + " has no plugins");
  return factory;
}

std::unique_ptr<Plugin> ClapFormat::load(const PluginRequest& request) {
  constexpr std::string_view scheme = "clap:";
  if (!request.uri.starts_with(scheme)) throw Refusal(request.uri + " is no plugin of CLAP");
  const std::string id = request.uri.substr(scheme.size());
  const clap_plugin_factory_t* const factory = factory_of(request.bundle);
  const clap_plugin_t* const plugin = factory->create_plugin(factory, &host, id.c_str());
  if (plugin == nullptr) throw Refusal(request.bundle + " has no plugin " + id);
  if (!plugin->init(plugin)) {
    plugin->destroy(plugin);
    throw Refusal("it can't be initialised: the plugin gives no reason");
  }
  return std::make_unique<ClapPlugin>(plugin, request);
}

}  // namespace rowdesk::plugins
