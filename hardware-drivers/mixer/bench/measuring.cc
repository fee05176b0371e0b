#include "measuring.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include "../test/measured_sound.h"
#include "measurement/measure.h"

namespace rowdesk {
namespace {

using namespace measurement;

constexpr double rate = 48000.0, sound_s = 8.0, seconds = 10.0;
constexpr int runs = 5;

template <typename Value>
void put(std::ofstream& file, Value value) {
  file.write(reinterpret_cast<const char*>(&value), sizeof value);
}

void write_capture(const std::string& path) {
  const auto sent = sweep(rate, {.sound_s = sound_s, .before_s = 0.5, .after_s = 1.5});
  const auto heard = with_noise(through(sent, rate, delay(0.01)), 30.0, 1);
  std::ofstream file(path, std::ios::binary);
  const auto bytes = static_cast<uint32_t>(sent.size() * 8);
  file << "RIFF", put(file, 36 + bytes), file << "WAVEfmt ", put(file, uint32_t{16});
  put(file, uint16_t{3}), put(file, uint16_t{2}), put(file, static_cast<uint32_t>(rate));
  put(file, static_cast<uint32_t>(rate) * 8), put(file, uint16_t{8}), put(file, uint16_t{32});
  file << "data", put(file, bytes);
  for (size_t i = 0; i < sent.size(); ++i) put(file, sent[i]), put(file, heard[i]);
}

double cost(const Order& order) {
  double least = 1e9;
  for (int run = 0; run < runs; ++run) {
    const std::clock_t began = std::clock();
    measure(order);
    least = std::min(least, static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
  }
  return least / seconds;
}

}  // namespace

MeasuringCost measuring() {
  const auto path = std::filesystem::temp_directory_path() / ("rowdesk-bench-" + std::to_string(getpid()) + ".wav");
  write_capture(path);
  Order order;
  order.file = path;
  order.sweep = Sweep{20.0, 20000.0, sound_s};
  MeasuringCost found{};
  order.goal = Goal::delay, found.delay = cost(order);
  order.goal = Goal::transfer, found.transfer = cost(order);
  order.goal = Goal::impulse, found.impulse = cost(order);
  std::filesystem::remove(path);
  return found;
}

}  // namespace rowdesk
