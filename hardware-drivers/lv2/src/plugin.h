// What a rack asks of one instance of a plugin, whatever its format.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rowdesk::plugins {

/** Why a plugin can't be run, in words for the operator. */
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/** A property of a plugin without a port: `type` is one of boolean, integer, number, string, path; booleans are `true` or `false`. */
struct Property {
  std::string uri;
  std::string type;
  std::string text;
};

/** Audio ports of a plugin. */
struct AudioPorts {
  uint32_t inputs = 0;
  uint32_t outputs = 0;
  /** Inputs of a side chain, not counted in `inputs`. */
  uint32_t keys = 0;
};

/** What a plugin told by itself since the last look. */
struct PluginNews {
  std::function<void(const std::string& symbol, double number)> value;
  std::function<void(const Property&)> property;
  std::function<void()> state_changed;
};

/** Of one thread, but for process() and is_busy(), which another thread calls, and readings() and take_news(), of a third one. */
class Plugin {
 public:
  virtual ~Plugin() = default;

  virtual AudioPorts ports() const = 0;

  /** Before activate(): what save() gave. Throws Refusal. */
  virtual void restore(const std::string& state) = 0;
  /** Before activate(): the state of a preset, without its values. Throws Refusal. */
  virtual void load_preset(const std::string& uri) = 0;
  /** At any time; before activate() the plugin begins with it. False without such a parameter. */
  virtual bool set_value(const std::string& symbol, double number) = 0;
  virtual bool set_property(const Property& property) = 0;
  /** The next call is process(), by the other thread. */
  virtual void activate() = 0;

  /**
   * Of the rack's thread: `inputs`, `keys` and `outputs` are as many as ports() says, of `frames` samples each, at most the block
   * that the instance was made for. Never allocates or waits by itself.
   */
  virtual void process(const float* const* inputs, const float* const* keys, float* const* outputs, uint32_t frames) noexcept = 0;
  /** In frames, after a process(). Of any thread. */
  virtual uint32_t latency_frames() const noexcept = 0;
  /** True while the plugin's worker prepares something: a file, an impulse response. Of any thread. */
  virtual bool is_busy() const noexcept = 0;

  /** Now and then: does what the plugin asked for. True: it asks to be made anew, with its state and its values. */
  virtual bool serve() { return false; }
  /** Bytes that restore() takes; '' of a plugin without state. May be called while the other thread processes. Throws Refusal. */
  virtual std::string save() = 0;
  /** Control outputs, as of the last process(). */
  virtual void readings(const std::function<void(const std::string& symbol, double number)>& visit) const = 0;
  virtual void take_news(const PluginNews& news) = 0;
};

struct PluginRequest {
  std::string uri;
  /** The folder or file that has it. */
  std::string bundle;
  double rate_hz = 48000;
  uint32_t block_frames = 64;
  /** Where the plugin may write files; '' for nowhere. */
  std::string files_folder;
};

/** A kind of plugin: LV2, CLAP. Of one thread. */
class PluginFormat {
 public:
  virtual ~PluginFormat() = default;
  /** Throws Refusal. */
  virtual std::unique_ptr<Plugin> load(const PluginRequest& request) = 0;
};

}  // namespace rowdesk::plugins
