#include "orders.h"

#include "receive_stream.h"
#include "rtp_packet.h"
#include "sockets.h"

namespace rowdesk::aes67 {
namespace {

void within(const char* field, size_t value, size_t least, size_t most) {
  if (value >= least && value <= most) return;
  throw NetworkError(std::string(field) + " is " + std::to_string(value) + ", and has to be " + std::to_string(least) + " to " +
                     std::to_string(most));
}

void check_paths(const std::vector<StreamPath>& paths) {
  within("the number of paths", paths.size(), 1, most_paths);
  for (const StreamPath& path : paths) {
    const in_addr address = address_of(path.address);
    within("port", path.port, 1, 65535);
    const uint32_t number = ntohl(address.s_addr);
    if (number >> 24 == 0 || number >= 0xf0000000) throw NetworkError(path.address + " is no address of a stream");
  }
}

/** packet_frames: 0 for one that is not known. */
void check_payload(Encoding encoding, size_t channels, uint32_t packet_frames) {
  const size_t frame_bytes = channels * bytes_of(encoding);
  within("packetFrames", packet_frames, 0, most_payload_bytes);
  if (frame_bytes * packet_frames <= most_payload_bytes) return;
  throw NetworkError(std::to_string(channels) + " channels of " + std::to_string(packet_frames) + " frames are " +
                     std::to_string(frame_bytes * packet_frames) + " bytes, and a packet has at most " +
                     std::to_string(most_payload_bytes) + ": " +
                     std::to_string(most_payload_bytes / (packet_frames * bytes_of(encoding))) + " channels fit");
}

}  // namespace

void check(const ReceiveOrder& order, uint32_t inputs, uint32_t rate_hz) {
  check_paths(order.paths);
  for (const StreamPath& path : order.paths) {
    if (path.source.empty()) continue;
    const in_addr source = address_of(path.source);
    if (is_multicast(source) || source.s_addr == INADDR_ANY) throw NetworkError(path.source + " is no address of a sender");
  }
  within("channels", order.channels, 1, most_channels);
  within("payloadType", order.payload_type, 0, 127);
  check_payload(order.encoding, order.channels, order.packet_frames);
  within("linkOffsetFrames", order.link_offset_frames, 0, ReceiveStream::most_link_offset_frames(rate_hz));
  within("the number of inputs", order.inputs.size(), 0, inputs);
  for (const InputFeed& feed : order.inputs) {
    within("channel", size_t{feed.channel} + 1, 1, order.channels);
    within("input", size_t{feed.input} + 1, 1, inputs);
  }
}

void check(const TransmitOrder& order, uint32_t outputs) {
  check_paths(order.paths);
  for (const StreamPath& path : order.paths) within("ttl", path.ttl, 1, 255);
  within("the number of outputs", order.outputs.size(), 1, most_channels);
  for (const uint32_t output : order.outputs) within("output", size_t{output} + 1, 1, outputs);
  within("payloadType", order.payload_type, 0, 127);
  within("packetFrames", order.packet_frames, 1, most_payload_bytes);
  check_payload(order.encoding, order.outputs.size(), order.packet_frames);
  within("dscp", order.dscp, 0, 63);
}

}  // namespace rowdesk::aes67
