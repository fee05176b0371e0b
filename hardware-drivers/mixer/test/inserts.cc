// Inserts with a plugin in another process: what they do to the sound while it is there, and while it is not.
#include <algorithm>
#include <cmath>
#include <limits>

#include "hosted_desk.h"
#include "splatter.h"

namespace rowdesk {
namespace {

void append(std::vector<float>& sound, const Channels& more) { sound.insert(sound.end(), more[0].begin(), more[0].end()); }

// A desk whose first strip is heard alone, as open_strip() has it.
HostedDesk& opened(HostedDesk& desk) {
  open_strip(desk.rig);
  desk.rig.prepare();
  return desk;
}

TEST("a plugin's sound comes a block and its latency late, bit for bit") {
  for (const uint32_t block : {16u, 64u, 256u, 480u}) {
    for (const uint32_t latency : {0u, 64u, 400u}) {
      HostedDesk desk(block);
      opened(desk);
      InsertRack& rack = desk.insert(strip_path, 1, latency);
      rack.plugin = [](uint32_t, uint64_t, float sample, float) { return -sample; };
      desk.render(4800, noise(), block);
      CHECK(desk.state().heard == HostedHeard::plugin && desk.state().delay_frames == block + latency);
      const std::vector<float> out = desk.render(4800, noise(), block)[0];
      bool is_same = true;
      for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == -noise_at(0, 4800 + i - block - latency);
      CHECK(is_same);
      CHECK(desk.state().late_blocks == 0);
    }
  }
}

TEST("blocks that are shorter than prepared, and of any length, change nothing") {
  HostedDesk desk(256);
  opened(desk);
  desk.insert(strip_path).plugin = [](uint32_t, uint64_t, float sample, float) { return -sample; };
  desk.render(4800, noise(), 200);
  uint64_t begin = 4800;
  bool is_same = true;
  for (const uint32_t block : {1u, 17u, 64u, 100u, 256u, 3u}) {
    const std::vector<float> out = desk.render(10 * block, noise(), block)[0];
    for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == -noise_at(0, begin + i - 256);
    begin += out.size();
  }
  CHECK(is_same);
  CHECK(desk.state().late_blocks == 0);
}

TEST("dry and inverted dry are silence where one of them goes through a plugin") {
  for (const uint32_t block : {16u, 64u, 256u, 480u}) {
    for (const uint32_t latency : {0u, 64u, 400u}) {
      HostedDesk desk(block);
      open_strip(desk.rig);
      open_strip(desk.rig, "/channel/input/2");
      desk.rig.set("/channel/input/2", "polarityInverted", 1);
      desk.rig.set("/console", "alignLimitMs", 50);
      desk.rig.prepare();
      desk.insert("/channel/input/2", 1, latency);
      desk.render(9600, noise(), block);
      CHECK(peak_db(desk.render(9600, noise(), block)[0]) < -120.0);
      // And the bypassed insert is as late.
      desk.set("/channel/input/2", 1, true, false);
      desk.render(9600, noise(), block);
      CHECK(desk.state("/channel/input/2").heard == HostedHeard::dry);
      CHECK(peak_db(desk.render(9600, noise(), block)[0]) < -120.0);
      desk.rig.set("/channel/input/2", "polarityInverted", 0);
      desk.render(9600, noise(), block);
      CHECK(peak_db(desk.render(960, noise(), block)[0]) > -10.0);
    }
  }
}

TEST("a plugin that is later than the limit of alignment leaves the other paths early, and the bus says by how much") {
  HostedDesk desk(64);
  open_strip(desk.rig);
  open_strip(desk.rig, "/channel/input/2");
  desk.rig.prepare();
  desk.insert("/channel/input/2", 1, 1000);
  desk.render(9600, noise(), 64);
  const double excess = desk.rig.mixer.excesses_ms()[desk.strip_of("/channel/main/1")];
  CHECK_NEAR(excess, 1064.0 / 48.0 - 10.0, 0.05);
}

TEST("the strip sounds on when its rack ends, and goes back to the plugin without a step") {
  for (const uint32_t block : {16u, 64u, 480u}) {
    HostedDesk desk(block);
    opened(desk);
    InsertRack& rack = desk.insert(strip_path, 1, 32);
    rack.plugin = [](uint32_t, uint64_t, float sample, float) { return -0.5f * sample; };
    desk.render(9600, tone(), block);
    std::vector<float> out = desk.render(4800, tone(), block)[0];
    CHECK_NEAR(peak_db(out), 20 * std::log10(amplitude / 2), 0.001);
    rack.end();
    append(out, desk.render(4800, tone(), block));
    CHECK(desk.state().heard == HostedHeard::dry && desk.state().late_blocks == 0);
    append(out, desk.render(960, tone(), block));
    CHECK_NEAR(peak_db(std::vector<float>(out.end() - 480, out.end())), 20 * std::log10(amplitude), 0.001);
    rack.begin();
    append(out, desk.render(9600, tone(), block));
    CHECK(desk.state().heard == HostedHeard::plugin);
    CHECK_NEAR(peak_db(std::vector<float>(out.end() - 480, out.end())), 20 * std::log10(amplitude / 2), 0.001);
    // The decay of 5 ms is the steepest of what is added to the tone: from at most 1.5 times its height.
    CHECK(largest_step(out) <= step_of_tone + 1.5 * amplitude / 240.0 + 1e-6);
  }
}

TEST("a late block is the dry sound, is counted, and the plugin is heard again after eight in time") {
  HostedDesk desk(64);
  opened(desk);
  InsertRack& rack = desk.insert(strip_path);
  rack.plugin = [](uint32_t, uint64_t, float sample, float) { return -0.5f * sample; };
  desk.render(9600, tone(), 64);
  desk.are_held = true;
  std::vector<float> out = desk.render(64, tone(), 64)[0];
  CHECK(desk.state().heard == HostedHeard::plugin);
  append(out, desk.render(64, tone(), 64));
  CHECK(desk.state().heard == HostedHeard::dry && desk.state().late_blocks == 1);
  desk.are_held = false;
  rack.play();
  append(out, desk.render(7 * 64, tone(), 64));
  CHECK(desk.state().heard == HostedHeard::dry);
  append(out, desk.render(64, tone(), 64));
  CHECK(desk.state().heard == HostedHeard::plugin && desk.state().late_blocks == 1);
  CHECK(rack.slot().late_blocks == 1);
  append(out, desk.render(4800, tone(), 64));
  CHECK(largest_step(out) <= step_of_tone + 1.5 * amplitude / 240.0 + 1e-6);
}

TEST("what a rack writes is checked: nonsense is the dry sound, and never silence") {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const auto spoil = [](auto put) {
    HostedDesk desk(64);
    opened(desk);
    InsertRack& rack = desk.insert(strip_path);
    desk.render(9600, tone(), 64);
    for (int round = 0; round < 20; ++round) {
      put(rack);
      // The copy is as loud as the dry sound.
      CHECK_NEAR(peak_db(desk.render(64, tone(), 64)[0]), 20 * std::log10(amplitude), 0.001);
    }
    CHECK(desk.rig.mixer.faults(0) == 0);
    CHECK(desk.rig.closed(strip_path) == 0);
    return desk.state().heard;
  };
  for (const float sample : {nan, infinity, -infinity, 1e30f}) {
    CHECK(spoil([=](InsertRack& rack) { rack.plugin = [=](uint32_t, uint64_t, float, float) { return sample; }; }) == HostedHeard::dry);
  }
  CHECK(spoil([](InsertRack& rack) { rack.returned().done = ~uint64_t{0}; }) == HostedHeard::dry);
  CHECK(spoil([](InsertRack& rack) { rack.returned().done = 0; }) == HostedHeard::dry);
  CHECK(spoil([](InsertRack& rack) { rack.returned().from = ~uint64_t{0}; }) == HostedHeard::dry);
  CHECK(spoil([](InsertRack& rack) { rack.returned().rack = 4711; }) == HostedHeard::dry);
  CHECK(spoil([](InsertRack& rack) { rack.returned().latency_frames = ~0u; }) == HostedHeard::plugin);
}

TEST("what only the mixer writes into a slot it never reads there") {
  HostedDesk desk(64);
  opened(desk);
  InsertRack& rack = desk.insert(strip_path);
  rack.plugin = [](uint32_t, uint64_t, float sample, float) { return -sample; };
  desk.render(9600, noise(), 64);
  desk.are_held = true;
  bool is_same = true;
  for (uint32_t round = 0; round < 100; ++round) {
    const rd_insert_slot before = rack.slot();
    rd_insert_slot& slot = rack.slot();
    slot.bytes = slot.written = slot.late_blocks = ~uint64_t{0};
    slot.magic = slot.rate = slot.block_frames = slot.capacity_frames = slot.legs = slot.samples_offset = slot.has_key = ~0u;
    const std::vector<float> out = desk.render(64, noise(), 64)[0];
    const uint64_t begin = 9600 + 64 * round;
    for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == -noise_at(0, begin + i - 64);
    const uint64_t written = slot.written;
    slot = before;
    slot.written = written;
    rack.play();
  }
  CHECK(is_same);
}

}  // namespace
}  // namespace rowdesk
