// An fxSend's effect with a plugin of another process: what is heard of it, and that its input is never heard in its place.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "hosted_desk.h"

namespace rowdesk {
namespace {

constexpr std::string_view send_path = "/channel/fxSend/1";
constexpr std::string_view effect_path = "/channel/fxSend/1/chain/processors/effect";
constexpr double most_step_of_ramp = 1.0 / 960.0;   // of 20 ms
constexpr double most_step_of_decay = 1.0 / 240.0;  // of 5 ms

void append(std::vector<float>& sound, const Channels& more) { sound.insert(sound.end(), more[0].begin(), more[0].end()); }

double hosted_choice(Rig& rig) { return choice(rig, effect_path, "plugin", "builtin:delay") + 1; }

// Input 1 goes to fxSend/1 alone, and what is heard is its return, all at 0 dB.
struct EffectDesk : HostedDesk {
  explicit EffectDesk(uint32_t block) : HostedDesk(block, whole_desk()) {
    const std::string input = "/channel/input/1";
    rig.patch(input, 0);
    rig.set_all({{input, "levelDb", 0}, {input, "mainAssigned", 0}});
    rig.set(input + "/sends/fxSend/1", "levelDb", 0);
    rig.set("/channel/fxReturn/1", "levelDb", 0);
    rig.set("/channel/main/1", "levelDb", 0);
    rig.set(effect_path, "plugin", choice(rig, effect_path, "plugin", "builtin:delay"));
    rig.prepare();
  }

  InsertRack& host(uint32_t latency = 0) {
    rig.set(effect_path, "plugin", hosted_choice(rig));
    return insert(send_path, 1, latency);
  }
  void take_out() {
    rig.set(effect_path, "plugin", choice(rig, effect_path, "plugin", "builtin:delay"));
    set(send_path, 1, false);
  }
};

TEST("an effect's plugin is heard wet only, a block and its latency late, and has both legs") {
  for (const uint32_t block : {16u, 64u, 480u}) {
    for (const uint32_t latency : {0u, 400u}) {
      EffectDesk desk(block);
      desk.host(latency).plugin = [](uint32_t leg, uint64_t, float sample, float) { return leg == 0 ? -sample : 0.5f * sample; };
      desk.render(9600, noise(), block);
      CHECK(desk.state(send_path).heard == HostedHeard::plugin && desk.state(send_path).delay_frames == block + latency);
      const Channels out = desk.render(4800, noise(), block);
      bool is_same = true;
      for (uint32_t i = 0; i < out[0].size(); ++i) {
        const float sent = noise_at(0, 9600 + i - block - latency);
        is_same = is_same && out[0][i] == -sent && out[1][i] == 0.5f * sent;
      }
      CHECK(is_same);
      CHECK(desk.state(send_path).late_blocks == 0);
    }
  }
}

TEST("no path waits for an effect's plugin") {
  EffectDesk desk(64);
  desk.rig.set_all({{"/channel/input/1", "mainAssigned", 1}, {"/channel/input/1", "pan", -100}});
  desk.host(400).plugin = [](uint32_t, uint64_t, float, float) { return 0.0f; };
  desk.render(9600, noise(), 64);
  const std::vector<float> out = desk.render(4800, noise(), 64)[0];
  bool is_same = true;
  for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == noise_at(0, 9600 + i);
  CHECK(is_same);
}

TEST("without its plugin an effect is silence after 5 ms, never its input, and comes back in 20 ms") {
  for (const uint32_t block : {16u, 64u, 480u}) {
    EffectDesk desk(block);
    InsertRack& rack = desk.host();
    rack.plugin = [](uint32_t, uint64_t, float sample, float) { return -0.5f * sample; };
    desk.render(9600, tone(), block);
    std::vector<float> out = desk.render(4800, tone(), block)[0];
    CHECK_NEAR(peak_db(out), 20 * std::log10(amplitude / 2), 0.001);
    rack.end();
    append(out, desk.render(4800, tone(), block));
    CHECK(desk.state(send_path).heard == HostedHeard::dry && desk.state(send_path).late_blocks == 0);
    CHECK(peak_db(std::vector<float>(out.end() - 4000, out.end())) == -1000.0);
    CHECK(peak_db(desk.render(9600, tone(), block)[0]) == -1000.0);
    rack.begin();
    append(out, desk.render(9600, tone(), block));
    CHECK(desk.state(send_path).heard == HostedHeard::plugin);
    CHECK_NEAR(peak_db(std::vector<float>(out.end() - 480, out.end())), 20 * std::log10(amplitude / 2), 0.001);
    CHECK(largest_step(out) <= step_of_tone + amplitude * most_step_of_decay + 1e-6);
  }
}

TEST("what an effect's plugin gives that is not finite is silence, and its return plays on") {
  EffectDesk desk(64);
  InsertRack& rack = desk.host();
  desk.render(9600, tone(), 64);
  rack.plugin = [](uint32_t, uint64_t, float, float) { return std::numeric_limits<float>::quiet_NaN(); };
  desk.render(640, tone(), 64);
  CHECK(peak_db(desk.render(4800, tone(), 64)[0]) == -1000.0);
  CHECK(desk.rig.mixer.insert(desk.strip_of(send_path), 0).heard == HostedHeard::dry);
  rack.plugin = [](uint32_t, uint64_t, float sample, float) { return sample; };
  desk.render(9600, tone(), 64);
  CHECK_NEAR(peak_db(desk.render(4800, tone(), 64)[0]), 20 * std::log10(amplitude), 0.001);
}

TEST("a plugin comes in the place of a built-in effect and leaves it within 20 ms each, without a step and without a file") {
  for (const uint32_t block : {16u, 64u, 480u}) {
    EffectDesk desk(block);
    const std::string values(std::string(effect_path) + "/values");
    desk.rig.set(values, "timeMs", 1);
    desk.rig.set(values, "feedbackPercent", 0);
    desk.rig.prepare();
    std::vector<float> out = desk.render(9600, tone(), block)[0];
    const double built_in = peak_db(std::vector<float>(out.end() - 4800, out.end()));
    desk.host().plugin = [](uint32_t, uint64_t, float sample, float) { return 0.5f * sample; };
    append(out, desk.render(9600, tone(), block));
    CHECK_NEAR(peak_db(std::vector<float>(out.end() - 480, out.end())), 20 * std::log10(amplitude / 2), 0.001);
    CHECK(desk.is_there("fxSend-1-effect"));
    desk.take_out();
    append(out, desk.render(9600, tone(), block));
    CHECK_NEAR(peak_db(std::vector<float>(out.end() - 480, out.end())), built_in, 0.001);
    CHECK(!desk.is_there("fxSend-1-effect") && desk.state(send_path).heard == HostedHeard::none);
    // Inputs fade like outputs: two ramps at a time, of two sounds.
    CHECK(largest_step(out) <= step_of_tone + 4 * amplitude * most_step_of_ramp + 1e-6);
  }
}

TEST("a plugin that sounds without an input is heard, and turned off it is silent within 20 ms") {
  EffectDesk desk(64);
  desk.host().plugin = [](uint32_t, uint64_t frame, float, float) {
    return static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * static_cast<double>(frame % 48) / 48.0));
  };
  const Sound silence = [](uint64_t) { return 0.0f; };
  desk.render(96000, silence, 64);
  CHECK_NEAR(peak_db(desk.render(4800, silence, 64)[0]), 20 * std::log10(amplitude), 0.001);
  desk.rig.set(effect_path, "enabled", 0);
  std::vector<float> out = desk.render(960, silence, 64)[0];
  CHECK(peak_db(desk.render(4800, silence, 64)[0]) == -1000.0);
  desk.rig.set(effect_path, "enabled", 1);
  append(out, desk.render(1920, silence, 64));
  CHECK_NEAR(peak_db(desk.render(4800, silence, 64)[0]), 20 * std::log10(amplitude), 0.001);
}

TEST("a plugin that is chosen and has no rack yet is silence") {
  EffectDesk desk(64);
  desk.rig.set(effect_path, "plugin", hosted_choice(desk.rig));
  desk.set(send_path, 1, true);
  desk.render(1920, tone(), 64);
  CHECK(peak_db(desk.render(9600, tone(), 64)[0]) == -1000.0);
  CHECK(desk.state(send_path).heard == HostedHeard::dry);
}

TEST("a linked pair of fxSends feeds left and right of the first one's plugin; the second one's hears silence") {
  EffectDesk desk(64);
  desk.host();
  desk.rig.set(std::string("/channel/fxSend/2/chain/processors/effect"), "plugin", hosted_choice(desk.rig));
  double loudest = 0.0;
  desk.insert("/channel/fxSend/2").plugin = [&](uint32_t, uint64_t, float sample, float) {
    loudest = std::max(loudest, std::abs(static_cast<double>(sample)));
    return sample;
  };
  desk.rig.set(send_path, "stereoLink", 1);
  desk.rig.set("/channel/input/1/sends/fxSend/1", "pan", -100);
  desk.render(9600, tone(), 64);
  loudest = 0.0;
  const Channels left = desk.render(4800, tone(), 64);
  CHECK(peak_db(left[0]) > -15.0 && peak_db(left[1]) < -120.0);
  desk.rig.set("/channel/input/1/sends/fxSend/1", "pan", 100);
  desk.render(4800, tone(), 64);
  const Channels right = desk.render(4800, tone(), 64);
  CHECK(peak_db(right[0]) < -120.0 && peak_db(right[1]) > -15.0);
  CHECK(loudest == 0.0);
}

TEST("effects that are changed faster than they crossfade end at the last one, without a step and without a file") {
  for (const uint32_t block : {16u, 64u, 480u}) {
    EffectDesk desk(block);
    std::vector<float> out = desk.render(9600, tone(), block)[0];
    for (uint32_t pause : {480u, 960u, 16u}) {
      desk.rig.set(effect_path, "plugin", choice(desk.rig, effect_path, "plugin", "builtin:reverb"));
      append(out, desk.render(pause, tone(), block));
      desk.host().plugin = [](uint32_t, uint64_t, float sample, float) { return 0.5f * sample; };
      append(out, desk.render(2 * pause, tone(), block));
      desk.take_out();
      append(out, desk.render(pause, tone(), block));
      desk.host();  // its slot may still fade out, and is the same then
      append(out, desk.render(9600, tone(), block));
      CHECK(desk.state(send_path).heard == HostedHeard::plugin);
      desk.take_out();
      append(out, desk.render(24000, tone(), block));
      CHECK(!desk.is_there("fxSend-1-effect") && desk.state(send_path).heard == HostedHeard::none);
    }
    CHECK(largest_step(out) <= step_of_tone + 4 * amplitude * most_step_of_decay + 1e-6);
  }
}

TEST("an effect's plugin has a key: Post-Trim of another strip, filtered for it alone") {
  EffectDesk desk(64);
  desk.rig.patch("/channel/input/2", 1);
  InsertRack& rack = desk.host();
  rack.plugin = [](uint32_t, uint64_t, float, float key) { return key; };
  desk.render(9600, noise(), 64);
  CHECK(peak_db(desk.render(4800, noise(), 64)[0]) == -1000.0 && rack.slot().has_key == 0);
  const std::string key(std::string(effect_path) + "/key");
  desk.rig.set(key, "source", desk.strip_of("/channel/input/2") + 1);
  desk.render(4800, noise(), 64);
  const std::vector<float> out = desk.render(4800, noise(), 64)[0];
  bool is_same = true;
  for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == noise_at(1, 19200 + i - 64);
  CHECK(is_same && rack.slot().has_key == 1);
  // Two effects whose lanes are neighbours: the filter of the one moves that of the other not at all.
  desk.rig.set_all({{key, "filterEnabled", 1}, {key, "frequencyHz", 1000}});
  desk.render(4800, noise(), 64);
  const std::vector<float> alone = desk.render(4800, noise(), 64)[0];
  CHECK(peak_db(alone) < peak_db(out));
  EffectDesk two(64);
  two.rig.patch("/channel/input/2", 1);
  const std::string next = "/channel/fxSend/2/chain/processors/effect";
  two.host().plugin = rack.plugin;
  two.rig.set(next, "plugin", hosted_choice(two.rig));
  two.insert("/channel/fxSend/2");
  for (const std::string& path : {key, next + "/key"}) {
    two.rig.set(path, "source", two.strip_of("/channel/input/2") + 1);
    two.rig.set_all({{path, "filterEnabled", 1}, {path, "frequencyHz", 1000}});
  }
  two.render(28800, noise(), 64);
  const std::vector<float> beside = two.render(4800, noise(), 64)[0];
  double largest = 0.0;
  for (uint32_t i = 0; i < beside.size(); ++i) largest = std::max(largest, std::abs(static_cast<double>(beside[i] - alone[i])));
  CHECK(largest < 1e-4);
}

TEST("an offline render has every sample of an effect's plugin") {
  EffectDesk desk(64);
  InsertRack& rack = desk.host();
  rack.plugin = [](uint32_t, uint64_t, float sample, float) { return -sample; };
  desk.rig.prepare();
  std::atomic<bool> is_done{false};
  std::thread thread([&] {
    while (!is_done) {
      rack.play();
      rack.wait();
    }
  });
  const std::vector<float> out = desk.rig.render(9600, noise(), 64, RD_BLOCK_OFFLINE)[0];
  is_done = true;
  thread.join();
  bool is_same = true;
  for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == (i < 64 ? 0.0f : -noise_at(0, i - 64));
  CHECK(is_same);
  CHECK(desk.state(send_path).late_blocks == 0);
}

TEST("another rate is another file, and the effect goes on with it") {
  EffectDesk desk(64);
  InsertRack& rack = desk.host();
  desk.render(9600, noise(), 64);
  desk.rig.most_frames = 128;
  desk.rig.prepare();
  rack.attach();
  rack.begin();
  desk.render(9600, noise(), 128);
  CHECK(desk.state(send_path).heard == HostedHeard::plugin && desk.state(send_path).delay_frames == 128);
  CHECK(peak_db(desk.render(960, noise(), 128)[0]) > -10.0);
}

}  // namespace
}  // namespace rowdesk
