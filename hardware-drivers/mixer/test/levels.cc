// The laws of level, from rows.md "How the desk sounds".
#include "rig.h"

namespace rowdesk {
namespace {

// 1 kHz is 48 frames at 48 kHz, so that a sample falls on each peak.
const Sound tone = sine(1000, -20);
constexpr uint32_t settled = 2400;

Channels through(void (*arrange)(Rig&)) {
  Rig rig;
  open_input_1(rig);
  arrange(rig);
  rig.prepare();
  return rig.render(9600, tone);
}

TEST("a -20 dBFS sine at 0 dB, panned to the centre, is -23.01 dBFS on both legs") {
  const Channels out = through([](Rig&) {});
  const double law = -20.0 + 20.0 * std::log10(std::sqrt(0.5));  // equal power
  CHECK_NEAR(peak_db(out[0], settled), law, 0.01);
  CHECK_NEAR(peak_db(out[1], settled), law, 0.01);
}

TEST("panned to the left it is -20.00 on the left and silence on the right") {
  const Channels out = through([](Rig& rig) { rig.set("/channel/input/1", "pan", -100); });
  CHECK_NEAR(peak_db(out[0], settled), -20.0, 0.01);
  CHECK(peak_db(out[1]) < -300);
}

TEST("pan follows the equal-power law in all places") {
  for (double pan = -100; pan <= 100; pan += 12.5) {
    Rig rig;
    open_input_1(rig);
    rig.set("/channel/input/1", "pan", pan);
    rig.prepare();
    const Channels out = rig.render(4800, constant(0.1f));
    const double angle = (pan + 100.0) / 200.0 * std::numbers::pi / 2.0;
    CHECK_NEAR(out[0][4799], 0.1 * std::cos(angle), 1e-7);
    CHECK_NEAR(out[1][4799], 0.1 * std::sin(angle), 1e-7);
  }
}

TEST("fader, main fader and trim add up in dB") {
  const Channels out = through([](Rig& rig) {
    rig.set("/channel/input/1", "pan", -100);
    rig.set("/channel/input/1", "levelDb", -12.5);
    rig.set("/channel/input/1", "trimDb", 6.25);
    rig.set("/channel/main/1", "levelDb", -3.1);
  });
  CHECK_NEAR(peak_db(out[0], settled), -20.0 - 12.5 + 6.25 - 3.1, 0.01);
}

TEST("-144 dB is silence") {
  const Channels out = through([](Rig& rig) { rig.set("/channel/input/1", "levelDb", -144); });
  CHECK(peak_db(out[0]) < -300);
}

TEST("faders start where the layout says: inputs and mains silent, mixes at 0, cue at -20") {
  Rig rig;
  CHECK(rig.seen("/channel/input/1", "levelDb") == -144);
  CHECK(rig.seen("/channel/fxReturn/1", "levelDb") == -144);
  CHECK(rig.seen("/channel/main/1", "levelDb") == -144);
  CHECK(rig.seen("/channel/mix/1", "levelDb") == 0);
  CHECK(rig.seen("/channel/dca/1", "levelDb") == 0);
  CHECK(rig.seen("/channel/cue/1", "levelDb") == -20);
  CHECK(rig.seen("/channel/input/1", "mainAssigned") == 1);
  CHECK(rig.seen("/channel/mix/1", "mainAssigned") == 0);
}

TEST("inverted polarity turns every sample around") {
  const Channels plain = through([](Rig&) {});
  const Channels inverted = through([](Rig& rig) { rig.set("/channel/input/1", "polarityInverted", 1); });
  bool is_opposite = true;
  for (size_t i = 0; i < plain[0].size(); ++i) is_opposite = is_opposite && plain[0][i] == -inverted[0][i];
  CHECK(is_opposite);
  CHECK(peak_db(plain[0]) > -24);
}

TEST("a strip that isn't assigned to the main isn't heard there") {
  const Channels out = through([](Rig& rig) { rig.set("/channel/input/1", "mainAssigned", 0); });
  CHECK(peak_db(out[0]) < -300);
}

TEST("an aux has two legs: the source's port and the device's next one, 0 dB at the centre") {
  Rig rig;
  rig.patch("/channel/aux/1", 4);
  rig.set("/channel/aux/1", "levelDb", 0);
  rig.set("/channel/main/1", "levelDb", 0);
  rig.prepare();
  const Sound each = [](uint32_t channel, uint64_t) { return 0.01f * static_cast<float>(channel); };
  Channels out = rig.render(4800, each);
  CHECK_NEAR(out[0][4799], 0.04, 1e-7);
  CHECK_NEAR(out[1][4799], 0.05, 1e-7);
  rig.set("/channel/aux/1", "pan", 50);  // balance attenuates the left leg only
  out = rig.render(4800, each);
  CHECK_NEAR(out[0][4799], 0.04 * std::sin(0.25 * std::numbers::pi), 1e-7);
  CHECK_NEAR(out[1][4799], 0.05, 1e-7);
}

TEST("strips add up in the main") {
  Rig rig;
  rig.set("/channel/main/1", "levelDb", 0);
  for (int strip = 1; strip <= 4; ++strip) {
    const std::string path = "/channel/input/" + std::to_string(strip);
    rig.patch(path, strip - 1);
    rig.set(path, "pan", -100);
    rig.set(path, "levelDb", 0);
  }
  rig.prepare();
  const Channels out = rig.render(480, [](uint32_t channel, uint64_t) { return 0.01f * static_cast<float>(channel + 1); });
  CHECK_NEAR(out[0][479], 0.1, 1e-7);
}

TEST("outputs clip hard at full scale, and nothing is bent below") {
  Rig rig;
  open_input_1(rig);
  rig.set("/channel/input/1", "levelDb", 10);
  rig.set("/channel/input/1", "pan", -100);
  rig.prepare();
  const double gain = std::pow(10.0, 0.5);
  const Channels out = rig.render(480, [](uint64_t frame) { return static_cast<float>(frame) / 480.0f - 0.5f; });
  for (uint32_t i = 0; i < 480; ++i) {
    const double law = std::clamp((i / 480.0 - 0.5) * gain, -1.0, 1.0);
    CHECK_NEAR(out[0][i], law, 1e-6);
  }
}

TEST("main/2 plays on outputs 3 and 4") {
  Rig rig;
  rig.set("/channel/main/2", "levelDb", 0);
  open_input_1(rig);
  const Channels out = rig.render(480, constant(0.5f));
  CHECK(peak_db(out[2]) < -300);  // nothing is sent to it yet
  CHECK(peak_db(out[0]) > -10);
}

}  // namespace
}  // namespace rowdesk
