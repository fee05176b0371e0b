// Events of PipeWire, on their way from its thread to JavaScript.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rowdesk {

/** The server added an object. The server reuses `id` after the object is removed. */
struct Added {
  uint32_t id;
  std::string type;  // Node, Port, Link, Client, Metadata, Profiler
  std::vector<std::pair<std::string, std::string>> properties;
};
struct Removed {
  uint32_t id;
};
/** One value of the metadata `settings`; an empty value means that the setting was removed. */
struct Setting {
  std::string key;
  std::string value;
};
/** The latency of a port as PipeWire reports it: the sum of quanta, frames and nanoseconds. */
struct Latency {
  uint32_t port;
  bool is_input;  // the direction of the latency
  double quanta;
  uint32_t frames;
  uint64_t nanoseconds;
};
/** A running driver node, from the profile of a cycle. */
struct Driver {
  uint32_t node;
  uint32_t rate;     // Hz
  uint64_t quantum;  // frames
  uint32_t followers;
};
struct Profile {
  std::vector<Driver> drivers;
};
/** Events for all objects that existed at the time of the connection have been sent. */
struct Ready {};
/** The connection is over. */
struct Lost {
  std::string reason;
};

using Event = std::variant<Added, Removed, Setting, Latency, Profile, Ready, Lost>;

}  // namespace rowdesk
