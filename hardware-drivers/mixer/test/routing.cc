// Who reaches whom and how loud, from rows.md "How the desk sounds".
#include "desk.h"

namespace rowdesk {
namespace {

constexpr double tolerance = 2e-7;

void check_legs(const Desk::Legs& legs, double left, double right) {
  CHECK_NEAR(legs.left, left, tolerance);
  CHECK_NEAR(legs.right, right, tolerance);
}

TEST("an input reaches its buses by their sends: level, on, and nothing else does") {
  Desk desk;
  desk.feed(2);
  desk.send("/channel/input/2", "mix/3", -6.5);
  desk.send("/channel/input/2", "fxSend/1", 3);
  const double at_mix = 0.02 * std::pow(10.0, -6.5 / 20.0), at_effect = 0.02 * std::pow(10.0, 3.0 / 20.0);
  check_legs(desk.hear("/channel/mix/3", each_its_own()), at_mix, at_mix);
  check_legs(desk.hear("/channel/fxSend/1", each_its_own()), at_effect, at_effect);
  check_legs(desk.hear("/channel/mix/2", each_its_own()), 0, 0);
  check_legs(desk.hear("/channel/main/1", each_its_own()), 0, 0);
  desk.set("/channel/input/2/sends/mix/3", "on", 0);
  check_legs(desk.hear("/channel/mix/3", each_its_own()), 0, 0);
}

TEST("one leg goes into two by pan: a send into the second main") {
  Desk desk;
  desk.feed(1);
  for (const double pan : {-100.0, -50.0, 0.0, 30.0, 100.0}) {
    desk.send("/channel/input/1", "main/2", 0, tap_post_fader, pan);
    const double angle = (pan + 100.0) / 200.0 * std::numbers::pi / 2.0;
    check_legs(desk.hear("/channel/main/2", each_its_own()), 0.01 * std::cos(angle), 0.01 * std::sin(angle));
  }
}

TEST("two legs go into one as their half sum, and into two by balance") {
  Desk desk;
  desk.patch("/channel/aux/1", 2);
  desk.set_all({{"/channel/aux/1", "levelDb", 0.0}, {"/channel/aux/1", "mainAssigned", 0.0}});
  desk.send("/channel/aux/1", "mix/1", 0, tap_post_fader, 77);
  check_legs(desk.hear("/channel/mix/1", each_its_own()), 0.035, 0.035);
  desk.send("/channel/aux/1", "main/2", 0, tap_post_fader, -50);
  check_legs(desk.hear("/channel/main/2", each_its_own()), 0.03, 0.04 * std::sin(0.25 * std::numbers::pi));
}

TEST("mix to main and matrix, main to matrix, all within one block") {
  Desk desk;
  desk.feed(4);
  desk.send("/channel/input/4", "mix/2", 0);
  desk.set_all({{"/channel/mix/2", "mainAssigned", 1.0}, {"/channel/mix/2", "levelDb", -3.0}});
  const double mix = 0.04 * std::pow(10.0, -3.0 / 20.0);
  check_legs(desk.hear("/channel/main/1", each_its_own()), mix * half_power, mix * half_power);
  desk.send("/channel/main/1", "matrix/1", 0);
  desk.send("/channel/mix/2", "matrix/2", -10);
  check_legs(desk.hear("/channel/matrix/1", each_its_own()), mix * half_power, mix * half_power);
  const double sent = mix * std::pow(10.0, -0.5);
  check_legs(desk.hear("/channel/matrix/2", each_its_own()), sent, sent);

  Desk quick;  // the first frame that goes in comes out of the last bus
  quick.feed(1);
  quick.send("/channel/input/1", "mix/1", 0);
  quick.send("/channel/mix/1", "matrix/1", 0);
  quick.set("/channel/matrix/1", "soloed", 1);
  quick.prepare();
  CHECK_NEAR(quick.render(1, constant(0.5f))[Desk::left][0], 0.5 * half_power, tolerance);
}

TEST("a send takes the sound before or after trim and fader, as its tap point says") {
  struct Case {
    Tap tap;
    double gain_db;
  };
  const Case cases[] = {{tap_top_of_channel, 0}, {tap_post_trim, 6}, {tap_pre_eq, 6},
                        {tap_post_eq, 6},        {tap_pre_fader, 6}, {tap_post_fader, -4}};
  for (const Case& each : cases) {
    Desk desk;
    desk.feed(1);
    desk.set_all({{"/channel/input/1", "trimDb", 6.0}, {"/channel/input/1", "levelDb", -10.0}});
    desk.send("/channel/input/1", "mix/1", 0, each.tap);
    const double heard = 0.01 * std::pow(10.0, each.gain_db / 20.0);
    check_legs(desk.hear("/channel/mix/1", each_its_own()), heard, heard);
  }
}

TEST("a mute silences main and sends at every tap") {
  for (const Tap tap : {tap_top_of_channel, tap_post_trim, tap_pre_eq, tap_post_eq, tap_pre_fader, tap_post_fader}) {
    Desk desk;
    desk.feed(1);
    desk.send("/channel/input/1", "mix/1", 0, tap);
    desk.set("/channel/input/1", "muted", 1);
    check_legs(desk.hear("/channel/mix/1", each_its_own()), 0, 0);
  }
}

TEST("linked inputs are left and right: pan is their balance, and into one leg they are the half sum") {
  Desk desk;
  desk.feed(3);
  desk.feed(4);
  for (const char* path : {"/channel/input/3", "/channel/input/4"}) {
    desk.set_all({{path, "stereoLink", 1.0}, {path, "mainAssigned", 1.0}, {path, "pan", 50.0}});
    desk.send(path, "mix/1", 0);
  }
  check_legs(desk.hear("/channel/main/1", each_its_own()), 0.03 * std::sin(0.25 * std::numbers::pi), 0.04);
  check_legs(desk.hear("/channel/mix/1", each_its_own()), 0.035, 0.035);
  for (const char* path : {"/channel/input/3", "/channel/input/4"}) desk.set(path, "stereoLink", 0);
  const double angle = 0.375 * std::numbers::pi;
  check_legs(desk.hear("/channel/main/1", each_its_own()), 0.07 * std::cos(angle), 0.07 * std::sin(angle));
}

TEST("a linked pair of mixes is one bus of two legs, the left one's send has the say") {
  Desk desk;
  desk.feed(5);
  for (const char* path : {"/channel/mix/3", "/channel/mix/4"}) desk.set(path, "stereoLink", 1);
  desk.send("/channel/input/5", "mix/3", 0, tap_post_fader, -100);
  desk.send("/channel/input/5", "mix/4", -144);
  check_legs(desk.hear_pair("/channel/mix/3", "/channel/mix/4", each_its_own()), 0.05, 0);
  desk.send("/channel/input/5", "mix/3", 0, tap_post_fader, 0);
  check_legs(desk.hear_pair("/channel/mix/3", "/channel/mix/4", each_its_own()), 0.05 * half_power, 0.05 * half_power);
  desk.set("/channel/mix/3", "stereoLink", 0);
  desk.set("/channel/mix/4", "stereoLink", 0);
  check_legs(desk.hear("/channel/mix/3", each_its_own()), 0.05, 0.05);
  check_legs(desk.hear("/channel/mix/4", each_its_own()), 0, 0);
}

TEST("the spare source takes the place of the main one while it is selected") {
  Desk desk;
  desk.feed(1);
  desk.set("/channel/input/1", "spareSourceId", 8);
  check_legs(desk.hear("/channel/input/1", each_its_own()), 0.01, 0.01);
  desk.set("/channel/input/1", "sourceSelected", 1);
  check_legs(desk.hear("/channel/input/1", each_its_own()), 0.08, 0.08);
}

TEST("a mix-minus is its base's sum without the owner, who alone leaves exactly nothing") {
  Desk desk;
  for (int input = 1; input <= 3; ++input) {
    desk.feed(input);
    desk.set_all({{Desk::name("input", input), "mainAssigned", 1.0}, {Desk::name("input", input), "pan", -100.0 * (input - 2)}});
  }
  // All in the main: (0.03 + 0.02 * cos 45) left, (0.01 + ...) right; one leg has their half sum.
  const double sides = 0.5 * (0.03 + 0.01) + half_power * 0.02;
  check_legs(desk.hear("/channel/mixMinus/1", each_its_own()), sides, sides);
  desk.set_ref("/channel/mixMinus/1", "owner", "/channel/input/2");
  check_legs(desk.hear("/channel/mixMinus/1", each_its_own()), 0.02, 0.02);
  check_legs(desk.hear("/channel/mixMinus/2", each_its_own()), sides, sides);

  desk.set("/channel/mixMinus/1", "soloed", 1);
  desk.render(2048, each_its_own());
  const Sound owner_alone = [](uint32_t channel, uint64_t frame) {
    return channel == 1 ? std::sin(0.13f * static_cast<float>(frame % 5000)) : 0.0f;
  };
  desk.render(2048, owner_alone);
  const Channels out = desk.render(9600, owner_alone);
  CHECK(peak_db(out[Desk::left]) < -300);
  CHECK(peak_db(out[0]) > -10);
}

TEST("a mix-minus of a mix follows its sends, and an owner that is a linked pair goes with both") {
  Desk desk;
  for (int input = 1; input <= 4; ++input) {
    desk.feed(input);
    desk.send(Desk::name("input", input), "mix/2", 0, tap_pre_fader);
  }
  desk.set_ref("/channel/mixMinus/1", "base", "/channel/mix/2");
  check_legs(desk.hear("/channel/mixMinus/1", each_its_own()), 0.1, 0.1);
  desk.set_ref("/channel/mixMinus/1", "owner", "/channel/input/3");
  check_legs(desk.hear("/channel/mixMinus/1", each_its_own()), 0.07, 0.07);
  desk.set("/channel/input/1", "muted", 1);
  check_legs(desk.hear("/channel/mixMinus/1", each_its_own()), 0.06, 0.06);
  for (const char* path : {"/channel/input/3", "/channel/input/4"}) desk.set(path, "stereoLink", 1);
  check_legs(desk.hear("/channel/mixMinus/1", each_its_own()), 0.02, 0.02);
  desk.set("/channel/mixMinus/1", "base", 0);
  check_legs(desk.hear("/channel/mixMinus/1", each_its_own()), 0, 0);
}

}  // namespace
}  // namespace rowdesk
