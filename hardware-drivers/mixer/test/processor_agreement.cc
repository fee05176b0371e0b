// One sound of the processors, however it is computed: instruction sets, block sizes, neighbours with faults.
#include <limits>
#include <random>

#include "strip_rig.h"

namespace rowdesk {
namespace {

// White from a hash of channel and frame, so that every rig hears the same; pink by P. Kellet's economy filter.
std::vector<std::vector<float>> pink_noise(uint32_t channels, uint32_t frames) {
  std::vector<std::vector<float>> all(channels, std::vector<float>(frames));
  for (uint32_t channel = 0; channel < channels; ++channel) {
    double b0 = 0, b1 = 0, b2 = 0;
    for (uint32_t frame = 0; frame < frames; ++frame) {
      uint64_t x = (frame + 1) * 0x9e3779b97f4a7c15ull ^ (channel + 1) * 0xbf58476d1ce4e5b9ull;
      x = (x ^ x >> 31) * 0x94d049bb133111ebull;
      const double white = static_cast<double>((x ^ x >> 29) >> 40) / 8388608.0 - 1.0;
      b0 = 0.99765 * b0 + white * 0.0990460;
      b1 = 0.96300 * b1 + white * 0.2965164;
      b2 = 0.57000 * b2 + white * 1.0526913;
      all[channel][frame] = static_cast<float>(0.05 * (b0 + b1 + b2 + white * 0.1848));
    }
  }
  return all;
}

constexpr uint32_t strips = 8;

void turn_all_on(Rig& rig, std::string_view strip, std::mt19937& random) {
  const auto between = [&](double low, double high) { return low + (high - low) * static_cast<double>(random() % 1000) / 999.0; };
  for (const std::string& id : inserts_of(rig, strip)) {
    rig.set(processor_path(id, strip), "enabled", 1);
    if (has_parameter(rig, id, "thresholdDb", strip)) rig.set(values_path(id, strip), "thresholdDb", -30);
  }
  rig.set(values_path("hpf", strip), "frequencyHz", between(30, 300));
  rig.set(values_path("hpf", strip), "slope", random() % 3);
  const uint32_t bands = strip.find("input") != std::string_view::npos || strip.find("aux") != std::string_view::npos ? 4 : 8;
  for (uint32_t band = 1; band <= bands; ++band) {
    const std::string name = "band" + std::to_string(band);
    rig.set(values_path("eq", strip), name + "GainDb", between(-9, 9));
    rig.set(values_path("eq", strip), name + "FrequencyHz", 40 * std::pow(2.0, between(0, 8)));
    rig.set(values_path("eq", strip), name + "Q", between(0.4, 4));
  }
  rig.set(values_path("comp", strip), "thresholdDb", -35);
  rig.set(values_path("comp", strip), "ratio", between(1.5, 8));
  rig.set(values_path("comp", strip), "kneeDb", between(0, 5));
  rig.set(values_path("comp", strip), "detector", random() % 2);
  rig.set(std::string(strip) + "/align", "delayMs", between(0, 20));
  if (bands == 8) return;
  rig.set(values_path("gate", strip), "thresholdDb", -32);
  rig.set(values_path("gate", strip), "holdMs", 5);
  rig.set(values_path("gate", strip), "releaseMs", 60);
}

void turn_on_desk(Rig& rig) {
  std::mt19937 random(11);
  for (uint32_t n = 1; n <= strips; ++n) {
    const std::string strip = "/channel/input/" + std::to_string(n);
    rig.patch(strip, static_cast<int>(n) - 1);
    rig.set(strip, "levelDb", -3);
    rig.set(strip, "pan", 20.0 * n - 90);
    turn_all_on(rig, strip, random);
  }
  rig.patch("/channel/aux/1", strips);
  rig.set("/channel/aux/1", "levelDb", -6);
  turn_all_on(rig, "/channel/aux/1", random);
  rig.set("/channel/main/1", "levelDb", 0);
  turn_all_on(rig, "/channel/main/1", random);
  const std::string key = processor_path("gate", "/channel/input/3") + "/key";
  rig.set(key, "source", 2);
  rig.set(key, "filterEnabled", 1);
  rig.set("/channel/input/5", "stereoLink", 1);
  rig.prepare();
}

// A parameter of an insert to any of its values.
void change_parameter(Rig& rig, const std::string& strip, std::mt19937& random) {
  const std::vector<std::string> ids = inserts_of(rig, strip);
  const std::string values = values_path(ids[random() % ids.size()], strip);
  std::vector<const Field*> fields;
  for (const Address& address : rig.mixer.addresses().all()) {
    if (address.path == values) fields.push_back(address.field);
  }
  const Field& field = *fields[random() % fields.size()];
  const double part = static_cast<double>(random() % 101) / 100.0;
  rig.set(values, field.name, field.type == Type::number ? field.minimum + (field.maximum - field.minimum) * part
                              : field.type == Type::choice ? static_cast<double>(random() % field.choices.size()) : std::round(part));
}

// Everything that can change, at frames off all grids.
void change_something(Rig& rig, std::mt19937& random) {
  const std::string strip = "/channel/input/" + std::to_string(1 + random() % strips);
  switch (random() % 9) {
    case 8: return change_parameter(rig, strip, random);
    case 0: return rig.set(processor_path("eq", strip), "enabled", random() % 2);
    case 1: return rig.set(values_path("eq", strip), "band2FrequencyHz", 100 + random() % 5000);
    case 2: return rig.set(values_path("eq", strip), "band3Type", random() % 6);
    case 3: return rig.set(processor_path("comp", strip), "enabled", random() % 2);
    case 4: return rig.set(values_path("comp", strip), "thresholdDb", -static_cast<double>(random() % 50));
    case 5: return rig.set(std::string(strip) + "/align", "delayMs", random() % 60);
    case 6: return rig.set(processor_path("gate", strip), "enabled", random() % 2);
    default: return rig.set(values_path("hpf", strip), "frequencyHz", 20 + random() % 380);
  }
}

Channels play(std::string_view kernel, uint32_t block, uint32_t frames, bool changes) {
  static const auto noise = pink_noise(Rig::inputs, 480000);
  Rig rig(counts_of(strips), kernel);
  turn_on_desk(rig);
  const Sound sound = [&](uint32_t channel, uint64_t frame) { return noise[channel][frame]; };
  std::mt19937 random(3);
  Channels all(Rig::outputs);
  for (uint32_t done = 0; done < frames;) {
    const uint32_t count = changes ? std::min(frames - done, 100 + static_cast<uint32_t>(random() % 1500)) : frames;
    const Channels piece = rig.render(count, sound, block);
    for (uint32_t channel = 0; channel < Rig::outputs; ++channel) {
      all[channel].insert(all[channel].end(), piece[channel].begin(), piece[channel].end());
    }
    done += count;
    if (changes) change_something(rig, random);
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

TEST("all instruction sets agree to the bit over 10 s of pink noise with all processors on") {
  constexpr uint32_t frames = check::is_sanitized ? 48000 : 480000;
  const Channels reference = play("scalar", 1024, frames, false);
  CHECK(peak_db(reference[0]) > -40);
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
    CHECK(reference == play(kernel->name, 1024, frames, false));
  }
}

TEST("and while everything changes") {
  const Channels reference = play("scalar", 64, 96000, true);
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
    CHECK(reference == play(kernel->name, 64, 96000, true));
  }
}

TEST("processors sound the same in blocks of 1, 17, 64, 1000 and 4096 frames, with all that changes") {
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
    const Channels reference = play(kernel->name, 64, 48000, true);
    for (const uint32_t block : check::sweep({17u, 1u, 1000u, 4096u})) {
      CHECK_NEAR(largest_difference(reference, play(kernel->name, block, 48000, true)), 0.0, 1e-6);
    }
  }
}

// Input 2 on the right alone, its neighbours on the left; all processors on.
Channels beside(std::string_view kernel, float bad) {
  static const auto noise = pink_noise(Rig::inputs, 480000);
  Rig rig(counts_of(strips), kernel);
  turn_on_desk(rig);
  for (const std::string& id : inserts_of(rig, "/channel/main/1")) rig.set(processor_path(id, "/channel/main/1"), "enabled", 0);
  for (uint32_t n = 1; n <= strips; ++n) rig.set("/channel/input/" + std::to_string(n), "pan", n == 2 ? 100 : -100);
  rig.set(processor_path("gate", "/channel/input/3") + "/key", "source", 0);
  rig.set("/channel/aux/1", "pan", -100);
  for (const char* strip : {"/channel/input/2", "/channel/main/1"}) rig.set(std::string(strip) + "/align", "delayMs", 0);
  rig.prepare();
  return rig.render(24000, [&](uint32_t channel, uint64_t frame) {
    return channel == 1 && frame >= 5000 && frame < 5040 ? bad : noise[channel][frame];
  });
}

TEST("neighbours of a strip that is fed NaN or Inf are bit-identical with processors on, and it comes back") {
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
    const Channels clean = beside(kernel->name, 0.0f);
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
      const Channels out = beside(kernel->name, bad);
      CHECK(out[0] == clean[0]);
      CHECK(std::ranges::all_of(out[1], [](float sample) { return std::isfinite(sample); }));
      CHECK(peak_db({out[1].begin() + 5056, out[1].begin() + 9700}) < -300);
      CHECK(peak_db({out[1].begin() + 12000, out[1].end()}) > -45);
    }
  }
}

TEST("a filter that a hot signal drives beyond all numbers silences its strip at every tap, and forgets") {
  Rig rig(whole_desk());
  open_strip(rig);
  rig.set(processor_path("eq"), "enabled", 1);
  rig.set(values_path("eq"), "band2GainDb", 15);
  constexpr std::string_view send = "/channel/input/1/sends/mix/1";
  rig.set_all({{send, "levelDb", 0}, {send, "tapPoint", choice(rig, send, "tapPoint", "Post-EQ")}});
  rig.prepare();
  rig.render(4800, [](uint32_t channel, uint64_t frame) {
    return channel == 0 && frame >= 1000 && frame < 1010 ? 9e18f : 0.1f;
  });
  CHECK(rig.closed(strip_path) == bit(Reason::fault));
  CHECK(rig.closed("/channel/mix/1") == 0);
  rig.render(9600, constant(0.1f));
  CHECK(rig.closed(strip_path) == 0);
  CHECK_NEAR(rig.render(4800, constant(0.1f))[0].back(), 0.1, 1e-3);
}

}  // namespace
}  // namespace rowdesk
