// One sound, however it is computed.
#include <random>

#include "desk.h"
#include "strip_rig.h"

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

// A busy second of inputs and mains: changes at frames that lie across all grids.
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

// A busy second of all that routing has.
Channels busy_desk(std::string_view kernel, uint32_t block) {
  Desk desk(kernel);
  std::mt19937 random(11);
  const auto pick = [&](uint32_t count) { return static_cast<int>(1 + random() % count); };
  for (int input = 1; input <= 8; ++input) desk.feed(input);
  desk.patch("/channel/aux/1", 20);
  desk.set("/talkback/1", "sourceId", 24);
  desk.set_refs("/talkback/1", "destinations", {"/channel/mix/1", "/channel/main/1"});
  desk.set_refs("/console/oscillator", "targets", {"/channel/matrix/1", "/channel/mix/4"});
  desk.send("/channel/main/1", "matrix/1", -3);
  turn_on(desk, "limiter", {{"lookAheadMs", 91 / 48.0}}, "/channel/input/3");
  desk.prepare();
  Channels all(Rig::outputs);
  for (uint32_t frame = 0; frame < 48000;) {
    const std::string input = Desk::name("input", pick(8)), mix = Desk::name("mix", pick(4));
    const double level_db = -static_cast<double>(random() % 30), pan = static_cast<double>(random() % 201) - 100;
    desk.send(input, "mix/" + std::to_string(pick(4)), level_db, static_cast<double>(random() % 6), pan);
    desk.send(input, "main/2", level_db, static_cast<double>(random() % 6), pan);
    desk.send(mix, "matrix/" + std::to_string(pick(2)), level_db, static_cast<double>(random() % 6));
    desk.set_all({{mix, "mainAssigned", random() % 2 * 1.0}, {mix, "stereoLink", random() % 2 * 1.0},
                  {input, "dcas", random() % 4 * 1.0}, {input, "muteGroups", random() % 16 * 1.0},
                  {input, "mainAssigned", random() % 2 * 1.0}, {input, "soloed", random() % 2 * 1.0},
                  {"/channel/dca/1", "levelDb", level_db}, {"/channel/muteGroup/2", "muted", random() % 2 * 1.0},
                  {"/cue", "inputMode", random() % 2 * 1.0}, {"/cue", "delayMs", random() % 500 * 1.0},
                  {"/talkback/1", "on", random() % 2 * 1.0}, {"/talkback/1", "dimBusesDb", level_db},
                  {"/console/oscillator", "enabled", random() % 2 * 1.0},
                  {"/console/oscillator", "type", random() % 4 * 1.0},
                  {"/channel/mixMinus/1", "soloed", random() % 2 * 1.0},
                  {"/channel/mixMinus/1", "owner", random() % 8 * 1.0}});
    const uint32_t frames = std::min(48000 - frame, 100 + static_cast<uint32_t>(random() % 3000));
    const Channels part = desk.render(frames, noise, block);
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
  const Channels desk = busy_desk("", 64);
  CHECK(desk == busy_desk("", 64));
  for (uint32_t channel = 0; channel < Rig::outputs; ++channel) CHECK(peak_db(desk[channel]) > -20);
}

TEST("blocks of 1, 17, 64, 1000 and 4096 frames give the same sound") {
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
    const Channels reference = busy_second(kernel->name, 64);
    for (uint32_t block : check::sweep({17u, 1u, 1000u, 4096u})) {
      CHECK_NEAR(largest_difference(reference, busy_second(kernel->name, block)), 0.0, 1e-6);
    }
    const Channels desk = busy_desk(kernel->name, 64);
    for (uint32_t block : check::sweep({17u, 1u, 1000u, 4096u})) {
      CHECK_NEAR(largest_difference(desk, busy_desk(kernel->name, block)), 0.0, 1e-6);
    }
  }
}

TEST("all instruction sets agree to the bit") {
  const Channels reference = busy_second("scalar", 64), desk = busy_desk("scalar", 64);
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
    CHECK(desk == busy_desk(kernel->name, 64));
    CHECK(reference == busy_second(kernel->name, 64));
  }
}

TEST("an instruction set that doesn't exist is not found") {
  CHECK(find_kernel("avx9000") == nullptr);
  CHECK(find_kernel("scalar") != nullptr);
  CHECK(find_kernel("") == kernels_that_run().back());
}

}  // namespace
}  // namespace rowdesk
