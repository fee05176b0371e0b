// RTP packets: RFC 3550, 5.1.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

namespace rowdesk::aes67 {

/** Of the header that is written: no contributing sources, no extension. */
inline constexpr uint32_t rtp_header_bytes = 12;
/** Of the payload of a packet that is sent (AES67, 7.2). */
inline constexpr uint32_t most_payload_bytes = 1440;
inline constexpr uint32_t most_channels = 64;

struct RtpHeader {
  uint8_t payload_type = 0;  // 0 to 127
  bool marker = false;
  uint16_t sequence = 0;
  /** RTP time of the first frame. */
  uint32_t timestamp = 0;
  uint32_t ssrc = 0;
};

struct RtpPacket : RtpHeader {
  /** Within the bytes that were read, without padding; may be empty. */
  std::span<const uint8_t> payload;
};

/**
 * Reads a packet of any length: contributing sources and an extension are passed over, padding is taken off. Nothing for what is
 * not version 2, ends before its header does, or pads more than it has.
 */
std::optional<RtpPacket> read_rtp(std::span<const uint8_t> bytes) noexcept;

/** RTCP that shares a port with RTP (RFC 5761, 4): packet types 192 to 223, which as RTP would be payload types 64 to 95. */
bool is_rtcp(std::span<const uint8_t> bytes) noexcept;

/** Writes the rtp_header_bytes bytes before a payload. */
void write_rtp_header(const RtpHeader& header, uint8_t* to) noexcept;

}  // namespace rowdesk::aes67
