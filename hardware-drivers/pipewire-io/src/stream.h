// The desk as one node of a PipeWire server: a pw_filter with a port per channel, whose cycles drive the mixer.
#pragma once
#include <spa/param/latency-utils.h>

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../../lib/pipewire-client/src/library.h"
#include "../../lib/cycles/src/cycles.h"
#include "events.h"

namespace rowdesk::io {

struct StreamSettings {
  /** The path of the server's socket. */
  std::string remote;
  std::string node_name, node_label;
  /** Further properties of the node: key and value. */
  std::vector<std::pair<std::string, std::string>> properties;
};

class Stream {
 public:
  /** PipeWire's main loop thread calls `tell`. `cycles` outlives the stream. Throws std::runtime_error with the cause. */
  Stream(const StreamSettings& settings, Cycles& cycles, uint32_t inputs, uint32_t outputs,
         std::function<void(Event)> tell);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /** Asks for cycles of so many frames at this rate; a forced rate, unless 0, is the server's while the node is there. */
  void request(uint32_t block_frames, uint32_t rate_hz, uint32_t forced_hz);
  /** Names the node, or a port of this channel (from 1); the port's own name stays, and the label is its alias. */
  void label_node(const std::string& label);
  void label_port(bool is_input, uint32_t channel, const std::string& label);

 private:
  /** The data of a port: PipeWire keeps it, at the address that names the port. */
  struct Port {
    bool is_input;
    uint32_t channel;
    /** Of the way from the world to an input, and from an output to the world. */
    spa_latency_info latency;
  };
  void connect(const StreamSettings& settings);
  Port* add_port(bool is_input, uint32_t channel);
  void update(Port* port, const char* key, const std::string& value);
  void release();
  void process(const spa_io_position& position);
  void tell_format();
  void pass_latency_on(spa_direction direction);
  void bind_settings(uint32_t id, const char* type, uint32_t version);

  static void on_process(void* self, spa_io_position* position);
  static void on_state(void* self, pw_filter_state before, pw_filter_state state, const char* error);
  static void on_param(void* self, void* port, uint32_t id, const spa_pod* parameter);
  static void on_format(void* self, uint64_t count);
  static void on_global(void* self, uint32_t id, uint32_t permissions, const char* type, uint32_t version,
                        const spa_dict* properties);
  static void on_global_remove(void* self, uint32_t id);
  static int on_setting(void* self, uint32_t subject, const char* key, const char* type, const char* value);
  static void on_error(void* self, uint32_t id, int sequence, int result, const char* message);

  const Library& library_;
  Cycles& cycles_;
  const uint32_t inputs_, outputs_;
  std::function<void(Event)> tell_;
  pw_thread_loop* loop_ = nullptr;
  pw_context* context_ = nullptr;
  pw_core* core_ = nullptr;
  pw_registry* registry_ = nullptr;
  pw_proxy* metadata_ = nullptr;
  pw_filter* filter_ = nullptr;
  spa_source* format_changed_ = nullptr;
  spa_hook core_listener_{}, registry_listener_{}, metadata_listener_{}, filter_listener_{};
  std::vector<Port*> in_ports_, out_ports_;
  std::vector<const float*> in_;
  std::vector<float*> out_;
  /** `node.name` of the server's nodes by id. */
  std::unordered_map<uint32_t, std::string> node_names_;
  const bool counts_xruns_;
  bool is_lost_ = false;
};

}  // namespace rowdesk::io
