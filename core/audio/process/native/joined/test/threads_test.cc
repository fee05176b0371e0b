// Two devices on threads of their own, by the clock of the machine. ThreadSanitizer watches this; nothing here waits for a
// deadline.
#include <pthread.h>
#include <rowdesk/clock.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>

#include "../../../../../../hardware-drivers/lib/sound-files/test/check.h"
#include "rig.h"

namespace rowdesk::test {
namespace {

/** Calls a processor with two channels each way, as a driver without a card does. */
class Device {
 public:
  Device(rd_processor& processor, uint32_t rate_hz, uint32_t frames) : processor_(processor), rate_hz_(rate_hz), frames_(frames) {
    CHECK(processor.prepare(processor.self, rate_hz, frames, channels, channels) == 0);
    thread_ = std::thread([this] { run(); });
    is_real_time_ = rd_clock_make_real_time(thread_.native_handle());
  }
  ~Device() {
    is_stopping_ = true;
    thread_.join();
    processor_.release(processor_.self);
  }
  bool is_real_time() const { return is_real_time_; }
  /** Of the kernel: pthread_getschedparam() tells what pthread_setschedparam() has set. */
  int priority() const {
    sched_param parameters{};
    sched_getparam(thread_id_, &parameters);
    return parameters.sched_priority;
  }
  uint64_t blocks() const { return blocks_; }

 private:
  void run() {
    thread_id_ = gettid();
    std::vector<float> samples(frames_, 0.25f), heard[channels];
    for (auto& each : heard) each.resize(frames_);
    const float* in[] = {samples.data(), samples.data()};
    float* out[] = {heard[0].data(), heard[1].data()};
    rd_clock clock;
    rd_clock_start(&clock, rate_hz_, frames_);
    // The priority is set by the thread that starts this one: no block comes before.
    rd_sleep_until(rd_monotonic_ns() + 50'000'000);
    uint64_t position = 0;
    uint32_t flags = 0;
    while (!is_stopping_) {
      const rd_wakeup woken = rd_clock_wait(&clock);
      position += woken.lost_frames;
      if (woken.lost_frames > 0) {
        flags = RD_BLOCK_XRUN;
        continue;
      }
      const rd_block_time time{sizeof(rd_block_time), RD_ABI, position, woken.now_ns, 0, flags, 0};
      processor_.process(processor_.self, in, out, frames_, &time);
      position += frames_;
      flags = 0;
      ++blocks_;
    }
  }

  rd_processor& processor_;
  const uint32_t rate_hz_, frames_;
  std::atomic<bool> is_stopping_{false};
  std::atomic<uint64_t> blocks_{0};
  std::atomic<pid_t> thread_id_{0};
  bool is_real_time_ = false;
  std::thread thread_;
};

void pass(const Device& device, uint64_t blocks) {
  for (const uint64_t end = device.blocks() + blocks; device.blocks() < end;) rd_sleep_until(rd_monotonic_ns() + 5'000'000);
}

TEST("two threads exchange sound while a third reads the figures, and each of them begins anew meanwhile") {
  for (const bool resamples : {false, true}) {
    TestMixer mixer;
    JoinedDevices devices(mixer.processor);
    const auto device = devices.join({channels, channels, resamples});
    std::atomic<bool> is_over{false};
    std::atomic<uint64_t> reads{0};
    std::thread reader([&] {
      while (!is_over) {
        reads += device->figures().gaps < UINT64_MAX;
        std::this_thread::yield();
      }
    });
    {
      auto driving = std::make_unique<Device>(*devices.processor(), 48000, 64);
      auto joined = std::make_unique<Device>(*device->processor(), 48000, 128);
      pass(*joined, 300);
      joined.reset();
      joined = std::make_unique<Device>(*device->processor(), 48000, 256);
      pass(*joined, 150);
      driving.reset();
      pass(*joined, 20);
      driving = std::make_unique<Device>(*devices.processor(), 48000, 128);
      pass(*driving, 300);
    }
    is_over = true;
    reader.join();
    CHECK(reads > 0);
    devices.clear();
  }
}

TEST("a thread that converts stays below the driving thread's priority, and no other does") {
  for (const bool resamples : {false, true}) {
    TestMixer mixer;
    JoinedDevices devices(mixer.processor);
    const auto device = devices.join({channels, channels, resamples});
    Device driving(*devices.processor(), 48000, 64), joined(*device->processor(), 48000, 64);
    if (!driving.is_real_time() || !joined.is_real_time()) {
      std::printf("     not tested: this account may not use SCHED_FIFO\n");
      return;
    }
    pass(driving, 20);
    pass(joined, 20);
    CHECK(driving.priority() == RD_CLOCK_PRIORITY);
    CHECK(joined.priority() == RD_CLOCK_PRIORITY - (resamples ? 1 : 0));
  }
}

}  // namespace
}  // namespace rowdesk::test
