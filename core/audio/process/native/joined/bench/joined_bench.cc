// What joining costs, for `npm run bench`: processor time of the driving thread and of a joined one, as JSON.
#include <time.h>

#include <cstdio>
#include <vector>

#include "../joined_devices.h"

namespace rowdesk {
namespace {

constexpr uint32_t frames = 64, rate_hz = 48000;
constexpr uint64_t block_ns = frames * 1'000'000'000ull / rate_hz;

double thread_us() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

/** Reads and writes all its channels, as little as a mixer can do. */
struct Copying {
  uint32_t channels = 0;
  rd_processor processor{sizeof(rd_processor), RD_ABI, this, prepare, release, process};

  static int prepare(void* self, double, uint32_t, uint32_t inputs, uint32_t) {
    static_cast<Copying*>(self)->channels = inputs;
    return 0;
  }
  static void release(void*) {}
  static void process(void* self, const float* const* in, float* const* out, uint32_t count, const rd_block_time*) {
    for (uint32_t c = 0; c < static_cast<Copying*>(self)->channels; ++c) {
      for (uint32_t n = 0; n < count; ++n) out[c][n] = 0.5f * in[c][n];
    }
  }
};

/** A driver's side of a device with as many inputs as outputs. */
struct Device {
  std::vector<float> sound, heard;
  std::vector<const float*> in;
  std::vector<float*> out;
  uint64_t position = 0;

  explicit Device(uint32_t channels) : sound(channels * frames), heard(channels * frames) {
    uint32_t seed = 1;
    for (float& each : sound) each = static_cast<float>((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 24) - 0.5f;
    for (uint32_t c = 0; c < channels; ++c) in.push_back(&sound[c * frames]), out.push_back(&heard[c * frames]);
  }
  /** Returns the processor time, us. */
  double call(rd_processor& processor, uint64_t ns) {
    const rd_block_time time{sizeof(rd_block_time), RD_ABI, position, ns, 0, 0, 0};
    const double begin = thread_us();
    processor.process(processor.self, in.data(), out.data(), frames, &time);
    position += frames;
    return thread_us() - begin;
  }
};

struct Cost {
  double driving_us = 1e9, joined_us = 1e9;
};

/** The least of several runs of a second of sound: other programs only add. joined: channels each way. */
Cost cost_of(uint32_t own, uint32_t joined, bool resamples, double ppm) {
  Copying mixer;
  JoinedDevices devices(mixer.processor);
  std::shared_ptr<JoinedDevice> device;
  if (joined > 0) device = devices.join({joined, joined, resamples});
  rd_processor& driving = *devices.processor();
  driving.prepare(driving.self, rate_hz, frames, own, own);
  if (device) device->processor()->prepare(device->processor()->self, rate_hz, frames, joined, joined);
  Device first(own), second(joined);
  Cost cost;
  uint64_t ns = 1'000'000'000;
  constexpr uint32_t blocks = rate_hz / frames;
  for (int run = 0; run < 6; ++run) {
    Cost sum{0, 0};
    for (uint32_t n = 0; n < blocks; ++n, ns += block_ns) {
      sum.driving_us += first.call(driving, ns);
      if (device) sum.joined_us += second.call(*device->processor(), ns - static_cast<uint64_t>(static_cast<double>(ns - 1'000'000'000) * ppm * 1e-6));
    }
    // The first run fills the rings.
    if (run == 0) continue;
    cost.driving_us = std::min(cost.driving_us, sum.driving_us / blocks);
    cost.joined_us = std::min(cost.joined_us, sum.joined_us / blocks);
  }
  if (device && device->figures().state != JoinedFigures::State::running) std::fprintf(stderr, "the joined device is silent\n");
  return cost;
}

}  // namespace
}  // namespace rowdesk

int main() {
  using namespace rowdesk;
  const Cost alone = cost_of(64, 0, false, 0), same = cost_of(32, 32, false, 0), own_clock = cost_of(32, 32, true, 80);
  const double block_us = static_cast<double>(block_ns) * 1e-3;
  std::printf("{\"usAlone\": %.3f, \"usJoined\": %.3f, \"usResampled\": %.3f, \"percentPerResampledChannel\": %.4f}\n",
              alone.driving_us, same.driving_us, own_clock.driving_us, own_clock.joined_us / block_us / 64 * 100);
}
