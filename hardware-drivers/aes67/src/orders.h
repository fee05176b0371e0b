// What is to be received and sent, as the driver orders it, and the bounds of an order.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcm.h"

namespace rowdesk::aes67 {

/** Streams of each direction. */
inline constexpr size_t most_streams = 64;

/** Addresses as text; '' as source: any sender. ttl is of what is sent. */
struct StreamPath {
  std::string address;
  uint32_t port;
  std::string source;
  uint32_t ttl;
  bool operator==(const StreamPath&) const = default;
};

/** A channel of a stream and the input of the device that it feeds, both from 0. */
struct InputFeed {
  uint32_t channel, input;
};

struct ReceiveOrder {
  std::string id;
  std::vector<StreamPath> paths;
  Encoding encoding;
  uint32_t channels, payload_type;
  /** 0: unknown. */
  uint32_t packet_frames;
  std::optional<uint32_t> clock_offset;
  std::vector<InputFeed> inputs;
  uint32_t link_offset_frames;
};

struct TransmitOrder {
  std::string id;
  std::vector<StreamPath> paths;
  Encoding encoding;
  /** Of the device, from 0. */
  std::vector<uint32_t> outputs;
  uint32_t payload_type, packet_frames, ssrc, dscp;
};

/** Throws NetworkError that names the field and its range. inputs, outputs: of the device. */
void check(const ReceiveOrder& order, uint32_t inputs, uint32_t rate_hz);
void check(const TransmitOrder& order, uint32_t outputs);

}  // namespace rowdesk::aes67
