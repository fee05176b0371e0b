// Builds the bytes of a RIFF header.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace rowdesk::sound {

static_assert(std::endian::native == std::endian::little, "RIFF is little-endian");

class RiffHeader {
 public:
  void text(const char* four) { bytes(four, 4); }
  void u16(uint16_t value) { bytes(&value, 2); }
  void u32(uint32_t value) { bytes(&value, 4); }
  void u64(uint64_t value) { bytes(&value, 8); }
  void zeros(size_t count) { size += count; }
  void bytes(const void* from, size_t count) {
    std::memcpy(data.data() + size, from, count);
    size += count;
  }
  std::array<uint8_t, 128> data{};
  size_t size = 0;
};

}  // namespace rowdesk::sound
