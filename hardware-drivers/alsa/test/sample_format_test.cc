// Samples of all formats, there and back.
#include "../src/sample_format.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace rowdesk::alsa;

int failures = 0;

void check(const char* what, bool holds) {
  std::printf("%s %s\n", holds ? "ok  " : "FAIL", what);
  if (!holds) ++failures;
}

/** Bytes of samples, then the same bytes again from the floats in between. */
bool is_same_again(SampleFormat format, const std::vector<unsigned char>& bytes) {
  const size_t size = bytes_of(format);
  const auto frames = static_cast<uint32_t>(bytes.size() / size);
  std::vector<float> floats(frames);
  std::vector<unsigned char> again(bytes.size());
  read_samples(format, bytes.data(), size, floats.data(), frames);
  write_samples(format, floats.data(), again.data(), size, frames);
  return again == bytes;
}

/** Every number of this format that a float holds. */
std::vector<unsigned char> all_numbers(SampleFormat format) {
  const size_t size = bytes_of(format);
  const uint32_t count = size == 2 ? 1u << 16 : 1u << 24;
  std::vector<unsigned char> bytes;
  bytes.reserve(count * size);
  for (uint32_t i = 0; i < count; ++i) {
    // 32 bits: all numbers of 24 bits in the highest place.
    const uint32_t number = size == 4 ? i << 8 : i;
    for (size_t b = 0; b < size; ++b) bytes.push_back(static_cast<unsigned char>(number >> (8 * b)));
  }
  return bytes;
}

int32_t written(SampleFormat format, float sample) {
  unsigned char bytes[4] = {};
  write_samples(format, &sample, bytes, 4, 1);
  int32_t number = 0;
  std::memcpy(&number, bytes, 4);
  const int unused = 32 - 8 * static_cast<int>(bytes_of(format));
  return static_cast<int32_t>(static_cast<uint32_t>(number) << unused) >> unused;
}

/** The number nearest to sample * scale, computed in another way; ties are not asked. */
bool is_rounded(SampleFormat format, double scale) {
  uint32_t seed = 7;
  for (int i = 0; i < 1'000'000; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const float sample = (static_cast<float>(seed >> 8) / (1 << 24) * 2.0f - 1.0f) * std::ldexp(1.0f, -(i % 24));
    const double exact = static_cast<double>(sample) * scale;
    if (std::abs(exact - written(format, sample)) > 0.5 && std::abs(exact) < scale - 1) return false;
  }
  return true;
}

bool keeps_other_channels(SampleFormat format) {
  constexpr uint32_t frames = 150, channels = 3;
  const size_t size = bytes_of(format), stride = size * channels;
  std::vector<unsigned char> bytes(frames * stride, 0x55);
  std::vector<float> in(frames), out(frames);
  for (uint32_t i = 0; i < frames; ++i) in[i] = static_cast<float>(i) / 256 - 0.25f;
  write_samples(format, in.data(), bytes.data() + size, stride, frames);
  read_samples(format, bytes.data() + size, stride, out.data(), frames);
  bool holds = in == out;
  for (uint32_t i = 0; i < frames; ++i) {
    for (size_t b = 0; b < size; ++b) {
      holds = holds && bytes[i * stride + b] == 0x55 && bytes[i * stride + 2 * size + b] == 0x55;
    }
  }
  write_silence(format, bytes.data() + size, stride, frames);
  read_samples(format, bytes.data() + size, stride, out.data(), frames);
  return holds && out == std::vector<float>(frames, 0.0f) && bytes[0] == 0x55;
}

void check_format(SampleFormat format, const char* name, int32_t least, int32_t most) {
  const auto named = [&](const char* what) { return std::string(name) + ": " + what; };
  const double scale = std::ldexp(1.0, 8 * static_cast<int>(bytes_of(format)) - 1);
  const float none = std::numeric_limits<float>::quiet_NaN(), endless = std::numeric_limits<float>::infinity();
  check(named("every number that a float holds is the same there and back").c_str(),
        is_same_again(format, all_numbers(format)));
  check(named("is clipped at full scale").c_str(),
        written(format, 1.0f) == most && written(format, -1.0f) == least && written(format, 1.5f) == most &&
            written(format, -7.0f) == least && written(format, endless) == most && written(format, -endless) == least);
  check(named("what is no number is silence").c_str(), written(format, none) == 0);
  check(named("is rounded to the nearest number").c_str(), is_rounded(format, scale));
  check(named("the next frame is a stride further, and other channels stay").c_str(), keeps_other_channels(format));
}

}  // namespace

int main() {
  check_format(SampleFormat::s16, "S16_LE", -32768, 32767);
  check_format(SampleFormat::s24_3, "S24_3LE", -8388608, 8388607);
  check_format(SampleFormat::s32, "S32_LE", std::numeric_limits<int32_t>::min(), 2147483520);
  check("FLOAT_LE: the next frame is a stride further, and other channels stay", keeps_other_channels(SampleFormat::f32));
  float clipped[3] = {1.5f, -3.0f, std::numeric_limits<float>::quiet_NaN()};
  write_samples(SampleFormat::f32, clipped, clipped, sizeof(float), 3);
  check("FLOAT_LE: is clipped at full scale, and what is no number is silence",
        clipped[0] == 1.0f && clipped[1] == -1.0f && clipped[2] == 0.0f);
  return failures == 0 ? 0 : 1;
}
