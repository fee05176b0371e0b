#include "connection.h"

#include <pipewire/extensions/metadata.h>
#include <pipewire/extensions/profiler.h>
#include <spa/param/latency-utils.h>
#include <spa/utils/result.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "locked.h"
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

Properties list(const spa_dict* properties) {
  Properties all;
  const spa_dict_item* item = nullptr;
  if (properties == nullptr) return all;
  spa_dict_for_each(item, properties) all.emplace_back(item->key, item->value == nullptr ? "" : item->value);
  return all;
}

bool takes_port_config(const pw_node_info& info) {
  return std::any_of(info.params, info.params + info.n_params, [](const spa_param_info& each) {
    return each.id == SPA_PARAM_PortConfig && (each.flags & SPA_PARAM_INFO_WRITE) != 0;
  });
}

std::string text(const char* words, const char* otherwise) { return words == nullptr ? otherwise : words; }

}  // namespace

Connection::Connection(const std::string& remote, std::function<void(Event)> tell)
    : library_(library()), tell_(std::move(tell)), links_(library_, [this](uint32_t request, std::string reason) {
        tell_(LinkRefused{request, std::move(reason)});
      }) {
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
  links_.clear();
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

void Connection::link(uint32_t request, const LinkEnds& ends, const std::map<std::string, std::string>& properties) {
  const Locked locked(library_, loop_);
  links_.make(core_, request, ends, properties);
}

void Connection::destroy(uint32_t id) {
  const Locked locked(library_, loop_);
  pw_registry_destroy(registry_, id);
}

void Connection::configure(uint32_t node, const PortConfig& config) {
  const Locked locked(library_, loop_);
  const auto found = bound_.find(node);
  if (found == bound_.end()) return;
  found->second->config = config;
  found->second->layout = {};
  pw_node_enum_params(reinterpret_cast<pw_node*>(found->second->proxy), 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, nullptr);
  pw_core_sync(core_, node, 0);
}

void Connection::finish_configuration(uint32_t node) {
  const auto found = bound_.find(node);
  if (found == bound_.end() || !found->second->config) return;
  Bound& bound = *found->second;
  const PortConfig config = *bound.config;
  bound.config.reset();
  if (bound.layout.channels == 0) return tell_(Refused{"node " + std::to_string(node) + " names no format of raw audio"});
  std::vector<uint8_t> buffer;
  const spa_pod* parameter = make_port_config(config, bound.layout, buffer);
  if (parameter != nullptr) pw_node_set_param(reinterpret_cast<pw_node*>(bound.proxy), SPA_PARAM_PortConfig, 0, parameter);
}

void Connection::on_global(void* self, uint32_t id, uint32_t permissions, const char* type, uint32_t version,
                           const spa_dict* properties) {
  auto& connection = *static_cast<Connection*>(self);
  connection.tell_(Added{id, short_type(type), PW_PERM_IS_X(permissions), list(properties)});
  connection.bind(id, type, version, properties);
}

void Connection::bind(uint32_t id, const char* type, uint32_t version, const spa_dict* properties) {
  const char* name = properties == nullptr ? nullptr : spa_dict_lookup(properties, PW_KEY_METADATA_NAME);
  const bool is_metadata = is(type, PW_TYPE_INTERFACE_Metadata);
  if (is_metadata && (name == nullptr || (!is(name, "settings") && !is(name, "default")))) return;
  if (!is_metadata && !is(type, PW_TYPE_INTERFACE_Port) && !is(type, PW_TYPE_INTERFACE_Profiler) &&
      !is(type, PW_TYPE_INTERFACE_Node) && !is(type, PW_TYPE_INTERFACE_Link)) {
    return;
  }
  auto* proxy = static_cast<pw_proxy*>(pw_registry_bind(registry_, id, type, version, 0));
  if (proxy == nullptr) return;
  auto& bound = bound_[id];
  bound = std::make_unique<Bound>(Bound{this, id, proxy, is_metadata ? name : "", {}, {}, {}});
  listen(*bound, type);
}

void Connection::listen(Bound& bound, const char* type) {
  if (is(type, PW_TYPE_INTERFACE_Metadata)) {
    static const pw_metadata_events events = [] {
      pw_metadata_events made{};
      made.version = PW_VERSION_METADATA_EVENTS;
      made.property = on_setting;
      return made;
    }();
    pw_metadata_add_listener(reinterpret_cast<pw_metadata*>(bound.proxy), &bound.listener, &events, &bound);
  } else if (is(type, PW_TYPE_INTERFACE_Port)) {
    static const pw_port_events events = [] {
      pw_port_events made{};
      made.version = PW_VERSION_PORT_EVENTS;
      made.param = on_port_param;
      return made;
    }();
    auto* port = reinterpret_cast<pw_port*>(bound.proxy);
    pw_port_add_listener(port, &bound.listener, &events, &bound);
    uint32_t parameters[] = {SPA_PARAM_Latency};
    pw_port_subscribe_params(port, parameters, 1);
  } else if (is(type, PW_TYPE_INTERFACE_Node)) {
    static const pw_node_events events = [] {
      pw_node_events made{};
      made.version = PW_VERSION_NODE_EVENTS;
      made.info = on_node_info;
      made.param = on_node_param;
      return made;
    }();
    pw_node_add_listener(reinterpret_cast<pw_node*>(bound.proxy), &bound.listener, &events, &bound);
  } else if (is(type, PW_TYPE_INTERFACE_Link)) {
    static const pw_link_events events = [] {
      pw_link_events made{};
      made.version = PW_VERSION_LINK_EVENTS;
      made.info = on_link_info;
      return made;
    }();
    pw_link_add_listener(reinterpret_cast<pw_link*>(bound.proxy), &bound.listener, &events, &bound);
  } else {
    static const pw_profiler_events events = [] {
      pw_profiler_events made{};
      made.version = PW_VERSION_PROFILER_EVENTS;
      made.profile = on_profile;
      return made;
    }();
    pw_profiler_add_listener(reinterpret_cast<pw_profiler*>(bound.proxy), &bound.listener, &events, this);
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
  if (id != PW_ID_CORE) return connection.finish_configuration(id);
  if (connection.has_globals_) connection.tell_(Ready{});
  else pw_core_sync(connection.core_, PW_ID_CORE, 0);
  connection.has_globals_ = true;
}

/** An error of one object is no end (LinkMaker hears of those of links); one of the core is. */
void Connection::on_error(void* self, uint32_t id, int, int result, const char* message) {
  auto& connection = *static_cast<Connection*>(self);
  if (connection.is_lost_) return;
  if (id == PW_ID_CORE && result == -EPIPE) {
    connection.is_lost_ = true;
    connection.tell_(Lost{text(message, spa_strerror(result))});
  } else if (result != -ENOENT) {
    // An object that went while it was asked is no news.
    connection.tell_(Refused{text(message, spa_strerror(result))});
  }
}

void Connection::on_node_info(void* data, const pw_node_info* info) {
  const auto& bound = *static_cast<Bound*>(data);
  NodeInfo told{bound.id, "", {}, {}};
  if (info->state == PW_NODE_STATE_ERROR) told.error = text(info->error, "its state is error");
  if ((info->change_mask & PW_NODE_CHANGE_MASK_PARAMS) != 0) told.is_configurable = takes_port_config(*info);
  if ((info->change_mask & PW_NODE_CHANGE_MASK_PROPS) != 0) told.properties = list(info->props);
  bound.owner->tell_(std::move(told));
}

void Connection::on_node_param(void* data, int, uint32_t id, uint32_t, uint32_t, const spa_pod* parameter) {
  auto& bound = *static_cast<Bound*>(data);
  if (id != SPA_PARAM_EnumFormat || !bound.config) return;
  Layout layout = read_layout(parameter);
  if (layout.channels > bound.layout.channels) bound.layout = std::move(layout);
}

void Connection::on_link_info(void* data, const pw_link_info* info) {
  const auto& bound = *static_cast<Bound*>(data);
  LinkInfo told{bound.id, "", {}};
  if (info->state == PW_LINK_STATE_ERROR) told.error = text(info->error, "its state is error");
  if ((info->change_mask & PW_LINK_CHANGE_MASK_PROPS) != 0) told.properties = list(info->props);
  bound.owner->tell_(std::move(told));
}

int Connection::on_setting(void* data, uint32_t subject, const char* key, const char*, const char* value) {
  const auto& bound = *static_cast<Bound*>(data);
  // Without a key all values of the subject are removed.
  if (subject == 0) bound.owner->tell_(Setting{bound.metadata, text(key, ""), text(value, "")});
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
