#include "flac_stream.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "flac_library.h"

namespace rowdesk::sound {
namespace {

constexpr size_t stream_info_bytes = 34;
constexpr size_t most_head_bytes = 16;

uint64_t big(const uint8_t* bytes, int count) {
  uint64_t value = 0;
  for (int n = 0; n < count; ++n) value = value << 8 | bytes[n];
  return value;
}

uint8_t crc8(const uint8_t* bytes, size_t count) {
  uint8_t crc = 0;
  for (size_t n = 0; n < count; ++n) {
    crc ^= bytes[n];
    for (int bit = 0; bit < 8; ++bit) crc = static_cast<uint8_t>(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
  }
  return crc;
}

uint16_t crc16_add(uint16_t crc, uint8_t byte) {
  static const auto table = [] {
    std::array<uint16_t, 256> all;
    for (uint32_t n = 0; n < 256; ++n) {
      uint32_t each = n << 8;
      for (int bit = 0; bit < 8; ++bit) each = each & 0x8000 ? each << 1 ^ 0x8005 : each << 1;
      all[n] = static_cast<uint16_t>(each);
    }
    return all;
  }();
  return static_cast<uint16_t>(crc << 8 ^ table[(crc >> 8 ^ byte) & 0xff]);
}

struct BlockHead {
  uint64_t number;
  uint32_t frames;
};

/** Reads the header of a block, if there is one at these bytes. */
std::optional<BlockHead> block_head(const FlacStream& stream, const uint8_t* bytes, size_t count) {
  if (count < 6 || bytes[0] != 0xff || bytes[1] != 0xf8) return std::nullopt;
  const uint32_t size_code = bytes[2] >> 4, rate_code = bytes[2] & 15, channels_code = bytes[3] >> 4;
  const bool fits_channels =
      channels_code < 8 ? channels_code + 1 == stream.channels : channels_code < 11 && stream.channels == 2;
  if (size_code == 0 || rate_code == 15 || !fits_channels || (bytes[3] & 1) != 0) return std::nullopt;
  // The number is coded like a character of UTF-8.
  size_t at = 4;
  const uint8_t first = bytes[at++];
  const int more = first < 0x80 ? 0 : std::countl_one(first) - 1;
  if (more == 0 && first >= 0x80) return std::nullopt;
  if (more > 5 || at + static_cast<size_t>(more) + 5 > count) return std::nullopt;
  uint64_t number = more == 0 ? first : first & (0x3f >> more);
  for (int n = 0; n < more; ++n, ++at) {
    if ((bytes[at] & 0xc0) != 0x80) return std::nullopt;
    number = number << 6 | (bytes[at] & 0x3f);
  }
  uint32_t frames = 0;
  if (size_code == 1) frames = 192;
  else if (size_code <= 5) frames = 576u << (size_code - 2);
  else if (size_code >= 8) frames = 256u << (size_code - 8);
  else {
    frames = static_cast<uint32_t>(big(bytes + at, size_code == 6 ? 1 : 2)) + 1;
    at += size_code == 6 ? 1 : 2;
  }
  at += rate_code == 12 ? 1 : rate_code > 12 ? 2 : 0;
  if (at >= count || crc8(bytes, at) != bytes[at] || frames > stream.block_frames) return std::nullopt;
  return BlockHead{number, frames};
}

class BitWriter {
 public:
  void put(uint64_t value, int bits) {
    for (int n = bits; n-- > 0;) {
      if (used_ == 0) bytes.push_back(0);
      bytes.back() = static_cast<uint8_t>(bytes.back() | (value >> n & 1) << (7 - used_));
      used_ = (used_ + 1) % 8;
    }
  }
  void align() { used_ = 0; }
  std::vector<uint8_t> bytes;

 private:
  int used_ = 0;
};

void put_number(BitWriter& into, uint64_t number) {
  if (number < 0x80) return into.put(number, 8);
  int more = 1;
  while (number >> (6 * more + 6 - more) != 0) ++more;
  into.put((0xff00u >> (more + 1) & 0xff) | number >> (6 * more), 8);
  while (more-- > 0) into.put(0x80 | (number >> (6 * more) & 0x3f), 8);
}

}  // namespace

FlacStream read_flac_stream(ByteSource& source) {
  uint8_t info[stream_info_bytes];
  uint8_t head[4];
  const bool has_info = source.read(0, head, 4) == 4 && std::equal(head, head + 4, "fLaC") &&
                        source.read(4, head, 4) == 4 && (head[0] & 0x7f) == 0 && big(head + 1, 3) == stream_info_bytes &&
                        source.read(flac_stream_info_at, info, stream_info_bytes) == stream_info_bytes;
  if (!has_info) throw FileError("is not a FLAC file");
  const uint64_t packed = big(info + 10, 8);
  FlacStream stream{.block_frames = static_cast<uint32_t>(big(info + 2, 2)),
                    .rate_hz = static_cast<uint32_t>(packed >> 44),
                    .channels = static_cast<uint32_t>(packed >> 41 & 7) + 1,
                    .bits = static_cast<uint32_t>(packed >> 36 & 31) + 1,
                    .frames = packed & 0xfffffffffull};
  if (stream.block_frames == 0) throw FileError("is damaged: it says that its blocks are empty");
  stream.has_equal_blocks = big(info, 2) == stream.block_frames;
  if (stream.rate_hz == 0) throw FileError("says it runs at 0 Hz");
  uint64_t at = 4;
  for (bool is_last = false; !is_last;) {
    if (source.read(at, head, 4) < 4) throw FileError("is damaged: its header is incomplete");
    is_last = (head[0] & last_block_flag) != 0;
    at += 4 + big(head + 1, 3);
  }
  stream.first_block_at = at;
  return stream;
}

FlacBlock last_flac_block(ByteSource& source, const FlacStream& stream) {
  if (!stream.has_equal_blocks) throw FileError("has blocks of different lengths, whose last one is not found here");
  const FlacBlock none{.at = stream.first_block_at, .end = stream.first_block_at};
  const uint64_t size = source.size();
  // No encoder makes blocks larger than without compression; a channel of differences has one bit more.
  const uint64_t most_block = most_head_bytes + stream.channels * (stream.block_frames * (stream.bits + 1ull) / 8 + 8);
  std::vector<uint8_t> bytes;
  for (uint64_t window = 2 * most_block + most_head_bytes;; window *= 4) {
    if (size <= stream.first_block_at) return none;
    const uint64_t from = size - std::min(window, size - stream.first_block_at);
    bytes.resize(size - from);
    bytes.resize(source.read(from, bytes.data(), bytes.size()));
    std::vector<size_t> heads;
    for (size_t at = 0; at + 6 <= bytes.size(); ++at) {
      if (bytes[at] == 0xff && block_head(stream, bytes.data() + at, bytes.size() - at)) heads.push_back(at);
    }
    // After a power cut a file may end with zeros that no encoder wrote.
    size_t zeros_at = bytes.size();
    while (zeros_at > 0 && bytes[zeros_at - 1] == 0) --zeros_at;
    for (size_t n = heads.size(); n-- > 0;) {
      const size_t start = heads[n];
      const auto block_to = [&](size_t end) -> FlacBlock {
        const BlockHead head = *block_head(stream, bytes.data() + start, bytes.size() - start);
        return {from + start, from + end, head.number * stream.block_frames, head.frames};
      };
      // A whole block, with its sum behind it, has the sum 0. It ends where another begins, or with the file.
      uint16_t crc = 0;
      size_t next = n + 1;
      for (size_t at = start; at < bytes.size() && at - start < most_block;) {
        crc = crc16_add(crc, bytes[at++]);
        const bool is_next = next < heads.size() && at == heads[next];
        if (is_next && crc == 0) return block_to(at);
        if (is_next) ++next;
        // Zeros leave a sum of 0 as it is: two of them may be the sum.
        if (crc == 0 && at >= zeros_at) return block_to(std::min(at + 2, bytes.size()));
      }
    }
    if (from == stream.first_block_at) return none;
  }
}

std::vector<uint8_t> flac_block(const FlacStream& stream, uint64_t number, const int32_t* samples, uint32_t frames) {
  BitWriter block;
  // A number of frames follows in 16 bits; rate and width are those of STREAMINFO.
  block.put(0xfff8, 16), block.put(7, 4), block.put(0, 4);
  block.put(stream.channels - 1, 4), block.put(0, 4);
  put_number(block, number);
  block.put(frames - 1, 16);
  block.put(crc8(block.bytes.data(), block.bytes.size()), 8);
  const auto bits = static_cast<int>(stream.bits);
  for (uint32_t channel = 0; channel < stream.channels; ++channel) {
    const auto sample = [&](uint32_t n) { return static_cast<uint32_t>(samples[n * stream.channels + channel]); };
    bool is_constant = true;
    for (uint32_t n = 1; n < frames; ++n) is_constant = is_constant && sample(n) == sample(0);
    block.put(is_constant ? 0 : 1 << 1, 8);
    for (uint32_t n = 0; n < (is_constant ? 1 : frames); ++n) block.put(sample(n), bits);
  }
  block.align();
  uint16_t crc = 0;
  for (const uint8_t byte : block.bytes) crc = crc16_add(crc, byte);
  block.put(crc, 16);
  return std::move(block.bytes);
}

std::vector<uint8_t> flac_stream_info(const FlacStream& stream) {
  BitWriter info;
  info.put(stream.block_frames, 16), info.put(stream.block_frames, 16);
  info.put(0, 24), info.put(0, 24);
  info.put(stream.rate_hz, 20), info.put(stream.channels - 1, 3), info.put(stream.bits - 1, 5);
  info.put(stream.frames, 36);
  info.put(0, 64), info.put(0, 64);
  return std::move(info.bytes);
}

}  // namespace rowdesk::sound
