#include "pcm.h"

#include <algorithm>

namespace rowdesk::aes67 {
namespace {

/** Arithmetic over so many frames is one loop without strides, which the compiler vectorises. */
constexpr uint32_t tile_frames = 64;

/** The largest float below a half: a sum with a half itself would round twice, and make 1 of 0.49999997. */
constexpr float almost_half = 0.49999997f;

/** A whole number of `bytes` bytes, full scale 2^(bits - 1). */
template <uint32_t bytes>
struct Whole {
  static constexpr float scale = static_cast<float>(1u << (bytes * 8 - 1));

  static int32_t load(const uint8_t* at) {
    // In the highest bytes, so that the sign is that of the whole.
    uint32_t bits = static_cast<uint32_t>(at[0]) << 24 | static_cast<uint32_t>(at[1]) << 16;
    if constexpr (bytes == 3) bits |= static_cast<uint32_t>(at[2]) << 8;
    return static_cast<int32_t>(bits) >> (32 - bytes * 8);
  }

  static void store(uint8_t* at, int32_t number) {
    for (uint32_t i = 0; i < bytes; ++i) at[i] = static_cast<uint8_t>(number >> ((bytes - 1 - i) * 8));
  }
};

template <typename Number>
void read_whole(const uint8_t* from, size_t stride, float* to, uint32_t frames) {
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
  const float clipped = std::min(std::max(scaled, -Number::scale), Number::scale - 1.0f);
  return static_cast<int32_t>(clipped + (clipped < 0 ? -almost_half : almost_half));
}

template <typename Number>
void write_whole(const float* from, uint8_t* to, size_t stride, uint32_t frames) {
  int32_t numbers[tile_frames];
  for (uint32_t done = 0; done < frames; done += tile_frames) {
    const uint32_t count = std::min(frames - done, tile_frames);
    for (uint32_t i = 0; i < count; ++i) numbers[i] = whole_of<Number>(from[done + i]);
    for (uint32_t i = 0; i < count; ++i, to += stride) Number::store(to, numbers[i]);
  }
}

}  // namespace

void read_pcm(Encoding encoding, const uint8_t* from, size_t stride, float* to, uint32_t frames) {
  if (encoding == Encoding::l16) return read_whole<Whole<2>>(from, stride, to, frames);
  read_whole<Whole<3>>(from, stride, to, frames);
}

void write_pcm(Encoding encoding, const float* from, uint8_t* to, size_t stride, uint32_t frames) {
  if (encoding == Encoding::l16) return write_whole<Whole<2>>(from, to, stride, frames);
  write_whole<Whole<3>>(from, to, stride, frames);
}

}  // namespace rowdesk::aes67
