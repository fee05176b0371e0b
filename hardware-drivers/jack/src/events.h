// Events of a client, on their way from its threads to JavaScript.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace rowdesk::jack {

/** The server runs the desk's cycles. */
struct Opened {
  /** The name that the server gave the client: another one than asked for if that was taken. */
  std::string client;
  uint32_t rate_hz, frames;
  /** Ports of hardware in the server's order: sound from outside, and to the outside. */
  std::vector<std::string> captures, playbacks;
  /** The first alias of the first of them, `alsa_pcm:hw:0:out1`, which names the server's driver; '' for none. */
  std::string hardware;
};
/** The server's cycles have another number of frames. */
struct FramesChanged {
  uint32_t frames;
};
/** Frames between the desk's ports and the world outside, at most. */
struct Latency {
  uint32_t input_frames, output_frames;
};
/** The links of one of the desk's ports changed. */
struct LinksChanged {
  bool is_input;
  uint32_t channel;  // from 1
  /** The full names of the ports that it is linked to now. */
  std::vector<std::string> others;
};
/** The connection is over, or has failed. */
struct Lost {
  std::string reason;
};

using Event = std::variant<Opened, FramesChanged, Latency, LinksChanged, Lost>;

}  // namespace rowdesk::jack
