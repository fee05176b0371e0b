#include "clap_plugin.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <deque>
#include <unordered_map>
#include <vector>

#include "clap_host.h"
#include "clap_library.h"
#include "message_ring.h"

namespace rowdesk::plugins {
namespace {

constexpr uint32_t ring_bytes = 1u << 15;
constexpr double most_clap_latency_s = 10;

struct Change {
  uint32_t id;
  double value;
};

struct Parameter {
  explicit Parameter(const clap_param_info_t& info)
      : id(info.id), symbol("p" + std::to_string(info.id)), is_read_only((info.flags & CLAP_PARAM_IS_READONLY) != 0) {}
  const uint32_t id;
  const std::string symbol;
  const bool is_read_only;
  std::atomic<double> wanted{0};
  std::atomic<bool> is_wanted{false};
  /** Of one that is read only: as the plugin said it last. */
  std::atomic<double> seen{NAN};
};

class ClapPlugin final : public Plugin {
 public:
  ClapPlugin(const clap_plugin_factory_t& factory, const PluginRequest& request);
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
  bool serve() override;
  std::string save() override;
  void readings(const std::function<void(const std::string& symbol, double number)>& visit) const override;
  void take_news(const PluginNews& news) override;

 private:
  struct Port {
    std::vector<float*> channels;
    bool is_main;
  };
  const clap_plugin_t* self() const { return plugin_.get(); }
  void read_ports(bool is_input, std::vector<Port>& ports);
  void read_parameters();
  void collect_events() noexcept;
  bool take_event(const clap_event_header_t& event) noexcept;
  void tell_values();

  ClapHost host_;
  const PluginRequest request_;
  const ClapInstance plugin_;
  const clap_plugin_params_t* params_ = nullptr;
  const clap_plugin_state_t* state_ = nullptr;
  AudioPorts ports_;
  std::vector<Port> inputs_, outputs_;
  /** Of outputs that are not heard: they share nothing with others. */
  std::vector<std::vector<float>> unheard_;
  std::vector<clap_audio_buffer_t> input_buffers_, output_buffers_;
  std::deque<Parameter> parameters_;
  std::unordered_map<uint32_t, Parameter*> by_id_;
  bool is_active_ = false;
  std::atomic<uint32_t> latency_{0};
  /** How often values were set, and how many of those times the plugin has processed; they wrap at 2^32. */
  std::atomic<uint32_t> set_count_{0}, processed_count_{0};
  bool has_other_values_ = false;
  /** To take_news(), from process() and from serve(). */
  MessageRing processed_news_{ring_bytes}, served_news_{ring_bytes};
  /** Of the rack's thread. */
  bool is_processing_ = false;
  int64_t position_ = 0;
  std::vector<clap_event_param_value_t> events_;
  uint32_t event_count_ = 0;
  clap_input_events_t in_{};
  clap_output_events_t out_{};
};

ClapPlugin::ClapPlugin(const clap_plugin_factory_t& factory, const PluginRequest& request)
    : request_(request), plugin_(make_clap(factory, host_.get(), request.uri.substr(std::strlen(clap_scheme)))) {
  in_ = {this, [](const clap_input_events_t* list) { return static_cast<ClapPlugin*>(list->ctx)->event_count_; },
         [](const clap_input_events_t* list, uint32_t index) -> const clap_event_header_t* {
           return &static_cast<ClapPlugin*>(list->ctx)->events_[index].header;
         }};
  out_ = {this, [](const clap_output_events_t* list, const clap_event_header_t* event) {
            return static_cast<ClapPlugin*>(list->ctx)->take_event(*event);
          }};
  params_ = clap_extension<clap_plugin_params_t>(plugin_, "clap.params");
  state_ = clap_extension<clap_plugin_state_t>(plugin_, "clap.state");
  read_ports(true, inputs_);
  read_ports(false, outputs_);
  if (params_ != nullptr) read_parameters();
}

/** The main port is the first one, or the one that says so; other inputs are a side chain, other outputs are not heard. */
void ClapPlugin::read_ports(bool is_input, std::vector<Port>& ports) {
  const auto* const audio = clap_extension<clap_plugin_audio_ports_t>(plugin_, "clap.audio-ports");
  const uint32_t count = audio == nullptr ? 0 : audio->count(self(), is_input);
  auto& buffers = is_input ? input_buffers_ : output_buffers_;
  for (uint32_t i = 0; i < count; ++i) {
    clap_audio_port_info_t info{};
    if (!audio->get(self(), i, is_input, &info) || info.channel_count > 64) throw Refusal("its audio ports can't be read");
    const bool is_main = i == 0 || (info.flags & CLAP_AUDIO_PORT_IS_MAIN) != 0;
    ports.push_back({std::vector<float*>(info.channel_count), is_main});
    if (!is_main && !is_input) {
      for (float*& channel : ports.back().channels) channel = unheard_.emplace_back(request_.block_frames).data();
    }
    (is_main ? (is_input ? ports_.inputs : ports_.outputs) : ports_.keys) += is_main || is_input ? info.channel_count : 0;
  }
  for (auto& port : ports) buffers.push_back({port.channels.data(), nullptr, static_cast<uint32_t>(port.channels.size()), 0, 0});
}

void ClapPlugin::read_parameters() {
  const uint32_t count = params_->count(self());
  for (uint32_t i = 0; i < count; ++i) {
    clap_param_info_t info{};
    if (!params_->get_info(self(), i, &info) || by_id_.count(info.id) != 0) continue;
    by_id_[info.id] = &parameters_.emplace_back(info);
  }
  events_.resize(parameters_.size());
}

ClapPlugin::~ClapPlugin() {
  if (is_processing_ && plugin_->stop_processing != nullptr) {
    const ClapHost::Processing processing(host_);
    plugin_->stop_processing(self());
  }
  if (is_active_) plugin_->deactivate(self());
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
  if (!state_->load(self(), &stream)) throw Refusal("its state can't be restored: the plugin gives no reason");
}

std::string ClapPlugin::save() {
  std::string state;
  if (state_ == nullptr) return state;
  const clap_ostream_t stream{&state, [](const clap_ostream_t* self, const void* buffer, uint64_t size) -> int64_t {
                                static_cast<std::string*>(self->ctx)->append(static_cast<const char*>(buffer), size);
                                return static_cast<int64_t>(size);
                              }};
  if (!state_->save(self(), &stream)) throw Refusal("its state can't be saved: the plugin gives no reason");
  return state;
}

bool ClapPlugin::set_value(const std::string& symbol, double number) {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(), [&](const auto& each) { return each.symbol == symbol; });
  if (found == parameters_.end() || found->is_read_only || !std::isfinite(number)) return false;
  found->wanted.store(number, std::memory_order_relaxed);
  found->is_wanted.store(true, std::memory_order_release);
  set_count_.fetch_add(1, std::memory_order_release);
  return true;
}

void ClapPlugin::activate() {
  // A value may be what its latency depends on: it has them all before.
  if (params_ != nullptr && params_->flush != nullptr) {
    processed_count_.store(set_count_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    collect_events();
    if (event_count_ > 0) params_->flush(self(), &in_, &out_);
  }
  if (!plugin_->activate(self(), request_.rate_hz, 1, request_.block_frames)) {
    throw Refusal("it can't be activated: the plugin gives no reason");
  }
  is_active_ = true;
  host_.activated();
  const auto* const latency = clap_extension<clap_plugin_latency_t>(plugin_, "clap.latency");
  const uint32_t frames = latency == nullptr ? 0 : latency->get(self());
  latency_.store(frames <= request_.rate_hz * most_clap_latency_s ? frames : 0, std::memory_order_relaxed);
}

void ClapPlugin::collect_events() noexcept {
  event_count_ = 0;
  for (auto& parameter : parameters_) {
    if (!parameter.is_wanted.exchange(false, std::memory_order_acquire)) continue;
    events_[event_count_++] = {{sizeof(clap_event_param_value_t), 0, 0, CLAP_EVENT_PARAM_VALUE, 0},
                               parameter.id, nullptr, -1, -1, -1, -1, parameter.wanted.load(std::memory_order_relaxed)};
  }
}

/** Of process() and flush(). False: it is lost. */
bool ClapPlugin::take_event(const clap_event_header_t& event) noexcept {
  if (event.space_id != 0 || event.type != CLAP_EVENT_PARAM_VALUE) return true;
  const auto& changed = reinterpret_cast<const clap_event_param_value_t&>(event);
  const auto found = by_id_.find(changed.param_id);
  if (found == by_id_.end()) return true;
  if (found->second->is_read_only) {
    found->second->seen.store(changed.value, std::memory_order_relaxed);
    return true;
  }
  // The desk has set another value meanwhile.
  if (found->second->is_wanted.load(std::memory_order_relaxed)) return true;
  const Change change{changed.param_id, changed.value};
  return processed_news_.push(&change, sizeof change);
}

void ClapPlugin::process(const float* const* inputs, const float* const* keys, float* const* outputs, uint32_t frames) noexcept {
  const ClapHost::Processing processing(host_);
  if (!is_processing_) is_processing_ = plugin_->start_processing == nullptr || plugin_->start_processing(self());
  const uint32_t count = set_count_.load(std::memory_order_acquire);
  event_count_ = 0;
  if (count != processed_count_.load(std::memory_order_relaxed)) collect_events();
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
  const bool has_failed = !is_processing_ || plugin_->process(self(), &block) == CLAP_PROCESS_ERROR;
  processed_count_.store(count, std::memory_order_release);
  // A plugin that fails gives nothing that may be heard: its rack finds values that are not finite.
  if (has_failed && ports_.outputs > 0) outputs[0][0] = NAN;
}

bool ClapPlugin::serve() {
  if (host_.take_callback()) plugin_->on_main_thread(self());
  has_other_values_ |= host_.take_rescan();
  // Values that it was set to and has not processed yet are not its own.
  if (has_other_values_ && processed_count_.load(std::memory_order_acquire) == set_count_.load(std::memory_order_relaxed)) tell_values();
  for (auto& parameter : parameters_) {
    double value = 0;
    if (parameter.is_read_only && params_->get_value(self(), parameter.id, &value)) parameter.seen.store(value, std::memory_order_relaxed);
  }
  return host_.take_restart();
}

void ClapPlugin::tell_values() {
  has_other_values_ = false;
  for (const auto& parameter : parameters_) {
    Change change{parameter.id, 0};
    if (parameter.is_read_only || !params_->get_value(self(), parameter.id, &change.value)) continue;
    // Without room the rest is told at the next call.
    if (!served_news_.push(&change, sizeof change)) has_other_values_ = true;
  }
}

void ClapPlugin::readings(const std::function<void(const std::string& symbol, double number)>& visit) const {
  for (const auto& parameter : parameters_) {
    const double value = parameter.seen.load(std::memory_order_relaxed);
    if (parameter.is_read_only && std::isfinite(value)) visit(parameter.symbol, value);
  }
}

void ClapPlugin::take_news(const PluginNews& news) {
  for (MessageRing* const ring : {&processed_news_, &served_news_}) {
    for (uint32_t size = 0; ring->peek(size);) {
      Change change{};
      ring->pop(&change, sizeof change);
      news.value("p" + std::to_string(change.id), change.value);
    }
  }
  if (host_.take_dirty()) news.state_changed();
}

}  // namespace

std::unique_ptr<Plugin> ClapFormat::load(const PluginRequest& request) {
  if (!request.uri.starts_with(clap_scheme)) throw Refusal(request.uri + " is no plugin of CLAP");
  auto& factory = factories_[request.bundle];
  if (factory == nullptr) factory = open_clap_library(request.bundle);
  return std::make_unique<ClapPlugin>(*factory, request);
}

}  // namespace rowdesk::plugins
