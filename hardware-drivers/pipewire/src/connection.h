// One connection to a PipeWire server: it tells what the server has, makes and ends links, and configures adapters.
// It creates no nodes, and changes no settings.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "events.h"
#include "../../lib/pipewire-client/src/library.h"
#include "link_maker.h"
#include "port_config.h"

namespace rowdesk {

class Connection {
 public:
  /** `remote`: the path of the server's socket. PipeWire's thread calls `tell`. Throws std::runtime_error. */
  Connection(const std::string& remote, std::function<void(Event)> tell);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /** Asks for a link with these properties; LinkRefused with this number says that the server does not make it. */
  void link(uint32_t request, const LinkEnds& ends, const std::map<std::string, std::string>& properties);
  /** Asks for the end of an object. */
  void destroy(uint32_t id);
  /** Gives an adapter one port for each channel of its widest format. Does nothing once the node is gone. */
  void configure(uint32_t node, const PortConfig& config);

 private:
  /** An object of the server whose events the connection receives. */
  struct Bound {
    Connection* owner;
    uint32_t id;
    pw_proxy* proxy;
    std::string metadata;  // the name of a metadata, else ''
    std::optional<PortConfig> config;  // of a node whose formats are being listed
    Layout layout;  // the widest format of them
    spa_hook listener;
  };

  static void on_global(void* self, uint32_t id, uint32_t permissions, const char* type, uint32_t version,
                        const spa_dict* properties);
  static void on_global_remove(void* self, uint32_t id);
  static void on_done(void* self, uint32_t id, int sequence);
  static void on_error(void* self, uint32_t id, int sequence, int result, const char* message);
  static void on_node_info(void* bound, const pw_node_info* info);
  static void on_node_param(void* bound, int sequence, uint32_t id, uint32_t index, uint32_t next,
                            const spa_pod* parameter);
  static void on_link_info(void* bound, const pw_link_info* info);
  static int on_setting(void* bound, uint32_t subject, const char* key, const char* type, const char* value);
  static void on_port_param(void* bound, int sequence, uint32_t id, uint32_t index, uint32_t next,
                            const spa_pod* parameter);
  static void on_profile(void* self, const spa_pod* pod);

  void bind(uint32_t id, const char* type, uint32_t version, const spa_dict* properties);
  void listen(Bound& bound, const char* type);
  void finish_configuration(uint32_t node);
  void release();

  const Library& library_;
  std::function<void(Event)> tell_;
  pw_thread_loop* loop_ = nullptr;
  pw_context* context_ = nullptr;
  pw_core* core_ = nullptr;
  pw_registry* registry_ = nullptr;
  spa_hook core_listener_{};
  spa_hook registry_listener_{};
  std::map<uint32_t, std::unique_ptr<Bound>> bound_;
  LinkMaker links_;
  Profile profile_;
  std::chrono::steady_clock::time_point told_profile_{};
  bool has_globals_ = false;
  bool is_lost_ = false;
};

}  // namespace rowdesk
