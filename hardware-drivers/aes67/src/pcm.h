// Samples of RTP packets (L16 and L24, RFC 3190: two's complement in network byte order, channels interleaved) as floats.
#pragma once
#include <cstddef>
#include <cstdint>

namespace rowdesk::aes67 {

enum class Encoding { l16, l24 };

constexpr uint32_t bytes_of(Encoding encoding) { return encoding == Encoding::l16 ? 2 : 3; }

/**
 * Reads one channel, full scale (2^15, 2^23) as +-1.0: its first sample is at `from`, the next one `stride` bytes further. Every
 * sample is exact.
 */
void read_pcm(Encoding encoding, const uint8_t* from, size_t stride, float* to, uint32_t frames);

/** Writes one channel: rounded to the nearest number, clipped at +-1.0; what is no number is silence. */
void write_pcm(Encoding encoding, const float* from, uint8_t* to, size_t stride, uint32_t frames);

}  // namespace rowdesk::aes67
