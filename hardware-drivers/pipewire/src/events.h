// Events of PipeWire, on their way from its thread to JavaScript.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rowdesk {

using Properties = std::vector<std::pair<std::string, std::string>>;

/** The server added an object. The server reuses `id` after the object is removed. */
struct Added {
  uint32_t id;
  std::string type;  // Node, Port, Link, Client, Metadata, Profiler
  bool is_destroyable;  // the server lets this client destroy the object
  Properties properties;
};
struct Removed {
  uint32_t id;
};
/** What a node says of itself: after it was added, and at every change. */
struct NodeInfo {
  uint32_t id;
  std::string error;  // why it is in the state `error`, '' in any other
  std::optional<bool> is_configurable;  // an adapter: it takes a PortConfig; absent when unchanged
  std::optional<Properties> properties;  // absent when unchanged
};
/** What a link says of itself: after it was added, and at every change. */
struct LinkInfo {
  uint32_t id;
  std::string error;  // why it is in the state `error`, '' in any other
  std::optional<Properties> properties;  // absent when unchanged
};
/** The server does not make the link of this request. */
struct LinkRefused {
  uint32_t request;
  std::string reason;
};
/** The server refused another request: to destroy an object, or to configure a node. */
struct Refused {
  std::string reason;
};
/** One value of the metadata `settings` or `default`; an empty value means that it was removed. */
struct Setting {
  std::string metadata;
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

using Event = std::variant<Added, Removed, NodeInfo, LinkInfo, LinkRefused, Refused, Setting, Latency, Profile, Ready, Lost>;

}  // namespace rowdesk
