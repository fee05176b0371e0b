#include "../src/pcm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "../../lib/sound-files/test/check.h"

namespace rowdesk::aes67 {
namespace {

/** The number that a float becomes, computed in double precision. */
long nearest(float sample, double scale) {
  return static_cast<long>(std::clamp(std::round(static_cast<double>(sample) * scale), -scale, scale - 1));
}

TEST("all numbers of L16 and L24 are the same there and back, bytes in network order") {
  for (const Encoding encoding : {Encoding::l16, Encoding::l24}) {
    const uint32_t bytes = bytes_of(encoding);
    const long scale = 1l << (bytes * 8 - 1);
    constexpr uint32_t frames = 4096;
    std::vector<uint8_t> numbers(frames * bytes), again(frames * bytes);
    std::vector<float> samples(frames);
    bool are_read = true, are_written = true;
    for (long begin = -scale; begin < scale; begin += frames) {
      for (uint32_t i = 0; i < frames; ++i) {
        for (uint32_t b = 0; b < bytes; ++b) numbers[i * bytes + b] = static_cast<uint8_t>((begin + i) >> ((bytes - 1 - b) * 8));
      }
      read_pcm(encoding, numbers.data(), bytes, samples.data(), frames);
      for (uint32_t i = 0; i < frames; ++i) are_read &= samples[i] == static_cast<double>(begin + i) / static_cast<double>(scale);
      write_pcm(encoding, samples.data(), again.data(), bytes, frames);
      are_written &= again == numbers;
    }
    CHECK(are_read);
    CHECK(are_written);
  }
}

TEST("samples are rounded to the nearest number and clipped, what is no number is silence") {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> any(-1.2f, 1.2f);
  for (const Encoding encoding : {Encoding::l16, Encoding::l24}) {
    const uint32_t bytes = bytes_of(encoding);
    const double scale = static_cast<double>(1 << (bytes * 8 - 1));
    std::vector<float> samples{1.0f, -1.0f, 7.5f, -7.5f, 0.49999997f / static_cast<float>(scale),
                               -0.5f / static_cast<float>(scale), std::numeric_limits<float>::infinity()};
    while (samples.size() < 100'003) samples.push_back(any(random));
    std::vector<uint8_t> written(samples.size() * bytes);
    write_pcm(encoding, samples.data(), written.data(), bytes, static_cast<uint32_t>(samples.size()));
    std::vector<float> back(samples.size());
    read_pcm(encoding, written.data(), bytes, back.data(), static_cast<uint32_t>(samples.size()));
    uint32_t wrong = 0;
    for (size_t i = 0; i < samples.size(); ++i) wrong += back[i] * scale != static_cast<double>(nearest(samples[i], scale));
    CHECK(wrong == 0);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    uint8_t silence[3] = {9, 9, 9};
    write_pcm(encoding, &nan, silence, bytes, 1);
    CHECK(silence[0] == 0 && silence[1] == 0 && silence[2] == (bytes == 3 ? 0 : 9));
  }
}

TEST("a channel among others is read and written without the others") {
  constexpr uint32_t channels = 5, frames = 131;
  std::vector<uint8_t> packet(channels * frames * 3, 0x11);
  std::vector<float> ramp(frames), heard(frames);
  for (uint32_t i = 0; i < frames; ++i) ramp[i] = static_cast<float>(i) / 256.0f - 0.25f;
  write_pcm(Encoding::l24, ramp.data(), packet.data() + 3 * 3, channels * 3, frames);
  read_pcm(Encoding::l24, packet.data() + 3 * 3, channels * 3, heard.data(), frames);
  CHECK(heard == ramp);
  size_t touched = 0;
  for (size_t i = 0; i < packet.size(); ++i) touched += (i / 3) % channels != 3 && packet[i] != 0x11;
  CHECK(touched == 0);
}

}  // namespace
}  // namespace rowdesk::aes67
