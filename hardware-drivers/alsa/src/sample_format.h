// Samples of a card as floats, full scale +-1.0. No type of ALSA occurs here.
#pragma once
#include <cstddef>
#include <cstdint>

namespace rowdesk::alsa {

/** Little-endian whole numbers, in the order of the bits that they keep; s24_3: in three bytes. */
enum class SampleFormat { s32, f32, s24_3, s16 };

constexpr size_t bytes_of(SampleFormat format) {
  return format == SampleFormat::s16 ? 2 : format == SampleFormat::s24_3 ? 3 : 4;
}

/** Reads one channel: its first sample is at `from`, the next one `stride` bytes further. */
void read_samples(SampleFormat format, const void* from, size_t stride, float* to, uint32_t frames);

/** Writes one channel: rounded to the nearest number, clipped at +-1.0; what is no number is silence. */
void write_samples(SampleFormat format, const float* from, void* to, size_t stride, uint32_t frames);

/** Writes silence. */
void write_silence(SampleFormat format, void* to, size_t stride, uint32_t frames);

}  // namespace rowdesk::alsa
