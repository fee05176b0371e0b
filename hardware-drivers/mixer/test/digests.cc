// A fence around the sound: the output of every processor, bit by bit, as it was recorded in test/digests.txt. All
// instruction sets give the same. A change that is to leave the sound alone leaves this file alone. One that is to change
// it records anew:
// RECORD_DIGESTS=1 make -C hardware-drivers/mixer check
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include <gnu/libc-version.h>

#include "effect_rig.h"

namespace rowdesk {
namespace {

constexpr uint32_t insert_frames = 24000, effect_frames = 96000;
const char* const file_name = "test/digests.txt";

// FNV-1a, 64 bits (Fowler, Noll, Vo), of the samples' bytes.
uint64_t digest_of(const Channels& channels) {
  uint64_t digest = 0xcbf29ce484222325ull;
  for (const std::vector<float>& channel : channels) {
    for (const float sample : channel) {
      uint32_t bits;
      std::memcpy(&bits, &sample, sizeof bits);
      for (int byte = 0; byte < 4; ++byte) digest = (digest ^ (bits >> 8 * byte & 0xffu)) * 0x100000001b3ull;
    }
  }
  return digest;
}

// Bursts of noise with rests between them, so that gates close and tails are heard.
float bursts(uint32_t channel, uint64_t frame) {
  uint64_t x = (frame + 1) * 0x9e3779b97f4a7c15ull ^ (channel + 1) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 31) * 0x94d049bb133111ebull;
  const float noise = static_cast<float>((x ^ x >> 29) >> 40) / 8388608.0f - 1.0f;
  return (frame + 1500 * channel) % 6000 < 3500 ? noise * 0.25f : noise * 0.0003f;
}

double any_value(const ProcessorParameter& parameter, std::mt19937& random) {
  if (parameter.type != Type::number) return random() % (static_cast<uint32_t>(parameter.maximum) + 1);
  return parameter.minimum + (parameter.maximum - parameter.minimum) * static_cast<double>(random() % 1001) / 1000.0;
}

void change_any(Rig& rig, const ProcessorDescription& processor, std::string_view strip, std::mt19937& random) {
  const ProcessorParameter& parameter = processor.parameters[random() % processor.parameters.size()];
  rig.set(values_path(processor.id, strip), parameter.symbol, any_value(parameter, random));
}

Channels play(Rig& rig, uint32_t frames, std::mt19937& random, const std::function<void()>& change) {
  Channels all(Rig::outputs);
  for (uint32_t done = 0; done < frames;) {
    const uint32_t count = std::min(frames - done, 200 + static_cast<uint32_t>(random() % 1800));
    const Channels piece = rig.render(count, bursts);
    for (uint32_t channel = 0; channel < Rig::outputs; ++channel) {
      all[channel].insert(all[channel].end(), piece[channel].begin(), piece[channel].end());
    }
    done += count;
    change();
  }
  return all;
}

// The processor on a mono strip, a linked pair, a stereo strip and a bus, as far as these have it: all of its parameters
// moved, switched on and off, its key taken from strips before and after it.
Channels insert_script(const ProcessorDescription& processor, std::string_view kernel) {
  Rig rig(whole_desk(), kernel);
  std::mt19937 random(5);
  std::vector<std::string> strips;
  for (const char* path : {"/channel/input/1", "/channel/input/3", "/channel/input/4", "/channel/aux/1", "/channel/mix/1",
                           "/channel/main/1"}) {
    if (rig.mixer.addresses().find(processor_path(processor.id, path), "enabled") == no_slot) continue;
    if (rig.mixer.addresses().find(values_path(processor.id, path), processor.parameters.back().symbol) == no_slot) continue;
    strips.push_back(path);
  }
  CHECK(!strips.empty());
  for (int input = 1; input <= 4; ++input) {
    const std::string path = "/channel/input/" + std::to_string(input);
    rig.patch(path, input - 1);
    rig.set_all({{path, "levelDb", -6}, {path, "pan", 40.0 * input - 100}});
    rig.set(path + "/sends/mix/1", "levelDb", -6);
  }
  rig.patch("/channel/aux/1", 4);
  rig.set_all({{"/channel/aux/1", "levelDb", -6}, {"/channel/mix/1", "mainAssigned", 1}, {"/channel/main/1", "levelDb", -3},
               {"/channel/input/3", "stereoLink", 1}});
  for (const std::string& strip : strips) {
    rig.set(processor_path(processor.id, strip), "enabled", 1);
    for (int i = 0; i < 4; ++i) change_any(rig, processor, strip, random);
  }
  rig.prepare();
  return play(rig, insert_frames, random, [&] {
    const std::string& strip = strips[random() % strips.size()];
    const uint32_t what = random() % 8;
    if (what == 0) return rig.set(processor_path(processor.id, strip), "enabled", random() % 2);
    if (what > 1 || !processor.is_keyed) return change_any(rig, processor, strip, random);
    const std::string key = processor_path(processor.id, strip) + "/key";
    rig.set_all({{key, "source", static_cast<double>(random() % 6)}, {key, "filterEnabled", static_cast<double>(random() % 2)}});
  });
}

Channels effect_script(const ProcessorDescription& processor, std::string_view kernel) {
  EffectRig rig(processor.uri, kernel);
  std::mt19937 random(6);
  return play(rig, effect_frames, random, [&] {
    if (random() % 6 == 0) rig.set(EffectRig::effect, "enabled", random() % 2);
    else change_any(rig, processor, "/channel/fxSend/1", random);
  });
}

// All inserts of a strip one after the other, with keys and taps; one of them changes at a time.
Channels chain_script(std::string_view kernel) {
  Rig rig(whole_desk(), kernel);
  std::mt19937 random(8);
  rig.set("/channel/main/1", "levelDb", 0);
  const std::string strips[] = {"/channel/input/1", "/channel/input/2", "/channel/aux/1", "/channel/main/1"};
  for (int input = 1; input <= 2; ++input) {
    const std::string path = "/channel/input/" + std::to_string(input);
    rig.patch(path, input - 1);
    rig.set_all({{path, "levelDb", -6}, {path + "/sends/mix/1", "levelDb", -6}, {path + "/align", "delayMs", 3.0 * input}});
  }
  rig.patch("/channel/aux/1", 2);
  rig.set_all({{"/channel/aux/1", "levelDb", -6}, {"/channel/mix/1", "mainAssigned", 1}, {strips[0], "stereoLink", 1}});
  const auto any_of_strip = [&](const std::string& strip, const auto& visit) {
    for (const ProcessorDescription& processor : built_in_processors()) {
      if (rig.mixer.addresses().find(values_path(processor.id, strip), processor.parameters.back().symbol) != no_slot) visit(processor);
    }
  };
  for (const std::string& strip : strips) {
    any_of_strip(strip, [&](const ProcessorDescription& processor) { rig.set(processor_path(processor.id, strip), "enabled", 1); });
  }
  rig.prepare();
  return play(rig, insert_frames, random, [&] {
    const std::string& strip = strips[random() % std::size(strips)];
    if (strip.find("input") != std::string::npos) rig.set(strip + "/sends/mix/1", "tapPoint", static_cast<double>(random() % 6));
    any_of_strip(strip, [&](const ProcessorDescription& processor) {
      const std::string path = processor_path(processor.id, strip);
      if (random() % 4 != 0) return;
      if (random() % 4 == 0) rig.set(path, "enabled", random() % 2);
      else if (processor.is_keyed && random() % 3 == 0) rig.set(path + "/key", "source", static_cast<double>(random() % 6));
      else change_any(rig, processor, strip, random);
    });
  });
}

// From one effect to another and back, also during the crossfade, on a pair of fxSends.
Channels switch_script(std::string_view kernel) {
  EffectRig rig("builtin:reverb", kernel);
  std::mt19937 random(9);
  rig.feed(2, 1, "fxSend/2");
  return play(rig, effect_frames, random, [&] {
    const uint32_t what = random() % 5;
    if (what <= 1) return rig.choose("plugin", random() % 2 == 0 ? "builtin:reverb" : "builtin:delay", EffectRig::effect);
    if (what == 2) return rig.set("/channel/fxSend/1", "stereoLink", random() % 2);
    for (const ProcessorDescription& processor : built_in_processors()) {
      if (processor.id == "effect") change_any(rig, processor, "/channel/fxSend/1", random);
    }
  });
}

// What a strip has that is no processor: source, trim, polarity, align, fader, pan, sends, mutes, solo.
Channels strip_script(std::string_view kernel) {
  Rig rig(whole_desk(), kernel);
  std::mt19937 random(7);
  rig.set("/channel/main/1", "levelDb", 0);
  for (int input = 1; input <= 8; ++input) rig.patch("/channel/input/" + std::to_string(input), input - 1);
  rig.prepare();
  return play(rig, insert_frames, random, [&] {
    const std::string path = "/channel/input/" + std::to_string(1 + random() % 8), send = path + "/sends/mix/1";
    const double level = -static_cast<double>(random() % 30), pan = static_cast<double>(random() % 201) - 100;
    const float fade_ms = random() % 3 == 0 ? 60.0f : 0.0f;
    rig.set_all({{path, "levelDb", level}, {path, "pan", pan}, {path, "trimDb", static_cast<double>(random() % 25) - 12},
                 {path, "polarityInverted", random() % 2 * 1.0}, {path, "muted", random() % 5 == 0 ? 1.0 : 0.0},
                 {path, "soloed", random() % 2 * 1.0}, {path, "stereoLink", random() % 6 == 0 ? 1.0 : 0.0},
                 {path + "/align", "delayMs", static_cast<double>(random() % 40)},
                 {send, "levelDb", level}, {send, "tapPoint", static_cast<double>(random() % 6)},
                 {"/channel/mix/1", "mainAssigned", random() % 2 * 1.0}},
                fade_ms);
  });
}

// The mathematics of the C library, by which the control side designs filters and gains: it takes fused multiply-adds where
// the machine has them, and others round the last bit elsewhere.
std::string recorded_with() {
  const char* const fused = find_kernel("avx2") != nullptr || find_kernel("neon") != nullptr ? "fused" : "plain";
  return std::string("glibc ") + gnu_get_libc_version() + ", " + fused + " multiply-adds";
}

std::string hexadecimal(uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

std::vector<std::pair<std::string, std::string>> digests_of(const Kernel& kernel) {
  std::vector<std::pair<std::string, std::string>> digests;
  for (const ProcessorDescription& processor : built_in_processors()) {
    const bool is_effect = processor.id == "effect";
    const Channels made = is_effect ? effect_script(processor, kernel.name) : insert_script(processor, kernel.name);
    if (peak_db(made[0]) <= -60) std::printf("     %s is silent\n", processor.uri.c_str());
    CHECK(peak_db(made[0]) > -60);
    digests.push_back({processor.uri, hexadecimal(digest_of(made))});
  }
  const std::pair<const char*, Channels (*)(std::string_view)> scripts[] = {
      {"strip", strip_script}, {"chain", chain_script}, {"switch", switch_script}};
  for (const auto& [name, script] : scripts) digests.push_back({name, hexadecimal(digest_of(script(kernel.name)))});
  return digests;
}

TEST("every processor sounds as it was recorded, bit by bit, on every instruction set") {
  if (check::is_sanitized) {
    std::printf("     digests are of the plain build\n");
    return;
  }
  if (std::getenv("RECORD_DIGESTS") != nullptr) {
    std::ofstream file(file_name);
    file << recorded_with() << "\n";
    for (const auto& [name, digest] : digests_of(*kernels_that_run().front())) file << name << " " << digest << "\n";
  }
  std::ifstream file(file_name);
  std::string with;
  CHECK(static_cast<bool>(std::getline(file, with)));
  if (with != recorded_with()) {
    std::printf("     digests were recorded with %s; this is %s: not compared\n", with.c_str(), recorded_with().c_str());
    return;
  }
  std::map<std::string, std::string> recorded;
  for (std::string name, digest; file >> name >> digest;) recorded[name] = digest;
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
    for (const auto& [name, digest] : digests_of(*kernel)) {
      if (recorded[name] == digest) continue;
      std::printf("     %s, %s: recorded %s, here %s\n", name.c_str(), kernel->name, recorded[name].c_str(), digest.c_str());
      CHECK(false);
    }
  }
}

}  // namespace
}  // namespace rowdesk
