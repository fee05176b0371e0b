// Processor time of the mixer, as JSON: make -C hardware-drivers/mixer bench
//
// Inputs with high-pass, gate, four EQ bands, compressor and align delay on, each sent to 16 mixes and the main, on pink
// noise; blocks of 64 frames at 48 kHz, offline, one thread. A figure is the median of many runs over 64 blocks.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "kernels/instruction_set.h"
#include "control/mixer.h"
#include "../test/field_file.h"
#include "../test/processor_file.h"

namespace rowdesk {
namespace {

constexpr uint32_t frames = 64;
constexpr double rate = 48000.0;
constexpr double block_us = frames / rate * 1e6;
constexpr uint32_t buses = 16;
constexpr uint32_t channels = 32;

// What this thread used of its processor: a busy machine makes little difference.
double thread_us() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

class Desk {
 public:
  Desk(const Kernel& kernel, uint32_t inputs, bool has_processors, bool has_sends)
      : mixer_(counts_of(inputs), {&kernel, false, {}, built_in_processors(), built_in_fields()}) {
    std::vector<std::pair<int32_t, int32_t>> sources{{-1, -1}};
    for (int32_t channel = 0; channel < static_cast<int32_t>(channels); ++channel) sources.push_back({channel, -1});
    mixer_.connect(sources, {});
    mixer_.open(true, 0, Reason::startup);
    apply("/channel/main/1", "levelDb", 0);
    for (uint32_t n = 1; n <= inputs; ++n) arrange("/channel/input/" + std::to_string(n), n, has_processors, has_sends);
    mixer_.apply(1, slots_, values_);
    mixer_.processor()->prepare(&mixer_, rate, frames, channels, 2);
    make_noise();
    run(3000);  // past all windows, gates open, caches warm
  }

  // Microseconds per block, the mean of `blocks`.
  double run(uint32_t blocks) {
    const double begin = thread_us();
    for (uint32_t block = 0; block < blocks; ++block) {
      const float* in[channels];
      for (uint32_t channel = 0; channel < channels; ++channel) {
        in[channel] = noise_.data() + (block * frames + channel * 577) % (noise_.size() - frames);
      }
      float* out[] = {out_, out_ + frames};
      const rd_block_time time = {sizeof time, RD_ABI, 0, 0, 0, RD_BLOCK_OFFLINE, 0};
      mixer_.processor()->process(&mixer_, in, out, frames, &time);
    }
    return (thread_us() - begin) / blocks;
  }

  double median() {
    std::vector<double> runs;
    for (int i = 0; i < 41; ++i) runs.push_back(run(64));
    std::ranges::nth_element(runs, runs.begin() + 20);
    return runs[20];
  }

  // Microseconds of the block that takes a scene of all that arrange() wants, levels with a fade.
  double scene() {
    std::vector<double> runs;
    for (int i = 0; i < 9; ++i) {
      std::vector<double> scene = values_;
      for (double& value : scene) value += value < 0 && i % 2 == 0 ? 3 : 0;
      mixer_.apply(2 + i, slots_, scene, std::vector<float>(slots_.size(), 200.0f));
      runs.push_back(run(1));
      run(300);  // past the fade
    }
    std::ranges::nth_element(runs, runs.begin() + 4);
    return runs[4];
  }

 private:
  static KindCounts counts_of(uint32_t inputs) {
    KindCounts counts{};
    counts[static_cast<uint32_t>(Kind::input)] = inputs;
    counts[static_cast<uint32_t>(Kind::mix)] = buses;
    counts[static_cast<uint32_t>(Kind::main)] = 1;
    return counts;
  }

  void apply(const std::string& path, const std::string& field, double value) {
    slots_.push_back(mixer_.addresses().find(path, field));
    values_.push_back(value);
  }

  void arrange(const std::string& strip, uint32_t n, bool has_processors, bool has_sends) {
    apply(strip, "sourceId", 1 + n % channels);
    apply(strip, "levelDb", -20);
    for (uint32_t bus = 1; has_sends && bus <= buses; ++bus) apply(strip + "/sends/mix/" + std::to_string(bus), "levelDb", -20);
    if (!has_processors) return;
    const std::string chain = strip + "/chain/processors/";
    for (const char* id : {"hpf", "gate", "eq", "comp"}) apply(chain + id, "enabled", 1);
    apply(chain + "hpf/values", "slope", 2);
    for (int band = 1; band <= 4; ++band) apply(chain + "eq/values", "band" + std::to_string(band) + "GainDb", band % 2 ? 4 : -4);
    apply(chain + "gate/values", "thresholdDb", -60);
    apply(chain + "comp/values", "thresholdDb", -40);
    apply(strip + "/align", "delayMs", 5);
  }

  // P. Kellet's economy filter on white noise.
  void make_noise() {
    uint32_t seed = 1;
    double b0 = 0, b1 = 0, b2 = 0;
    for (float& sample : noise_) {
      seed = seed * 1664525u + 1013904223u;
      const double white = seed / 2147483648.0 - 1.0;
      b0 = 0.99765 * b0 + white * 0.0990460;
      b1 = 0.96300 * b1 + white * 0.2965164;
      b2 = 0.57000 * b2 + white * 1.0526913;
      sample = static_cast<float>(0.05 * (b0 + b1 + b2 + white * 0.1848));
    }
  }

  Mixer mixer_;
  std::vector<Slot> slots_;
  std::vector<double> values_;
  std::vector<float> noise_ = std::vector<float>(48000);
  float out_[2 * frames];
};

double per_strip(const Kernel& kernel, bool has_processors, bool has_sends) {
  return (Desk(kernel, 128, has_processors, has_sends).median() - Desk(kernel, 64, has_processors, has_sends).median()) / 64;
}

void print(const Kernel& kernel) {
  std::printf("    {\n      \"instructionSet\": \"%s\",\n", kernel.name);
  std::printf("      \"usPerStripAllOnAnd16Sends\": %.4f,\n", per_strip(kernel, true, true));
  std::printf("      \"usPerStripAllOnNoSends\": %.4f,\n", per_strip(kernel, true, false));
  std::printf("      \"usPerStripAllOffAnd16Sends\": %.4f,\n", per_strip(kernel, false, true));
  std::printf("      \"usPerStripAllOffNoSends\": %.4f,\n", per_strip(kernel, false, false));
  const double desk = Desk(kernel, 64, true, true).median();
  std::printf("      \"usPerBlock64InputsInto16Buses\": %.2f,\n", desk);
  std::printf("      \"percentOfOneCore64InputsInto16Buses\": %.2f,\n", desk / block_us * 100);
  std::printf("      \"usOfBlockThatTakesAScene239Inputs\": %.2f,\n", Desk(kernel, 239, true, true).scene());
  std::printf("      \"growth\": [");
  const char* comma = "";
  for (const uint32_t inputs : {16u, 32u, 64u, 128u, 239u}) {  // 239 and 16 mixes and a main are the most
    std::printf("%s{ \"inputs\": %u, \"usPerBlock\": %.2f }", comma, inputs, Desk(kernel, inputs, true, true).median());
    comma = ", ";
  }
  std::printf("]\n    }");
}

}  // namespace
}  // namespace rowdesk

int main() {
  std::printf("{\n  \"frames\": 64,\n  \"rate\": 48000,\n  \"sets\": [\n");
  const char* comma = "";
  for (const rowdesk::Kernel* kernel : rowdesk::kernels_that_run()) {
    std::printf("%s", comma);
    rowdesk::print(*kernel);
    std::fflush(stdout);
    comma = ",\n";
  }
  std::printf("\n  ]\n}\n");
}
