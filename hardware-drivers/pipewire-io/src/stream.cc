#include "stream.h"

#include <pipewire/extensions/metadata.h>
#include <pipewire/filter.h>
#include <spa/utils/result.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "../../pipewire/src/locked.h"

namespace rowdesk::io {
namespace {

constexpr const char* install = "\nWhat to do: sudo apt-get install libpipewire-0.3-modules pipewire";
/** Cycles of PipeWire up to 1.1 are real-time in a client with this configuration; later ones need none. */
constexpr const char* real_time_configuration = "client-rt.conf";

bool is(const char* a, const char* b) { return a != nullptr && std::strcmp(a, b) == 0; }

std::string fraction(uint32_t numerator, uint32_t denominator) {
  return std::to_string(numerator) + "/" + std::to_string(denominator);
}

/** Since PipeWire 1.2 clocks count the frames of their xruns: spa_io_clock.xrun, the last member. */
bool counts_xruns(const char* version) {
  int major = 0;
  int minor = 0;
  return std::sscanf(version, "%d.%d", &major, &minor) == 2 && (major > 1 || (major == 1 && minor >= 2));
}

/** The headers of 0.3.65 have padding there: target_rate, target_duration, target_seq and cycle, 24 bytes, come first. */
uint64_t xrun_frames(const spa_io_clock& clock) {
  constexpr size_t offset = offsetof(spa_io_clock, next_nsec) + sizeof(clock.next_nsec) + 24;
  uint64_t frames = 0;
  static_assert(sizeof(spa_io_clock) == offset + sizeof(frames));
  std::memcpy(&frames, reinterpret_cast<const char*>(&clock) + offset, sizeof(frames));
  return frames;
}

pw_context* make_context(const Library& library, pw_loop* loop) {
  pw_properties* real_time = library.properties_new(PW_KEY_CONFIG_NAME, real_time_configuration, nullptr);
  pw_context* context = library.context_new(loop, real_time, 0);
  if (context == nullptr) context = library.context_new(loop, nullptr, 0);
  if (context == nullptr) throw std::runtime_error(std::string("PipeWire's client.conf can't be read.") + install);
  return context;
}

}  // namespace

Stream::Stream(const StreamSettings& settings, Cycles& cycles, uint32_t inputs, uint32_t outputs,
               std::function<void(Event)> tell)
    : library_(library()),
      cycles_(cycles),
      inputs_(inputs),
      outputs_(outputs),
      tell_(std::move(tell)),
      in_(inputs, nullptr),
      out_(outputs, nullptr),
      counts_xruns_(counts_xruns(library_.version())) {
  try {
    connect(settings);
  } catch (...) {
    release();
    throw;
  }
}

Stream::~Stream() { release(); }

void Stream::connect(const StreamSettings& settings) {
  static const pw_core_events core_events = [] {
    pw_core_events events{};
    events.version = PW_VERSION_CORE_EVENTS;
    events.error = on_error;
    return events;
  }();
  static const pw_registry_events registry_events = [] {
    pw_registry_events events{};
    events.version = PW_VERSION_REGISTRY_EVENTS;
    events.global = on_global;
    events.global_remove = on_global_remove;
    return events;
  }();
  static const pw_filter_events filter_events = [] {
    pw_filter_events events{};
    events.version = PW_VERSION_FILTER_EVENTS;
    events.state_changed = on_state;
    events.param_changed = on_param;
    events.process = on_process;
    return events;
  }();
  loop_ = library_.loop_new("rowdesk-io", nullptr);
  if (loop_ == nullptr) throw std::runtime_error("PipeWire gives no thread");
  pw_loop* loop = library_.loop_of(loop_);
  context_ = make_context(library_, loop);
  core_ = library_.connect(context_, library_.properties_new(PW_KEY_REMOTE_NAME, settings.remote.c_str(), nullptr), 0);
  if (core_ == nullptr) {
    throw std::runtime_error("no PipeWire answers on " + settings.remote + ": " + std::strerror(errno));
  }
  pw_core_add_listener(core_, &core_listener_, &core_events, this);
  registry_ = pw_core_get_registry(core_, PW_VERSION_REGISTRY, 0);
  pw_registry_add_listener(registry_, &registry_listener_, &registry_events, this);
  format_changed_ = pw_loop_add_event(loop, on_format, this);
  filter_ = library_.filter_new(
      core_, settings.node_name.c_str(),
      library_.properties_new(PW_KEY_NODE_NAME, settings.node_name.c_str(), PW_KEY_NODE_DESCRIPTION,
                              settings.node_label.c_str(), PW_KEY_APP_NAME, "rowdesk", PW_KEY_MEDIA_TYPE, "Audio",
                              PW_KEY_MEDIA_CATEGORY, "Filter", PW_KEY_MEDIA_ROLE, "Production",
                              PW_KEY_NODE_AUTOCONNECT, "false",
                              PW_KEY_NODE_ALWAYS_PROCESS, "true", PW_KEY_NODE_WANT_DRIVER, "true",
                              PW_KEY_NODE_PAUSE_ON_IDLE, "false", nullptr));
  if (filter_ == nullptr) throw std::runtime_error("PipeWire gives no node");
  for (const auto& [key, value] : settings.properties) update(nullptr, key.c_str(), value);
  library_.filter_add_listener(filter_, &filter_listener_, &filter_events, this);
  for (uint32_t n = 1; n <= inputs_; ++n) in_ports_.push_back(add_port(true, n));
  for (uint32_t n = 1; n <= outputs_; ++n) out_ports_.push_back(add_port(false, n));
  // Without the second flag PipeWire keeps the ports' latencies to itself.
  constexpr auto flags = static_cast<pw_filter_flags>(PW_FILTER_FLAG_RT_PROCESS | PW_FILTER_FLAG_CUSTOM_LATENCY);
  if (library_.filter_connect(filter_, flags, nullptr, 0) < 0) {
    throw std::runtime_error("PipeWire refuses the node of the desk");
  }
  if (library_.loop_start(loop_) < 0) throw std::runtime_error("PipeWire's thread can't be started");
}

Stream::Port* Stream::add_port(bool is_input, uint32_t channel) {
  const std::string name = (is_input ? "in_" : "out_") + std::to_string(channel);
  auto* port = static_cast<Port*>(library_.filter_add_port(
      filter_, is_input ? PW_DIRECTION_INPUT : PW_DIRECTION_OUTPUT, PW_FILTER_PORT_FLAG_MAP_BUFFERS, sizeof(Port),
      library_.properties_new(PW_KEY_FORMAT_DSP, "32 bit float mono audio", PW_KEY_PORT_NAME, name.c_str(), nullptr),
      nullptr, 0));
  if (port == nullptr) throw std::runtime_error("PipeWire refuses the port " + name);
  *port = {is_input, channel, {}};
  port->latency.direction = is_input ? SPA_DIRECTION_OUTPUT : SPA_DIRECTION_INPUT;
  return port;
}

/** The main loop's thread ends first; destroying the filter ends its cycles. */
void Stream::release() {
  if (loop_ != nullptr) library_.loop_stop(loop_);
  if (filter_ != nullptr) {
    spa_hook_remove(&filter_listener_);
    library_.filter_destroy(filter_);
  }
  if (metadata_ != nullptr) {
    spa_hook_remove(&metadata_listener_);
    library_.proxy_destroy(metadata_);
  }
  if (registry_ != nullptr) {
    spa_hook_remove(&registry_listener_);
    library_.proxy_destroy(reinterpret_cast<pw_proxy*>(registry_));
  }
  if (core_ != nullptr) {
    spa_hook_remove(&core_listener_);
    library_.disconnect(core_);
  }
  if (format_changed_ != nullptr) pw_loop_destroy_source(library_.loop_of(loop_), format_changed_);
  if (context_ != nullptr) library_.context_destroy(context_);
  if (loop_ != nullptr) library_.loop_destroy(loop_);
  cycles_.disconnected();
}

void Stream::request(uint32_t block_frames, uint32_t rate_hz, uint32_t forced_hz) {
  const Locked locked(library_, loop_);
  update(nullptr, PW_KEY_NODE_LATENCY, fraction(block_frames, rate_hz));
  update(nullptr, PW_KEY_NODE_FORCE_RATE, std::to_string(forced_hz));
}

void Stream::label_node(const std::string& label) {
  const Locked locked(library_, loop_);
  update(nullptr, PW_KEY_NODE_DESCRIPTION, label);
}

void Stream::label_port(bool is_input, uint32_t channel, const std::string& label) {
  const Locked locked(library_, loop_);
  update((is_input ? in_ports_ : out_ports_)[channel - 1], PW_KEY_PORT_ALIAS, label);
}

/** A property of the node (null), or of a port. */
void Stream::update(Port* port, const char* key, const std::string& value) {
  const spa_dict_item item = SPA_DICT_ITEM_INIT(key, value.c_str());
  const spa_dict properties = SPA_DICT_INIT(&item, 1);
  library_.filter_update_properties(filter_, port, &properties);
}

void Stream::on_process(void* self, spa_io_position* position) {
  if (position != nullptr) static_cast<Stream*>(self)->process(*position);
}

void Stream::process(const spa_io_position& position) {
  const spa_io_clock& clock = position.clock;
  const auto frames = static_cast<uint32_t>(std::min<uint64_t>(clock.duration, UINT32_MAX));
  if (frames == 0) return;
  for (uint32_t n = 0; n < inputs_; ++n) {
    in_[n] = static_cast<const float*>(library_.filter_get_dsp_buffer(in_ports_[n], frames));
  }
  for (uint32_t n = 0; n < outputs_; ++n) {
    out_[n] = static_cast<float*>(library_.filter_get_dsp_buffer(out_ports_[n], frames));
  }
  const CycleTime time{clock.rate.denom, frames, clock.position, clock.id, clock.name, clock.nsec, counts_xruns_ ? xrun_frames(clock) : 0};
  if (cycles_.run(time, in_.data(), out_.data())) pw_loop_signal_event(library_.loop_of(loop_), format_changed_);
}

void Stream::on_format(void* self, uint64_t) { static_cast<Stream*>(self)->tell_format(); }

/** A clock has the id of the node that drives by it (pw_impl_node_register). */
void Stream::tell_format() {
  const auto driver = node_names_.find(cycles_.clock_id());
  tell_(FormatChanged{driver == node_names_.end() ? "" : driver->second, cycles_.clock_name()});
}

void Stream::on_state(void* self, pw_filter_state, pw_filter_state state, const char* error) {
  auto& stream = *static_cast<Stream*>(self);
  if (state != PW_FILTER_STATE_ERROR || stream.is_lost_) return;
  stream.is_lost_ = true;
  stream.tell_(Lost{error == nullptr ? "the node of the desk failed" : error});
}

/** The latency of what comes before an input goes in the direction of outputs, and the other way round. */
void Stream::on_param(void* self, void* data, uint32_t id, const spa_pod* parameter) {
  auto& stream = *static_cast<Stream*>(self);
  auto* port = static_cast<Port*>(data);
  spa_latency_info info{};
  if (port == nullptr || id != SPA_PARAM_Latency || parameter == nullptr || spa_latency_parse(parameter, &info) < 0) return;
  if (info.direction != port->latency.direction) return;
  port->latency = info;
  stream.pass_latency_on(info.direction);
  stream.tell_(Latency{port->is_input, port->channel, info.max_quantum, info.max_rate, info.max_ns});
}

/** Any input may reach any output within the cycle: the ports of the other side are as late as all of this side together. */
void Stream::pass_latency_on(spa_direction direction) {
  const bool is_of_inputs = direction == SPA_DIRECTION_OUTPUT;
  spa_latency_info all{};
  spa_latency_info_combine_start(&all, direction);
  for (const Port* port : is_of_inputs ? in_ports_ : out_ports_) spa_latency_info_combine(&all, &port->latency);
  spa_latency_info_combine_finish(&all);
  uint8_t buffer[512];
  spa_pod_builder builder;
  spa_pod_builder_init(&builder, buffer, sizeof buffer);
  const spa_pod* parameter = spa_latency_build(&builder, SPA_PARAM_Latency, &all);
  for (Port* port : is_of_inputs ? out_ports_ : in_ports_) library_.filter_update_params(filter_, port, &parameter, 1);
}

void Stream::on_global(void* self, uint32_t id, uint32_t, const char* type, uint32_t version,
                       const spa_dict* properties) {
  auto& stream = *static_cast<Stream*>(self);
  if (properties == nullptr) return;
  if (is(type, PW_TYPE_INTERFACE_Node)) {
    const char* name = spa_dict_lookup(properties, PW_KEY_NODE_NAME);
    stream.node_names_[id] = name == nullptr ? "" : name;
    if (id == stream.cycles_.clock_id()) stream.tell_format();
  } else if (is(type, PW_TYPE_INTERFACE_Metadata) &&
             is(spa_dict_lookup(properties, PW_KEY_METADATA_NAME), "settings")) {
    stream.bind_settings(id, type, version);
  }
}

void Stream::on_global_remove(void* self, uint32_t id) { static_cast<Stream*>(self)->node_names_.erase(id); }

void Stream::bind_settings(uint32_t id, const char* type, uint32_t version) {
  static const pw_metadata_events events = [] {
    pw_metadata_events made{};
    made.version = PW_VERSION_METADATA_EVENTS;
    made.property = on_setting;
    return made;
  }();
  if (metadata_ != nullptr) return;
  metadata_ = static_cast<pw_proxy*>(pw_registry_bind(registry_, id, type, version, 0));
  if (metadata_ == nullptr) return;
  pw_metadata_add_listener(reinterpret_cast<pw_metadata*>(metadata_), &metadata_listener_, &events, this);
}

int Stream::on_setting(void* self, uint32_t subject, const char* key, const char*, const char* value) {
  if (subject == 0 && key != nullptr) static_cast<Stream*>(self)->tell_(Setting{key, value == nullptr ? "" : value});
  return 0;
}

void Stream::on_error(void* self, uint32_t id, int, int result, const char* message) {
  auto& stream = *static_cast<Stream*>(self);
  if (id != PW_ID_CORE || result != -EPIPE || stream.is_lost_) return;
  stream.is_lost_ = true;
  stream.tell_(Lost{message == nullptr ? spa_strerror(result) : message});
}

}  // namespace rowdesk::io
