#include "connection.h"

#include <pipewire/extensions/metadata.h>
#include <pipewire/extensions/profiler.h>
#include <spa/param/latency-utils.h>
#include <spa/utils/result.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "profile.h"

namespace rowdesk {
namespace {

/** A cycle is a millisecond; people and rows need less. */
constexpr auto profile_interval = std::chrono::milliseconds(100);

/** `PipeWire:Interface:Node` -> `Node`. */
std::string short_type(const char* type) {
  const char* colon = std::strrchr(type, ':');
  return colon == nullptr ? type : colon + 1;
}

bool is(const char* type, const char* other) { return std::strcmp(type, other) == 0; }

void put(Profile& profile, const Driver& driver) {
  for (Driver& each : profile.drivers) {
    if (each.node != driver.node) continue;
    each = driver;
    return;
  }
  profile.drivers.push_back(driver);
}

}  // namespace

Connection::Connection(const std::string& remote, std::function<void(Event)> tell)
    : library_(library()), tell_(std::move(tell)) {
  static const pw_core_events core_events = [] {
    pw_core_events events{};
    events.version = PW_VERSION_CORE_EVENTS;
    events.done = on_done;
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
  try {
    loop_ = library_.loop_new("rowdesk-graph", nullptr);
    if (loop_ == nullptr) throw std::runtime_error("PipeWire gives no thread");
    context_ = library_.context_new(library_.loop_of(loop_), nullptr, 0);
    if (context_ == nullptr) {
      throw std::runtime_error(
          "PipeWire's client.conf can't be read.\nWhat to do: sudo apt-get install libpipewire-0.3-modules pipewire");
    }
    // The profiler reports the running nodes; a server may lack the module.
    library_.load_module(context_, PW_EXTENSION_MODULE_PROFILER, nullptr, nullptr);
    pw_properties* properties =
        library_.properties_new(PW_KEY_REMOTE_NAME, remote.c_str(), PW_KEY_APP_NAME, "rowdesk", nullptr);
    core_ = library_.connect(context_, properties, 0);
    if (core_ == nullptr) throw std::runtime_error(std::string("nobody answers on ") + remote + ": " + std::strerror(errno));
    pw_core_add_listener(core_, &core_listener_, &core_events, this);
    registry_ = pw_core_get_registry(core_, PW_VERSION_REGISTRY, 0);
    pw_registry_add_listener(registry_, &registry_listener_, &registry_events, this);
    pw_core_sync(core_, PW_ID_CORE, 0);
    if (library_.loop_start(loop_) < 0) throw std::runtime_error("PipeWire's thread can't be started");
  } catch (...) {
    release();
    throw;
  }
}

Connection::~Connection() { release(); }

/** The thread ends first: nothing is called any more when the objects go. */
void Connection::release() {
  if (loop_ != nullptr) library_.loop_stop(loop_);
  for (auto& [id, each] : bound_) {
    spa_hook_remove(&each->listener);
    library_.proxy_destroy(each->proxy);
  }
  bound_.clear();
  if (registry_ != nullptr) {
    spa_hook_remove(&registry_listener_);
    library_.proxy_destroy(reinterpret_cast<pw_proxy*>(registry_));
  }
  if (core_ != nullptr) {
    spa_hook_remove(&core_listener_);
    library_.disconnect(core_);
  }
  if (context_ != nullptr) library_.context_destroy(context_);
  if (loop_ != nullptr) library_.loop_destroy(loop_);
  registry_ = nullptr;
  core_ = nullptr;
  context_ = nullptr;
  loop_ = nullptr;
}

void Connection::on_global(void* self, uint32_t id, uint32_t, const char* type, uint32_t version,
                           const spa_dict* properties) {
  auto& connection = *static_cast<Connection*>(self);
  Added added{id, short_type(type), {}};
  const spa_dict_item* item = nullptr;
  if (properties != nullptr) {
    spa_dict_for_each(item, properties) added.properties.emplace_back(item->key, item->value == nullptr ? "" : item->value);
  }
  connection.tell_(std::move(added));
  connection.bind(id, type, version, properties);
}

void Connection::bind(uint32_t id, const char* type, uint32_t version, const spa_dict* properties) {
  const char* name = properties == nullptr ? nullptr : spa_dict_lookup(properties, PW_KEY_METADATA_NAME);
  const bool is_settings = is(type, PW_TYPE_INTERFACE_Metadata) && name != nullptr && is(name, "settings");
  const bool is_port = is(type, PW_TYPE_INTERFACE_Port);
  const bool is_profiler = is(type, PW_TYPE_INTERFACE_Profiler);
  if (!is_settings && !is_port && !is_profiler) return;
  auto* proxy = static_cast<pw_proxy*>(pw_registry_bind(registry_, id, type, version, 0));
  if (proxy == nullptr) return;
  auto& bound = bound_[id];
  bound = std::make_unique<Bound>(Bound{this, id, proxy, {}});
  if (is_settings) {
    static const pw_metadata_events events = [] {
      pw_metadata_events made{};
      made.version = PW_VERSION_METADATA_EVENTS;
      made.property = on_setting;
      return made;
    }();
    pw_metadata_add_listener(reinterpret_cast<pw_metadata*>(proxy), &bound->listener, &events, this);
  } else if (is_port) {
    static const pw_port_events events = [] {
      pw_port_events made{};
      made.version = PW_VERSION_PORT_EVENTS;
      made.param = on_port_param;
      return made;
    }();
    auto* port = reinterpret_cast<pw_port*>(proxy);
    pw_port_add_listener(port, &bound->listener, &events, bound.get());
    uint32_t parameters[] = {SPA_PARAM_Latency};
    pw_port_subscribe_params(port, parameters, 1);
  } else {
    static const pw_profiler_events events = [] {
      pw_profiler_events made{};
      made.version = PW_VERSION_PROFILER_EVENTS;
      made.profile = on_profile;
      return made;
    }();
    pw_profiler_add_listener(reinterpret_cast<pw_profiler*>(proxy), &bound->listener, &events, this);
  }
}

void Connection::on_global_remove(void* self, uint32_t id) {
  auto& connection = *static_cast<Connection*>(self);
  const auto found = connection.bound_.find(id);
  if (found != connection.bound_.end()) {
    spa_hook_remove(&found->second->listener);
    connection.library_.proxy_destroy(found->second->proxy);
    connection.bound_.erase(found);
  }
  connection.tell_(Removed{id});
}

/** Once after the objects, and once after what they answered to being bound: settings and latencies. */
void Connection::on_done(void* self, uint32_t id, int) {
  auto& connection = *static_cast<Connection*>(self);
  if (id != PW_ID_CORE) return;
  if (connection.has_globals_) connection.tell_(Ready{});
  else pw_core_sync(connection.core_, PW_ID_CORE, 0);
  connection.has_globals_ = true;
}

/** An error of one object (it went while it was asked) is no end; one of the core is. */
void Connection::on_error(void* self, uint32_t id, int, int result, const char* message) {
  auto& connection = *static_cast<Connection*>(self);
  if (id != PW_ID_CORE || result != -EPIPE || connection.is_lost_) return;
  connection.is_lost_ = true;
  connection.tell_(Lost{message == nullptr ? spa_strerror(result) : message});
}

int Connection::on_setting(void* self, uint32_t subject, const char* key, const char*, const char* value) {
  if (subject != 0 || key == nullptr) return 0;
  static_cast<Connection*>(self)->tell_(Setting{key, value == nullptr ? "" : value});
  return 0;
}

void Connection::on_port_param(void* data, int, uint32_t id, uint32_t, uint32_t, const spa_pod* parameter) {
  const auto& bound = *static_cast<Bound*>(data);
  spa_latency_info info{};
  if (id != SPA_PARAM_Latency || parameter == nullptr || spa_latency_parse(parameter, &info) < 0) return;
  bound.owner->tell_(Latency{bound.id, info.direction == SPA_DIRECTION_INPUT, info.max_quantum, info.max_rate, info.max_ns});
}

void Connection::on_profile(void* self, const spa_pod* pod) {
  auto& connection = *static_cast<Connection*>(self);
  for (const Driver& driver : read_profile(pod).drivers) put(connection.profile_, driver);
  const auto now = std::chrono::steady_clock::now();
  if (now - connection.told_profile_ < profile_interval) return;
  connection.told_profile_ = now;
  connection.tell_(std::move(connection.profile_));
  connection.profile_ = {};
}

}  // namespace rowdesk
