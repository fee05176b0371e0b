// Events of the stream, on their way from PipeWire's thread to JavaScript.
#pragma once
#include <cstdint>
#include <string>
#include <variant>

namespace rowdesk::io {

/** Rate, quantum or clock of the cycles changed; the figures have rate and quantum. */
struct FormatChanged {
  /** `node.name` of the server's driver that runs the desk's node, empty while the server has not listed it. */
  std::string driver;
  /** The name of its clock, `api.alsa.0` or `clock.system.monotonic`. */
  std::string clock;
};
/** One value of the server's metadata `settings`; empty: the setting was removed. */
struct Setting {
  std::string key, value;
};
/** Latency between a port and the world outside: the sum of quanta, frames and nanoseconds. */
struct Latency {
  bool is_input;
  uint32_t channel;  // from 1
  double quanta;
  uint32_t frames;
  uint64_t nanoseconds;
};
/** The connection is over. */
struct Lost {
  std::string reason;
};

using Event = std::variant<FormatChanged, Setting, Latency, Lost>;

}  // namespace rowdesk::io
