// Numbers of WAV files that readers and writers share.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>

namespace rowdesk::sound {

constexpr uint16_t wave_format_integer = 1, wave_format_real = 3, wave_format_extensible = 0xfffe;
/** The last 14 bytes of KSDATAFORMAT_SUBTYPE_PCM and _IEEE_FLOAT; the first two are the format. */
constexpr std::array<uint8_t, 14> wave_subtype_tail = {0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};

inline uint64_t little(const uint8_t* bytes, int count) {
  uint64_t value = 0;
  for (int n = count; n-- > 0;) value = value << 8 | bytes[n];
  return value;
}
inline bool is_chunk(const uint8_t* bytes, const char* four) { return std::memcmp(bytes, four, 4) == 0; }

}  // namespace rowdesk::sound
