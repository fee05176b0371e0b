// DCAs and mute groups, from rows.md "How the desk sounds".
#include "desk.h"

namespace rowdesk {
namespace {

constexpr double tolerance = 2e-7;
double gain(double db) { return std::pow(10.0, db / 20.0); }

double at_mix(Desk& desk) { return desk.hear("/channel/mix/1", constant(0.01f)).left / 0.01; }

void arrange(Desk& desk, double dcas) {
  desk.feed(1);
  desk.set("/channel/input/1", "dcas", dcas);
  desk.send("/channel/input/1", "mix/1", 0);
  desk.send("/channel/input/1", "mix/2", 0, tap_pre_fader);
}

TEST("DCAs add to the fader in dB, at most +20, and any of them at -144 is silence") {
  Desk desk;
  arrange(desk, 0b11);
  desk.set_all({{"/channel/input/1", "levelDb", -7.5}, {"/channel/dca/1", "levelDb", 3.0}, {"/channel/dca/2", "levelDb", -5.0}});
  CHECK_NEAR(at_mix(desk), gain(-9.5), 1e-5);
  desk.set("/channel/input/1", "dcas", 0b10);
  CHECK_NEAR(at_mix(desk), gain(-12.5), 1e-5);
  desk.set_all({{"/channel/input/1", "levelDb", 10.0}, {"/channel/dca/1", "levelDb", 10.0}, {"/channel/dca/2", "levelDb", 10.0}});
  desk.set("/channel/input/1", "dcas", 0b11);
  CHECK_NEAR(at_mix(desk), gain(20), 1e-4);
  desk.set("/channel/dca/2", "levelDb", -144);
  CHECK(at_mix(desk) == 0.0);
  desk.set_all({{"/channel/dca/2", "levelDb", 0.0}, {"/channel/input/1", "levelDb", -144.0}});
  CHECK(at_mix(desk) == 0.0);
}

TEST("a DCA's level doesn't reach sends before the fader, its mute does") {
  Desk desk;
  arrange(desk, 0b1);
  desk.set("/channel/dca/1", "levelDb", -20);
  CHECK_NEAR(desk.hear("/channel/mix/1", constant(0.01f)).left, 0.001, tolerance);
  CHECK_NEAR(desk.hear("/channel/mix/2", constant(0.01f)).left, 0.01, tolerance);
  desk.set("/channel/dca/1", "muted", 1);
  CHECK(desk.hear("/channel/mix/1", constant(0.01f)).left == 0.0);
  CHECK(desk.hear("/channel/mix/2", constant(0.01f)).left == 0.0);
  CHECK(desk.closed("/channel/input/1") == bit(Reason::dca));
  CHECK(desk.closed("/channel/input/2") == 0);
}

TEST("mutes are OR-ed: a strip opens when the last reason is gone") {
  Desk desk;
  arrange(desk, 0b10);
  desk.set("/channel/input/1", "muteGroups", 0b101);
  desk.set_all({{"/channel/input/1", "muted", 1.0}, {"/channel/dca/2", "muted", 1.0},
                {"/channel/muteGroup/1", "muted", 1.0}, {"/channel/muteGroup/3", "muted", 1.0},
                {"/channel/muteGroup/2", "muted", 1.0}});
  CHECK(at_mix(desk) == 0.0);
  CHECK(desk.closed("/channel/input/1") == (bit(Reason::mute) | bit(Reason::dca) | bit(Reason::mute_group)));
  CHECK(desk.seen("/channel/input/1", "muted") == 1);
  desk.set("/channel/input/1", "muted", 0);
  desk.set("/channel/muteGroup/1", "muted", 0);
  CHECK(at_mix(desk) == 0.0);
  CHECK(desk.closed("/channel/input/1") == (bit(Reason::dca) | bit(Reason::mute_group)));
  desk.set("/channel/input/1", "muteGroups", 0b001);
  CHECK(at_mix(desk) == 0.0);
  CHECK(desk.closed("/channel/input/1") == bit(Reason::dca));
  desk.set("/channel/dca/2", "muted", 0);
  CHECK_NEAR(at_mix(desk), 1.0, 1e-5);
  CHECK(desk.closed("/channel/input/1") == 0);
}

TEST("buses are in groups as inputs are, and a member that joins a muted group is muted in 10 ms") {
  Desk desk;
  desk.feed(1);
  desk.set("/channel/input/1", "mainAssigned", 1);
  desk.set("/channel/muteGroup/4", "muted", 1);
  desk.prepare();
  CHECK(peak_db(desk.render(64, constant(0.1f))[0]) > -30);
  desk.set("/channel/main/1", "muteGroups", 0b1000);
  CHECK(peak_db(desk.render(960, constant(0.1f))[0], 479) < -300);
  CHECK(desk.closed("/channel/main/1") == bit(Reason::mute_group));
}

}  // namespace
}  // namespace rowdesk
