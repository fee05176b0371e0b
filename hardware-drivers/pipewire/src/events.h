// What PipeWire says, on its way from its thread to JavaScript.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rowdesk {

/** An object of the server came; `id` is used again after it went. */
struct Added {
  uint32_t id;
  std::string type;  // Node, Port, Link, Client, Metadata, Profiler
  std::vector<std::pair<std::string, std::string>> properties;
};
struct Removed {
  uint32_t id;
};
/** One value of the metadata `settings`; empty where it was taken away. */
struct Setting {
  std::string key;
  std::string value;
};
/** How far a port is from the world outside; as PipeWire gives it: quanta, frames and nanoseconds, to be summed up. */
struct Latency {
  uint32_t port;
  bool is_input;  // the direction that it is about
  double quanta;
  uint32_t frames;
  uint64_t nanoseconds;
};
/** What runs, from the cycle itself. */
struct Driver {
  uint32_t node;
  uint32_t rate;     // Hz
  uint64_t quantum;  // frames
  uint32_t followers;
};
struct Profile {
  std::vector<Driver> drivers;
};
/** All that was there when the connection was made has been told. */
struct Ready {};
/** The connection is over. */
struct Lost {
  std::string reason;
};

using Event = std::variant<Added, Removed, Setting, Latency, Profile, Ready, Lost>;

}  // namespace rowdesk
