// A rack: the plugins of its places, by the commands of its host. README.md has the commands and the events.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "faults.h"
#include "lane.h"
#include "plugin.h"
#include "rack_thread.h"

namespace rowdesk::plugins {

struct RackOptions {
  uint32_t number = 1;
  /** `<runtime folder>/inserts`. */
  std::string inserts_folder;
  /** Where the host puts the slots of this rack's places. */
  std::string slots_folder;
  /** The only folder that is written. */
  std::string state_folder;
  /** For instantiation, a state, a preset, what a plugin asked its host for: some read files. */
  uint32_t longest_call_s = 8;
};

/**
 * How long something lasts as the watching thread sees it, look by look: while the process is stopped, or gets no processor time, it does
 * not look, and no plugin is at fault.
 */
class SeenTime {
 public:
  /** `began_ns` tells one from the next. `step_ns`: since the last look. */
  uint64_t since(uint64_t began_ns, uint64_t step_ns) noexcept;

 private:
  uint64_t began_ns_ = 0, seen_ns_ = 0;
};

class Rack {
 public:
  explicit Rack(RackOptions options);

  // Of the control thread.
  /** Carries out a line. False after `stop`. */
  bool obey(const std::string& line);
  /** Looks which slots the mixer has. */
  void follow_slots();
  /** Does what plugins asked for since the last call. */
  void serve_plugins();
  /** The host has ended: keeps what the plugins would lose. */
  void save_all();
  /** All slots are dry from now on: the process ends. */
  void leave_slots();

  // Of the watching thread.
  /** Looks for faults, and says what is new. Ends the process when a plugin does not return. */
  void watch();

 private:
  struct Place {
    explicit Place(const char* given) : name(given) {}
    const char* const name;
    std::string format, uri, bundle, state_file;
    std::map<std::string, double> values;
    /** Since the last commit. */
    std::map<std::string, double> new_values;
    std::vector<Property> new_properties;
    /** A `load` came, and its `commit` is to come. */
    bool is_new = false;
    /** A commit came: the plugin begins when the mixer has a slot for it. */
    bool is_wanted = false;
    /** What it tells of its latency stands: a delay is no latency. */
    bool is_believed = false;
    /** What is added to the latency that it tells, measured with its values when it came to its slot. */
    int32_t correction = 0;
    /** The commit that waits for a slot; '' for none. */
    std::string waiting_id;
    uint64_t waiting_since_ns = 0;
    std::string preset;
    /** What the plugin had to keep when its slot ended. */
    std::optional<std::string> kept_state;
    bool has_readings = false;
    /** How often the plugin was made anew at its own wish since anything was set. */
    int wishes = 0;
    /** Null without a slot. */
    std::shared_ptr<Lane> lane;
    /** The voice that was handed over last; the lane owns it. */
    Voice* voice = nullptr;
    /** Of the watching thread. */
    uint32_t said_latency = 0;
    uint64_t seen_busy_ns = 0;
    SeenTime seen_block;
    bool has_said_fault = false;
  };

  void load(const std::vector<std::string>& words);
  void commit(Place& place, const std::string& id, bool is_leap);
  void unload(const std::string& id, const std::string& name);
  void save(Place& place, const std::string& id, const std::string& file);
  Place& known(const std::string& name);

  /** Makes a voice with the place's plugin and values. Throws Refusal. */
  std::unique_ptr<Voice> make_voice(Place& place, const SlotMap& slot, const std::string& state, const std::string& preset);
  /** Measures the latency of the place's plugin on another instance. */
  void measure(Place& place, const SlotMap& slot, const std::string& state, const std::string& preset);
  std::vector<std::unique_ptr<Plugin>> make_plugins(Place& place, const SlotMap& slot, const std::string& state, const std::string& preset);
  /** Another plugin, another state or several values: a voice that takes over. */
  void leap(Place& place, const std::string& id);
  /** The same plugin with its state and values, which takes over. */
  void renew(Place& place, const std::string& state, const std::string& preset);
  void set(Place& place);
  void open_lane(Place& place, std::unique_ptr<SlotMap> slot);
  void close_lane(Place& place);
  void follow_lanes();
  std::string state_of(const Place& place) const;
  void say_done(Place& place, const std::string& id);

  void watch_returns(uint64_t step_ns);
  void say_faults();
  void say_news(bool has_readings);
  void say_load(uint64_t since_ns);

  /** In its scope, the control thread calls the plugin of a place, which may not return. */
  class Call {
   public:
    Call(Rack& rack, const char* place);
    ~Call() { rack_.called_.store(nullptr); }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    Rack& rack_;
    const Blame blame_;
  };

  const RackOptions options_;
  std::map<std::string, std::unique_ptr<PluginFormat>> formats_;
  /** Guards what the watching thread reads; held by the control thread only while it changes the list or a voice. */
  std::mutex guard_;
  std::map<std::string, std::unique_ptr<Place>> places_;
  std::shared_ptr<WakeMap> wake_;
  RackThread thread_;
  /** The plugin that the control thread calls at the moment, and since when (CLOCK_MONOTONIC, ns). */
  std::atomic<const char*> called_{nullptr};
  std::atomic<uint64_t> called_since_ns_{0};
  SeenTime seen_call_;
  uint64_t looked_ns_ = 0;
  uint64_t readings_ns_ = 0;
  uint64_t load_ns_ = 0;
};

}  // namespace rowdesk::plugins
