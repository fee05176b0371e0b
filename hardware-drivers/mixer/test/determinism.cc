// One sound, however it is computed.
#include <random>

#include "rig.h"

namespace rowdesk {
namespace {

// Uniform noise that depends on the channel and the frame only.
float noise(uint32_t channel, uint64_t frame) {
  uint64_t x = (frame + 1) * 0x9e3779b97f4a7c15ull ^ (channel + 1) * 0xbf58476d1ce4e5b9ull;
  x ^= x >> 31;
  x *= 0x94d049bb133111ebull;
  x ^= x >> 29;
  return (static_cast<float>(x >> 40) / 8388608.0f - 1.0f) * 0.25f;
}

// A busy second: every kind of change, at frames that lie across all grids.
Channels busy_second(std::string_view kernel, uint32_t block) {
  Rig rig(counts_of(20), kernel);
  std::mt19937 random(7);
  rig.set("/channel/main/1", "levelDb", 0);
  for (int strip = 1; strip <= 20; ++strip) rig.patch("/channel/input/" + std::to_string(strip), strip - 1);
  rig.patch("/channel/aux/1", 20);
  rig.set("/channel/aux/1", "levelDb", 0);
  rig.prepare();
  Channels all(Rig::outputs);
  for (uint32_t frame = 0; frame < 48000;) {
    const std::string path = "/channel/input/" + std::to_string(1 + random() % 20);
    rig.set(path, "levelDb", -static_cast<double>(random() % 30));
    rig.set(path, "pan", static_cast<double>(random() % 201) - 100);
    rig.set(path, "muted", random() % 4 == 0);
    rig.set(path, "polarityInverted", random() % 2);
    rig.set(path, "trimDb", static_cast<double>(random() % 36) - 18);
    rig.patch(path, static_cast<int>(random() % Rig::inputs));
    if (random() % 8 == 0) rig.set("/safety/panic", "scope", random() % 3);
    const uint32_t frames = std::min(48000 - frame, 100 + static_cast<uint32_t>(random() % 2000));
    const Channels part = rig.render(frames, noise, block);
    for (uint32_t channel = 0; channel < Rig::outputs; ++channel) {
      all[channel].insert(all[channel].end(), part[channel].begin(), part[channel].end());
    }
    frame += frames;
  }
  return all;
}

double largest_difference(const Channels& a, const Channels& b) {
  double largest = 0;
  for (size_t channel = 0; channel < a.size(); ++channel) {
    for (size_t i = 0; i < a[channel].size(); ++i) {
      largest = std::max(largest, std::abs(static_cast<double>(a[channel][i]) - b[channel][i]));
    }
  }
  return largest;
}

TEST("two runs are bit-identical") {
  CHECK(busy_second("", 64) == busy_second("", 64));
  CHECK(peak_db(busy_second("", 64)[0]) > -20);
}

TEST("blocks of 1, 17, 64, 1000 and 4096 frames give the same sound") {
  for (const Kernel* kernel : kernels_that_run()) {
    const Channels reference = busy_second(kernel->name, 64);
    for (uint32_t block : {1u, 17u, 1000u, 4096u}) {
      CHECK_NEAR(largest_difference(reference, busy_second(kernel->name, block)), 0.0, 1e-6);
    }
  }
}

TEST("all instruction sets agree") {
  const Channels reference = busy_second("scalar", 64);
  for (const Kernel* kernel : kernels_that_run()) {
    CHECK_NEAR(largest_difference(reference, busy_second(kernel->name, 64)), 0.0, 1e-5);
  }
}

TEST("an instruction set that doesn't exist is not found") {
  CHECK(find_kernel("avx9000") == nullptr);
  CHECK(find_kernel("scalar") != nullptr);
  CHECK(find_kernel("") == kernels_that_run().back());
}

}  // namespace
}  // namespace rowdesk
