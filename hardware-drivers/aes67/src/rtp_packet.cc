#include "rtp_packet.h"

namespace rowdesk::aes67 {
namespace {

uint16_t read_16(const uint8_t* at) { return static_cast<uint16_t>(at[0] << 8 | at[1]); }
uint32_t read_32(const uint8_t* at) { return static_cast<uint32_t>(read_16(at)) << 16 | read_16(at + 2); }

void write_16(uint8_t* at, uint32_t number) {
  at[0] = static_cast<uint8_t>(number >> 8);
  at[1] = static_cast<uint8_t>(number);
}
void write_32(uint8_t* at, uint32_t number) {
  write_16(at, number >> 16);
  write_16(at + 2, number);
}

constexpr uint8_t version_mask = 0xc0, version_2 = 0x80, has_padding = 0x20, has_extension = 0x10, source_count = 0x0f;

}  // namespace

std::optional<RtpPacket> read_rtp(std::span<const uint8_t> bytes) noexcept {
  if (bytes.size() < rtp_header_bytes) return {};
  const uint8_t* const at = bytes.data();
  if ((at[0] & version_mask) != version_2) return {};
  size_t begin = rtp_header_bytes + 4 * static_cast<size_t>(at[0] & source_count);
  if (at[0] & has_extension) {
    // A profile's 16 bits, then the length in words of 32 bits.
    if (bytes.size() < begin + 4) return {};
    begin += 4 + 4 * static_cast<size_t>(read_16(at + begin + 2));
  }
  if (bytes.size() < begin) return {};
  size_t length = bytes.size() - begin;
  if (at[0] & has_padding) {
    // The last byte says how many bytes of padding there are, itself included.
    const size_t padding = length > 0 ? bytes.back() : 0;
    if (padding == 0 || padding > length) return {};
    length -= padding;
  }
  RtpPacket packet;
  packet.marker = (at[1] & 0x80) != 0;
  packet.payload_type = at[1] & 0x7f;
  packet.sequence = read_16(at + 2);
  packet.timestamp = read_32(at + 4);
  packet.ssrc = read_32(at + 8);
  packet.payload = bytes.subspan(begin, length);
  return packet;
}

bool is_rtcp(std::span<const uint8_t> bytes) noexcept {
  return bytes.size() >= 2 && (bytes[0] & version_mask) == version_2 && bytes[1] >= 192 && bytes[1] <= 223;
}

void write_rtp_header(const RtpHeader& header, uint8_t* to) noexcept {
  to[0] = version_2;
  to[1] = static_cast<uint8_t>((header.marker ? 0x80 : 0) | (header.payload_type & 0x7f));
  write_16(to + 2, header.sequence);
  write_32(to + 4, header.timestamp);
  write_32(to + 8, header.ssrc);
}

}  // namespace rowdesk::aes67
