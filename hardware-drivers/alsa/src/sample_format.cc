#include "sample_format.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace rowdesk::alsa {
namespace {

static_assert(std::endian::native == std::endian::little);

/** Arithmetic over so many frames is one loop without strides, which the compiler vectorises. */
constexpr uint32_t tile_frames = 64;

/** The largest float below a half: a sum with a half itself would round twice, and make 1 of 0.49999997. */
constexpr float almost_half = 0.49999997f;

/** A whole number of `bytes` bytes in memory, full scale 2^(bits - 1). */
template <uint32_t bytes>
struct Whole {
  static constexpr float scale = static_cast<float>(1u << (bytes * 8 - 1));
  /** The largest float that is a number of this format. */
  static constexpr float most = bytes == 4 ? 2147483520.0f : scale - 1.0f;

  static int32_t load(const unsigned char* at) {
    uint32_t bits = 0;
    if constexpr (bytes == 3) {
      bits = at[0] | static_cast<uint32_t>(at[1]) << 8 | static_cast<uint32_t>(at[2]) << 16;
    } else {
      std::memcpy(&bits, at, bytes);
    }
    // The sign is that of the highest byte.
    return static_cast<int32_t>(bits << (32 - bytes * 8)) >> (32 - bytes * 8);
  }

  static void store(unsigned char* at, int32_t number) {
    if constexpr (bytes == 3) {
      at[0] = static_cast<unsigned char>(number);
      at[1] = static_cast<unsigned char>(number >> 8);
      at[2] = static_cast<unsigned char>(number >> 16);
    } else {
      std::memcpy(at, &number, bytes);
    }
  }
};

template <typename Number>
void read_whole(const unsigned char* from, size_t stride, float* to, uint32_t frames) {
  int32_t numbers[tile_frames];
  for (uint32_t done = 0; done < frames; done += tile_frames) {
    const uint32_t count = std::min(frames - done, tile_frames);
    for (uint32_t i = 0; i < count; ++i, from += stride) numbers[i] = Number::load(from);
    for (uint32_t i = 0; i < count; ++i) to[done + i] = static_cast<float>(numbers[i]) * (1.0f / Number::scale);
  }
}

template <typename Number>
int32_t whole_of(float sample) {
  const float scaled = sample == sample ? sample * Number::scale : 0.0f;
  const float clipped = std::min(std::max(scaled, -Number::scale), Number::most);
  return static_cast<int32_t>(clipped + (clipped < 0 ? -almost_half : almost_half));
}

template <typename Number>
void write_whole(const float* from, unsigned char* to, size_t stride, uint32_t frames) {
  int32_t numbers[tile_frames];
  for (uint32_t done = 0; done < frames; done += tile_frames) {
    const uint32_t count = std::min(frames - done, tile_frames);
    for (uint32_t i = 0; i < count; ++i) numbers[i] = whole_of<Number>(from[done + i]);
    for (uint32_t i = 0; i < count; ++i, to += stride) Number::store(to, numbers[i]);
  }
}

void read_floats(const unsigned char* from, size_t stride, float* to, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i, from += stride) std::memcpy(to + i, from, sizeof(float));
}

void write_floats(const float* from, unsigned char* to, size_t stride, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i, to += stride) {
    const float sample = from[i] == from[i] ? std::min(std::max(from[i], -1.0f), 1.0f) : 0.0f;
    std::memcpy(to, &sample, sizeof(float));
  }
}

}  // namespace

void read_samples(SampleFormat format, const void* from, size_t stride, float* to, uint32_t frames) {
  const auto* bytes = static_cast<const unsigned char*>(from);
  switch (format) {
    case SampleFormat::s32: return read_whole<Whole<4>>(bytes, stride, to, frames);
    case SampleFormat::s24_3: return read_whole<Whole<3>>(bytes, stride, to, frames);
    case SampleFormat::s16: return read_whole<Whole<2>>(bytes, stride, to, frames);
    case SampleFormat::f32: return read_floats(bytes, stride, to, frames);
  }
}

void write_samples(SampleFormat format, const float* from, void* to, size_t stride, uint32_t frames) {
  auto* bytes = static_cast<unsigned char*>(to);
  switch (format) {
    case SampleFormat::s32: return write_whole<Whole<4>>(from, bytes, stride, frames);
    case SampleFormat::s24_3: return write_whole<Whole<3>>(from, bytes, stride, frames);
    case SampleFormat::s16: return write_whole<Whole<2>>(from, bytes, stride, frames);
    case SampleFormat::f32: return write_floats(from, bytes, stride, frames);
  }
}

void write_silence(SampleFormat format, void* to, size_t stride, uint32_t frames) {
  auto* bytes = static_cast<unsigned char*>(to);
  for (uint32_t i = 0; i < frames; ++i, bytes += stride) std::memset(bytes, 0, bytes_of(format));
}

}  // namespace rowdesk::alsa
