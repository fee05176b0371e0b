#include "lv2_plugin.h"

#include <dlfcn.h>
#include <lv2/patch/patch.h>

#include <atomic>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "lv2_atoms.h"
#include "lv2_features.h"
#include "lv2_ports.h"
#include "lv2_state.h"
#include "urids.h"
#include "worker.h"

namespace rowdesk::plugins {
namespace {

constexpr const char* range_uri = "http://www.w3.org/2000/01/rdf-schema#range";
constexpr double most_latency_s = 10;

class Lv2Plugin final : public Plugin {
 public:
  Lv2Plugin(Lv2World& world, const LilvPlugin* plugin, const PluginRequest& request, Lv2Ports ports);
  ~Lv2Plugin() override;

  AudioPorts ports() const override {
    return {static_cast<uint32_t>(ports_.audio_in.size()), static_cast<uint32_t>(ports_.audio_out.size()),
            static_cast<uint32_t>(ports_.key_in.size())};
  }
  void restore(const std::string& state) override;
  void load_preset(const std::string& uri) override;
  bool set_value(const std::string& symbol, double number) override;
  bool set_property(const Property& property) override { return atoms_.send(property); }
  void activate() override;
  void process(const float* const* inputs, const float* const* keys, float* const* outputs, uint32_t frames) noexcept override;
  uint32_t latency_frames() const noexcept override { return latency_.load(std::memory_order_relaxed); }
  bool is_busy() const noexcept override { return worker_.is_busy(); }
  std::string save() override;
  void readings(const std::function<void(const std::string& symbol, double number)>& visit) const override;
  void take_news(const PluginNews& news) override { atoms_.take_news(news); }

 private:
  const void* extension(const char* uri) const {
    return instance_->lv2_descriptor->extension_data == nullptr ? nullptr : instance_->lv2_descriptor->extension_data(uri);
  }
  LV2_Handle handle() const { return instance_->lv2_handle; }
  void connect(uint32_t port, void* memory) { instance_->lv2_descriptor->connect_port(handle(), port, memory); }
  /** False without such a state. */
  bool restore_from_world(const LilvNode* node);

  Lv2World& world_;
  const LilvPlugin* const description_;
  const Lv2Ports ports_;
  const uint32_t most_latency_;
  Worker worker_;
  Lv2Features features_;
  Lv2Atoms atoms_;
  LilvInstance* instance_ = nullptr;
  const LV2_State_Interface* state_ = nullptr;
  bool is_active_ = false;
  /** Inputs as they are set, and as the plugin reads them: the rack's thread copies one to the other between blocks. */
  std::vector<std::atomic<float>> wanted_;
  std::atomic<bool> has_wanted_{false};
  std::vector<float> control_in_, control_out_;
  std::vector<std::atomic<float>> seen_;
  std::vector<float> voltage_;
  std::atomic<uint32_t> latency_{0};
};

std::unordered_map<std::string, std::string> ranges_of(Lv2World& world, const LilvPlugin* plugin) {
  std::unordered_map<std::string, std::string> ranges;
  for (const char* kind : {LV2_PATCH__writable, LV2_PATCH__readable}) {
    const Nodes properties(lilv().plugin_get_value(plugin, world.uri(kind)));
    for_each_node(properties.get(), [&](const LilvNode* property) {
      const Node range(lilv().world_get(world.get(), property, world.uri(range_uri), nullptr));
      ranges[lilv().node_as_uri(property)] = range && lilv().node_is_uri(range.get()) ? lilv().node_as_uri(range.get()) : "";
    });
  }
  return ranges;
}

/** The library stays in memory when its last instance ends: some leave threads or handlers behind, and the next one comes sooner. */
void keep_library(const LilvPlugin* plugin) {
  const LilvNode* const uri = lilv().plugin_get_library_uri(plugin);
  if (uri == nullptr) throw Refusal("its description names no library");
  char* const path = lilv().file_uri_parse(lilv().node_as_uri(uri), nullptr);
  if (path == nullptr) throw Refusal("its library is not a file");
  void* const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  lilv().free(path);
  if (handle == nullptr) {
    const char* const reason = dlerror();
    throw Refusal(std::string("its library can't be opened: ") + (reason == nullptr ? "no reason" : reason));
  }
}

Lv2Plugin::Lv2Plugin(Lv2World& world, const LilvPlugin* plugin, const PluginRequest& request, Lv2Ports ports)
    : world_(world),
      description_(plugin),
      ports_(std::move(ports)),
      most_latency_(static_cast<uint32_t>(request.rate_hz * most_latency_s)),
      features_(request.rate_hz, request.block_frames, request.files_folder, worker_.schedule()),
      atoms_(ports_, ranges_of(world, plugin)),
      wanted_(ports_.control_in.size()),
      seen_(ports_.control_out.size()),
      voltage_(request.block_frames * 2) {
  keep_library(plugin);
  instance_ = lilv().plugin_instantiate(plugin, request.rate_hz, features_.list());
  if (instance_ == nullptr) throw Refusal("it can't be instantiated: the plugin gives no reason");
  state_ = static_cast<const LV2_State_Interface*>(extension(LV2_STATE__interface));
  worker_.start(handle(), static_cast<const LV2_Worker_Interface*>(extension(LV2_WORKER__interface)));

  for (const auto& port : ports_.control_in) control_in_.push_back(port.value);
  control_out_.resize(ports_.control_out.size());
  for (size_t i = 0; i < control_in_.size(); ++i) {
    wanted_[i].store(control_in_[i], std::memory_order_relaxed);
    connect(ports_.control_in[i].index, &control_in_[i]);
  }
  for (size_t i = 0; i < control_out_.size(); ++i) connect(ports_.control_out[i].index, &control_out_[i]);
  for (const auto& buffer : atoms_.buffers()) connect(buffer.port, buffer.sequence);
  // Inputs of control voltage are silent, in the first half; what comes out is not heard. Connected as outputs all share the other half.
  for (const uint32_t port : ports_.cv) {
    const bool is_input = lilv().port_is_a(plugin, lilv().plugin_get_port_by_index(plugin, port), world.uri(LV2_CORE__InputPort));
    connect(port, voltage_.data() + (is_input ? 0 : request.block_frames));
  }
  if (lilv().plugin_has_feature(plugin, world.uri(LV2_STATE__loadDefaultState))) restore_from_world(world.uri(request.uri));
}

Lv2Plugin::~Lv2Plugin() {
  if (instance_ == nullptr) return;
  worker_.stop();
  if (is_active_ && instance_->lv2_descriptor->deactivate != nullptr) instance_->lv2_descriptor->deactivate(handle());
  lilv().instance_free(instance_);
}

void Lv2Plugin::restore(const std::string& state) {
  if (state.empty()) return;
  if (state_ == nullptr || state_->restore == nullptr) throw Refusal("it has no state that could be restored");
  restore_lv2_state(state, handle(), *state_, features_.list());
}

bool Lv2Plugin::restore_from_world(const LilvNode* node) {
  LilvState* const state = lilv().state_new_from_world(world_.get(), urid_map(), node);
  if (state == nullptr) return false;
  lilv().state_restore(state, instance_, nullptr, nullptr, 0, features_.list());
  lilv().state_free(state);
  return true;
}

void Lv2Plugin::load_preset(const std::string& uri) {
  const LilvNode* const node = world_.uri(uri);
  lilv().world_load_resource(world_.get(), node);
  if (restore_from_world(node)) return;
  // A bundle of presets may lie beside that of the plugin.
  world_.read_all();
  lilv().world_load_resource(world_.get(), node);
  if (!restore_from_world(node)) throw Refusal("no preset " + uri + " was found on this computer");
}

bool Lv2Plugin::set_value(const std::string& symbol, double number) {
  const auto found = ports_.parameters.find(symbol);
  if (found == ports_.parameters.end() || !std::isfinite(number)) return false;
  wanted_[found->second].store(static_cast<float>(number), std::memory_order_relaxed);
  if (!is_active_) control_in_[found->second] = static_cast<float>(number);
  has_wanted_.store(true, std::memory_order_release);
  return true;
}

void Lv2Plugin::activate() {
  if (is_active_) return;
  if (instance_->lv2_descriptor->activate != nullptr) instance_->lv2_descriptor->activate(handle());
  is_active_ = true;
  atoms_.ask();
  worker_.run_in_thread();
}

void Lv2Plugin::process(const float* const* inputs, const float* const* keys, float* const* outputs, uint32_t frames) noexcept {
  if (has_wanted_.exchange(false, std::memory_order_acquire)) {
    for (size_t i = 0; i < control_in_.size(); ++i) control_in_[i] = wanted_[i].load(std::memory_order_relaxed);
  }
  for (size_t i = 0; i < ports_.audio_in.size(); ++i) connect(ports_.audio_in[i], const_cast<float*>(inputs[i]));
  for (size_t i = 0; i < ports_.key_in.size(); ++i) connect(ports_.key_in[i], const_cast<float*>(keys[i]));
  for (size_t i = 0; i < ports_.audio_out.size(); ++i) connect(ports_.audio_out[i], outputs[i]);
  atoms_.before_run();
  instance_->lv2_descriptor->run(handle(), frames);
  worker_.deliver();
  atoms_.after_run();
  for (size_t i = 0; i < control_out_.size(); ++i) seen_[i].store(control_out_[i], std::memory_order_relaxed);
  if (ports_.latency >= 0) {
    const float latency = control_out_[static_cast<size_t>(ports_.latency)];
    const bool is_sound = latency >= 0 && latency <= static_cast<float>(most_latency_);
    latency_.store(is_sound ? static_cast<uint32_t>(std::lround(latency)) : 0, std::memory_order_relaxed);
  }
}

std::string Lv2Plugin::save() {
  return state_ == nullptr || state_->save == nullptr ? "" : save_lv2_state(handle(), *state_, features_.list());
}

void Lv2Plugin::readings(const std::function<void(const std::string& symbol, double number)>& visit) const {
  for (size_t i = 0; i < seen_.size(); ++i) {
    const float number = seen_[i].load(std::memory_order_relaxed);
    if (static_cast<int>(i) != ports_.latency && std::isfinite(number)) visit(ports_.control_out[i].symbol, number);
  }
}

}  // namespace

Lv2Format::Lv2Format() = default;

std::unique_ptr<Plugin> Lv2Format::load(const PluginRequest& request) {
  world_.read_bundle(request.bundle);
  const LilvPlugin* plugin = world_.plugin(request.uri);
  if (plugin == nullptr) throw Refusal(request.bundle + " has no plugin " + request.uri);
  const std::string missing = missing_lv2_features(plugin);
  if (!missing.empty()) throw Refusal("it requires what a rack does not have: " + missing);
  return std::make_unique<Lv2Plugin>(world_, plugin, request, read_lv2_ports(world_, plugin));
}

}  // namespace rowdesk::plugins
