// What detectors hear: keys, their filters, pairs; and what meters say of it.
#include "dynamics_rig.h"

namespace rowdesk {
namespace {

// Input 2 plays -6 dBFS on channel 1, input 1 plays -40 dBFS on channel 0.
Sound two_tones(double second_hz = 200) {
  return [=](uint32_t channel, uint64_t frame) {
    const double level = channel == 0 ? 0.01 : channel == 1 ? 0.5 : 0.0;
    const double hz = channel == 0 ? 1000 : second_hz;
    return static_cast<float>(level * std::sin(2 * std::numbers::pi * hz * static_cast<double>(frame) / strip_rate));
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

TEST("both legs of a stereo strip, and both strips of a linked pair, follow the louder one") {
  const auto right_db = [](void (*arrange)(Rig&), std::string_view strip, int channel) {
    Rig rig(counts_of(5));  // an odd number, so that pairs would be torn apart if nothing were done about it
    rig.set("/channel/main/1", "levelDb", 0);
    rig.patch(strip, channel);
    rig.set(strip, "levelDb", 0);
    arrange(rig);
    rig.prepare();
    // 0.5 on channel 0, 0.01 on channel 1.
    const Sound legs = [](uint32_t channel, uint64_t) { return channel == 0 ? 0.5f : channel == 1 ? 0.01f : 0.0f; };
    rig.render(2 * second, legs, 1024);
    return 20 * std::log10(rig.render(64, legs)[1].back() / 0.01);
  };
  for (const char* detector : {"peak", "rms"}) {
    static std::string_view which;
    which = detector;
    const double reduction = compressed_db(detector[0] == 'p' ? -6.02 : -3.01, -30, 2, 0) - (detector[0] == 'p' ? -6.02 : -3.01);
    const double aux = right_db([](Rig& rig) {
      turn_on(rig, "comp", {{"thresholdDb", -30}, {"ratio", 2}, {"kneeDb", 0}}, "/channel/aux/1");
      detect(rig, which.data(), "/channel/aux/1");
    }, "/channel/aux/1", 0);
    CHECK_NEAR(aux, reduction, 0.05);
    const auto pair = [](Rig& rig, bool is_linked) {
      for (const std::string_view strip : {"/channel/input/3", "/channel/input/4"}) {
        turn_on(rig, "comp", {{"thresholdDb", -30}, {"ratio", 2}, {"kneeDb", 0}}, strip);
        detect(rig, which.data(), strip);
        rig.set(strip, "stereoLink", is_linked);
        rig.set(strip, "levelDb", 0);
        rig.set(strip, "pan", is_linked ? 0 : strip == "/channel/input/3" ? -100 : 100);
      }
      rig.patch("/channel/input/4", 1);
    };
    static decltype(pair) arrange = pair;
    CHECK_NEAR(right_db([](Rig& rig) { arrange(rig, true); }, "/channel/input/3", 0), reduction, 0.05);
    CHECK_NEAR(right_db([](Rig& rig) { arrange(rig, false); }, "/channel/input/3", 0), 0.0, 0.01);
  }
}

struct Reductions {
  float gate, compressor;
};
Reductions read_reductions(Rig& rig, uint32_t reader, uint32_t strip = 0) {
  std::vector<float> floats(rig.mixer.layout().sounding_strips() * RD_METER_FLOATS);
  std::vector<uint32_t> clips(rig.mixer.layout().sounding_strips());
  rig.mixer.read_meters(reader, floats.data(), clips.data());
  return {floats[strip * RD_METER_FLOATS + RD_METER_GATE_REDUCTION], floats[strip * RD_METER_FLOATS + RD_METER_COMP_REDUCTION]};
}

TEST("meters say the strongest reduction since each reader's last read, 0 where a processor is off") {
  Rig rig;
  open_strip(rig);
  turn_on(rig, "comp", {{"thresholdDb", -40}, {"ratio", 2}, {"kneeDb", 0}, {"makeupDb", 12}, {"mixPercent", 50}});
  rig.prepare();
  read_reductions(rig, 0);
  read_reductions(rig, 1);
  steady_db(rig, -20);
  CHECK_NEAR(read_reductions(rig, 0).compressor, -10.0, 0.05);
  CHECK(read_reductions(rig, 0).compressor == 0.0f);  // nothing happened since
  rig.render(4 * second, silence(), 1024);
  CHECK_NEAR(read_reductions(rig, 1).compressor, -10.0, 0.05);
  rig.render(480, silence());
  CHECK_NEAR(read_reductions(rig, 0).compressor, -10.0, 0.05);  // the first of the silence
  rig.render(480, silence());
  CHECK_NEAR(read_reductions(rig, 0).compressor, 0.0, 0.05);
  CHECK(read_reductions(rig, 0).gate == 0.0f);

  turn_on(rig, "gate", {{"thresholdDb", -10}, {"rangeDb", 24}, {"releaseMs", 5}});
  rig.set(processor_path("comp"), "enabled", 0);
  steady_db(rig, -20);
  CHECK_NEAR(read_reductions(rig, 0).gate, -24.0, 0.01);
  rig.render(4800, silence());
  CHECK(read_reductions(rig, 0).compressor == 0.0f);
}

}  // namespace
}  // namespace rowdesk
