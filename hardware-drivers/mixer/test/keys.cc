// What the detectors of gate and compressor listen to when it is not their own sound.
#include "strip_rig.h"

namespace rowdesk {
namespace {

constexpr double rate = 48000.0;
constexpr uint32_t second = 48000;

// Input 2 plays -6 dBFS on channel 1, input 1 plays -40 dBFS on channel 0.
Sound two_tones(double second_hz = 200) {
  return [=](uint32_t channel, uint64_t frame) {
    const double level = channel == 0 ? 0.01 : channel == 1 ? 0.5 : 0.0;
    const double hz = channel == 0 ? 1000 : second_hz;
    return static_cast<float>(level * std::sin(2 * std::numbers::pi * hz * static_cast<double>(frame) / rate));
  };
}

void set_key(Rig& rig, std::string_view id, uint32_t source, std::string_view strip = strip_path) {
  rig.set(processor_path(id, strip) + "/key", "source", source + 1.0);
}

uint32_t number(Rig& rig, std::string_view path) {
  for (uint32_t i = 0; i < rig.mixer.layout().strips().size(); ++i) {
    if (rig.mixer.layout().strips()[i].path == path) return i;
  }
  CHECK(!"a strip");
  return 0;
}

TEST("a key opens the gate: Post-Trim of another strip, whatever its fader") {
  Rig rig;
  open_strip(rig);
  rig.patch("/channel/input/2", 1);
  turn_on(rig, "gate", {{"thresholdDb", -20}, {"rangeDb", 60}, {"attackMs", 1}, {"holdMs", 20}, {"releaseMs", 50}});
  rig.prepare();
  rig.render(second, two_tones());
  CHECK_NEAR(peak_db(rig.render(4800, two_tones())[0]), -100, 0.05);
  set_key(rig, "gate", number(rig, "/channel/input/2"));
  rig.render(second, two_tones());
  CHECK_NEAR(peak_db(rig.render(4800, two_tones())[0]), -40, 0.02);
  rig.set("/channel/input/2", "trimDb", -18);
  rig.render(second, two_tones());
  CHECK_NEAR(peak_db(rig.render(4800, two_tones())[0]), -100, 0.05);
  rig.set(processor_path("gate") + "/key", "source", 0);
  rig.set(values_path("gate"), "thresholdDb", -50);
  rig.render(second, two_tones());
  CHECK_NEAR(peak_db(rig.render(4800, two_tones())[0]), -40, 0.02);
}

TEST("a key's filter keeps what it cuts from the detector, not from the sound") {
  for (const auto& [type, hz, opens] : {std::tuple{"lowCut", 2000.0, false}, {"lowCut", 50.0, true}, {"highCut", 100.0, true},
                                        {"highCut", 20.0, false}, {"bandPass", 200.0, true}, {"bandPass", 5000.0, false}}) {
    Rig rig;
    open_strip(rig);
    rig.patch("/channel/input/2", 1);
    turn_on(rig, "gate", {{"thresholdDb", -21}, {"rangeDb", 60}, {"attackMs", 1}, {"holdMs", 20}, {"releaseMs", 50}});
    const std::string key = processor_path("gate") + "/key";
    set_key(rig, "gate", number(rig, "/channel/input/2"));
    rig.set(key, "filterEnabled", 1);
    rig.set(key, "filterType", choice(rig, key, "filterType", type));
    rig.set(key, "frequencyHz", hz);
    rig.prepare();
    rig.render(second, two_tones());
    CHECK_NEAR(peak_db(rig.render(4800, two_tones())[0]), opens ? -40 : -100, 0.05);
  }
}

TEST("a key that is computed later than its strip is heard 64 frames later, whatever the block") {
  for (const uint32_t block : {1u, 17u, 64u, 1000u}) {
    Rig rig;
    open_strip(rig);
    rig.set("/channel/main/1", "levelDb", -20);
    turn_on(rig, "gate", {{"thresholdDb", -20}, {"rangeDb", 60}, {"attackMs", 0}, {"holdMs", 2000}, {"releaseMs", 4000}});
    rig.patch("/channel/aux/1", 2);
    rig.set("/channel/aux/1", "levelDb", 0);
    set_key(rig, "gate", number(rig, "/channel/main/1"));
    rig.prepare();
    // The gate is closed by then; what channel 2 does goes through aux/1 to the main.
    rig.render(8 * second, [](uint32_t channel, uint64_t) { return channel == 0 ? 0.001f : 0.0f; }, 4096);
    const uint64_t begin = 8 * second;
    const std::vector<float> out = rig.render(2048, [=](uint32_t channel, uint64_t frame) {
      return channel == 0 ? 0.001f : channel == 2 && frame == begin + 777 ? 0.9f : 0.0f;
    }, block)[0];
    uint32_t opened = 0;
    while (opened < out.size() && out[opened] < 0.5e-4f) ++opened;
    if (opened == 777) ++opened;  // the key itself is heard too
    while (opened < out.size() && (out[opened] < 0.5e-4f || opened == 777)) ++opened;
    CHECK(opened == 777 + 64);
  }
}

// Of input/3 and input/4 the second has the sound; of mix/1 and mix/2 too, once they are linked.
void feed_pairs(Rig& rig) {
  rig.patch("/channel/input/3", 2);
  rig.patch("/channel/input/4", 1);
  rig.set("/channel/input/4", "mainAssigned", 0);
  rig.set("/channel/input/4", "levelDb", 0);
  rig.set("/channel/input/4", "pan", 100);
  for (const std::string_view mix : {"/channel/mix/1", "/channel/mix/2"}) rig.set(mix, "mainAssigned", 0);
  rig.set("/channel/input/4/sends/mix/1", "levelDb", 0);
  rig.set("/channel/input/4/sends/mix/1", "pan", 100);
}

void link(Rig& rig, bool is_linked) {
  for (const std::string_view strip : {"/channel/input/3", "/channel/input/4", "/channel/mix/1", "/channel/mix/2"}) {
    rig.set(strip, "stereoLink", is_linked);
  }
}

TEST("a key that is one strip of a linked pair is its louder leg, whichever is named, as long as they are linked") {
  for (const std::string_view processor : {"gate", "comp"}) {
    for (const std::string_view named : {"/channel/input/3", "/channel/input/4", "/channel/mix/1", "/channel/mix/2"}) {
      Rig rig;
      open_strip(rig);
      feed_pairs(rig);
      link(rig, true);
      const bool is_gate = processor == "gate";
      if (is_gate) turn_on(rig, "gate", {{"thresholdDb", -20}, {"rangeDb", 20}, {"attackMs", 1}, {"holdMs", 20}, {"releaseMs", 20}});
      else turn_on(rig, "comp", {{"thresholdDb", -20}, {"ratio", 100}, {"kneeDb", 0}, {"attackMs", 1}, {"releaseMs", 100}});
      set_key(rig, processor, number(rig, named));
      rig.prepare();
      const auto heard_db = [&] {
        rig.render(4 * second, two_tones(), 1024);
        return peak_db(rig.render(4800, two_tones(), 1024)[0]);
      };
      const double hears = heard_db();
      CHECK(is_gate ? hears > -40.1 : hears < -50);
      if (named != "/channel/input/3") continue;
      link(rig, false);
      CHECK_NEAR(heard_db(), is_gate ? -60 : -40, 0.05);
      link(rig, true);
      CHECK_NEAR(heard_db(), hears, 0.05);
    }
  }
}

}  // namespace
}  // namespace rowdesk
