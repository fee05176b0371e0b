// A stream that is sent: blocks of the device's outputs in, packets of RTP out. Packets begin at multiples of their frames in media
// time, so that they are the same after every start.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "pcm.h"

namespace rowdesk::aes67 {

struct TransmitFormat {
  Encoding encoding;
  /** Of the device, from 0; one per channel of the stream. */
  std::vector<uint32_t> outputs;
  /** channels * packet_frames * bytes_of(encoding) is at most most_payload_bytes. */
  uint32_t packet_frames;
  /** 0 to 127. */
  uint32_t payload_type;
  uint32_t ssrc;
  bool operator==(const TransmitFormat&) const = default;
};

/** Used by one thread. No lock, allocation or system call after the construction. */
class TransmitStream {
 public:
  /** most_frames: of a block. first_sequence: of the first packet, arbitrary (RFC 3550, 5.1). */
  TransmitStream(const TransmitFormat& format, uint32_t most_frames, uint16_t first_sequence);

  const TransmitFormat& format() const { return format_; }
  /** Of one packet, with its header. */
  uint32_t packet_bytes() const { return packet_bytes_; }
  /** Packets that a block completes at most. */
  uint32_t most_packets() const { return most_packets_; }
  /** The place of the n-th packet of each block, n < most_packets(): it does not move. */
  const uint8_t* packet(uint32_t n) const { return packets_.data() + size_t{n} * packet_bytes_; }

  /**
   * Takes the frames of a block, whose first one has this media time. Returns how many packets are complete, from packet 0 on;
   * they hold until the next call. Where the position does not follow the last block, an unfinished packet is dropped.
   */
  uint32_t put(uint64_t position, uint32_t frames, const float* const* device_outputs);

 private:
  void begin_packet(uint64_t position);

  const TransmitFormat format_;
  const uint32_t frame_bytes_, packet_bytes_, most_packets_;
  std::vector<uint8_t> packets_;
  uint16_t sequence_;
  uint64_t next_position_ = 0;
  /** Packets that the last call completed, and the frames of the one that is being filled, which is at that place. */
  uint32_t complete_ = 0, filled_ = 0;
};

}  // namespace rowdesk::aes67
