// Solo and cue, from rows.md "How the desk sounds".
#include "desk.h"

namespace rowdesk {
namespace {

constexpr double tolerance = 2e-7;

struct Heard {
  double left, right;
};
Heard cue(Desk& desk) {
  desk.render(2048, each_its_own());
  const Channels out = desk.render(64, each_its_own());
  return {out[Desk::left].back(), out[Desk::right].back()};
}
void check_cue(Desk& desk, double left, double right) {
  const Heard heard = cue(desk);
  CHECK_NEAR(heard.left, left, tolerance);
  CHECK_NEAR(heard.right, right, tolerance);
}

TEST("PFL is before the fader, in the middle, at 0 dB, whatever the mute") {
  Desk desk;
  desk.feed(3);
  desk.set_all({{"/channel/input/3", "levelDb", -40.0}, {"/channel/input/3", "pan", -100.0},
                {"/channel/input/3", "muted", 1.0}, {"/channel/input/3", "trimDb", 6.0},
                {"/channel/input/3", "soloed", 1.0}});
  const double heard = 0.03 * std::pow(10.0, 0.3) * half_power;
  check_cue(desk, heard, heard);
  desk.set("/safety/panic", "scope", 2);  // all, but the cue
  check_cue(desk, heard, heard);
}

TEST("AFL is after fader and pan, in place, and hears the mute") {
  Desk desk;
  desk.feed(3);
  desk.set("/cue", "inputMode", 1);
  desk.set_all({{"/channel/input/3", "levelDb", -6.0}, {"/channel/input/3", "pan", 40.0}, {"/channel/input/3", "soloed", 1.0}});
  const double angle = 0.35 * std::numbers::pi, level = 0.03 * std::pow(10.0, -0.3);
  check_cue(desk, level * std::cos(angle), level * std::sin(angle));
  desk.set("/channel/input/3", "muted", 1);
  check_cue(desk, 0, 0);
}

TEST("two legs are soloed in their places, PFL without their balance and AFL with it") {
  Desk desk;
  desk.patch("/channel/aux/1", 4);
  desk.set_all({{"/channel/aux/1", "levelDb", 0.0}, {"/channel/aux/1", "pan", 100.0}, {"/channel/aux/1", "soloed", 1.0}});
  check_cue(desk, 0.05, 0.06);
  desk.set("/cue", "inputMode", 1);
  check_cue(desk, 0, 0.06);
}

TEST("nothing soloed, the cue carries its idle source; anything soloed, it doesn't") {
  Desk desk;
  desk.feed(1);
  desk.feed(2);
  desk.set_all({{"/channel/input/1", "mainAssigned", 1.0}, {"/channel/input/1", "pan", -100.0}});
  check_cue(desk, 0, 0);
  desk.set_ref("/cue", "idleSource", "/channel/main/1");
  check_cue(desk, 0.01, 0);
  desk.set("/channel/input/2", "soloed", 1);
  check_cue(desk, 0.02 * half_power, 0.02 * half_power);
  desk.set("/channel/input/2", "soloed", 0);
  check_cue(desk, 0.01, 0);
}

TEST("a soloed DCA is AFL of its members, and a member soloed itself is heard as it is soloed") {
  Desk desk;
  for (int input = 1; input <= 3; ++input) {
    desk.feed(input);
    desk.set_all({{Desk::name("input", input), "pan", -100.0}, {Desk::name("input", input), "levelDb", -20.0}});
  }
  desk.set("/channel/input/1", "dcas", 0b1);
  desk.set("/channel/input/2", "dcas", 0b1);
  desk.set("/channel/dca/1", "soloed", 1);
  check_cue(desk, 0.003, 0);
  desk.set("/channel/input/2", "soloed", 1);
  check_cue(desk, 0.001 + 0.02 * half_power, 0.02 * half_power);
}

TEST("solo touches no other bus: the mains are the same to the bit") {
  const Sound tone = sine(997, -12);
  const auto mains = [&](bool soloes) {
    Desk desk;
    for (int input = 1; input <= 4; ++input) {
      desk.feed(input);
      desk.set(Desk::name("input", input), "mainAssigned", 1);
      desk.send(Desk::name("input", input), "main/2", -3);
    }
    Channels all(4);
    for (int step = 0; step < 8; ++step) {
      if (soloes) {
        desk.set("/channel/input/2", "soloed", step % 2);
        desk.set("/channel/main/1", "soloed", step % 3 == 0);
        desk.set("/channel/dca/1", "soloed", step % 4 == 0);
        desk.set("/cue", "inputMode", step / 4);
      } else {
        desk.set_all({});
      }
      const Channels part = desk.render(1000, tone);
      for (uint32_t channel = 0; channel < 4; ++channel) {
        all[channel].insert(all[channel].end(), part[channel].begin(), part[channel].end());
      }
    }
    return all;
  };
  const Channels without = mains(false);
  CHECK(mains(true) == without);
  CHECK(peak_db(without[0]) > -20);
}

TEST("level, trim, dim, mono and mute of the cue") {
  Desk desk;
  desk.patch("/channel/aux/1", 4);
  desk.set_all({{"/channel/aux/1", "soloed", 1.0}, {"/cue", "levelDb", -2.0}, {"/cue", "sourceTrimDb", 5.0}});
  const double gain = std::pow(10.0, 3.0 / 20.0);
  check_cue(desk, 0.05 * gain, 0.06 * gain);
  desk.set_all({{"/cue", "dim", 1.0}, {"/cue", "dimDb", -13.0}});
  check_cue(desk, 0.05 * std::pow(10.0, -0.5), 0.06 * std::pow(10.0, -0.5));
  desk.set("/cue", "mono", 1);
  check_cue(desk, 0.055 * std::pow(10.0, -0.5), 0.055 * std::pow(10.0, -0.5));
  desk.set("/cue", "muted", 1);
  check_cue(desk, 0, 0);
  CHECK(desk.closed("/channel/cue/1") == bit(Reason::mute));
}

TEST("the cue's delay is exact to the frame") {
  const Sound click = [](uint64_t frame) { return frame == 5000 ? 0.5f : 0.0f; };
  for (const double ms : {0.0, 0.02, 12.5, 500.0}) {
    for (const uint32_t block : {17u, 64u, 1000u}) {
      Desk desk;
      desk.feed(1);
      desk.set_all({{"/channel/input/1", "soloed", 1.0}, {"/cue", "delayMs", ms}});
      desk.prepare();
      const std::vector<float> out = desk.render(32000, click, block)[Desk::left];
      const auto frames = static_cast<size_t>(std::lround(ms * 48.0));
      for (size_t i = 0; i < out.size(); ++i) {
        if (i == 5000 + frames) CHECK_NEAR(out[i], 0.5 * half_power, tolerance);
        else if (out[i] != 0.0f) CHECK(!"silence around the click");
      }
    }
  }
}

TEST("the cue plays on the ports of its list in turn, and the half sum on one without a partner") {
  Desk desk;
  desk.patch("/channel/aux/1", 4);
  desk.mixer.connect(Rig::sources(), {-1, 2, 3, 4, -1});
  desk.set("/channel/aux/1", "soloed", 1);
  desk.set_list("/cue", "outputs", {1, 2, 3});
  Channels out = desk.render(2048, each_its_own());
  CHECK_NEAR(out[2].back(), 0.05, tolerance);
  CHECK_NEAR(out[3].back(), 0.06, tolerance);
  CHECK_NEAR(out[4].back(), 0.055, tolerance);
  desk.set_list("/cue", "outputs", {4, 3, 0});  // the first is gone
  out = desk.render(2048, each_its_own());
  CHECK(out[2].back() == 0.0f);
  CHECK(out[3].back() == 0.0f);
  CHECK_NEAR(out[4].back(), 0.06, tolerance);
  desk.set_list("/cue", "outputs", {0, 0, 0});
  CHECK(peak_db(desk.render(2048, each_its_own())[4], 1024) < -300);
}

}  // namespace
}  // namespace rowdesk
