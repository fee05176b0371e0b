// Values that aren't finite: one strip falls silent, its neighbours don't notice.
#include <limits>

#include "rig.h"

namespace rowdesk {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

// Inputs 1 and 2, left and right, on channels 0 and 1.
void arrange(Rig& rig) {
  open_input_1(rig);
  rig.patch("/channel/input/2", 1);
  rig.set("/channel/input/2", "levelDb", 0);
  rig.set("/channel/input/1", "pan", -100);
  rig.set("/channel/input/2", "pan", 100);
  rig.prepare();
}

// 0.5 everywhere, but `bad` on channel 0 at these frames.
Sound spoiled(std::vector<uint64_t> frames, float bad) {
  return [=](uint32_t channel, uint64_t frame) {
    return channel == 0 && std::ranges::find(frames, frame) != frames.end() ? bad : 0.5f;
  };
}

TEST("neighbours of a strip that is fed NaN or Inf are bit-identical to a run without") {
  Rig clean_rig;
  arrange(clean_rig);
  const Channels clean = clean_rig.render(24000, constant(0.5f));
  for (float bad : {not_a_number, infinite, -infinite}) {
    Rig rig;
    arrange(rig);
    const Channels out = rig.render(24000, spoiled({1000}, bad));
    CHECK(out[1] == clean[1]);
    CHECK(out[0] != clean[0]);
    bool is_finite = true;
    for (float sample : out[0]) is_finite = is_finite && std::isfinite(sample);
    CHECK(is_finite);
  }
}

TEST("a strip with a fault is silent at once and opens again after 100 ms") {
  Rig rig;
  arrange(rig);
  std::vector<float> out = rig.render(1024, spoiled({1000}, not_a_number))[0];
  CHECK(out[959] == 0.5f);
  for (size_t i = 960; i < 1024; ++i) CHECK(out[i] == 0.0f);
  CHECK(rig.closed("/channel/input/1") == bit(Reason::fault));
  out = rig.render(4800, constant(0.5f))[0];
  CHECK(peak_db({out.begin(), out.begin() + 4736}) < -300);
  CHECK(rig.closed("/channel/input/1") == 0);
  out = rig.render(960, constant(0.5f))[0];
  CHECK(out.back() == 0.5f);
}

TEST("a value that isn't finite silences every leg of its strip at once, whichever of them has it") {
  for (const uint32_t bad : {2u, 3u}) {
    Rig rig;
    rig.patch("/channel/aux/1", 2);
    rig.set_all({{"/channel/aux/1", "levelDb", 0}, {"/channel/main/1", "levelDb", 0}});
    rig.prepare();
    const Channels out = rig.render(1024, [=](uint32_t channel, uint64_t frame) {
      return channel == bad && frame == 1000 ? not_a_number : 0.5f;
    });
    for (const int leg : {0, 1}) {
      CHECK(out[leg][959] == 0.5f);
      for (size_t i = 960; i < 1024; ++i) CHECK(out[leg][i] == 0.0f);
    }
  }
}

TEST("three faults within 10 s and the strip stays closed until it is muted and unmuted") {
  Rig rig;
  arrange(rig);
  rig.render(48000 * 4, spoiled({1000, 48000 * 2, 48000 * 3}, infinite), 1024);
  CHECK(rig.closed("/channel/input/1") == bit(Reason::fault));
  rig.render(48000 * 12, constant(0.5f), 4096);
  CHECK(rig.closed("/channel/input/1") == bit(Reason::fault));
  rig.set("/channel/input/1", "levelDb", -6);
  rig.set("/channel/input/1", "levelDb", 0);
  rig.render(4800, constant(0.5f));
  CHECK(rig.closed("/channel/input/1") == bit(Reason::fault));
  rig.set("/channel/input/1", "muted", 1);
  CHECK(rig.render(4800, constant(0.5f))[0].back() == 0.0f);
  CHECK(rig.closed("/channel/input/1") == (bit(Reason::fault) | bit(Reason::mute)));
  rig.set("/channel/input/1", "muted", 0);
  CHECK(rig.render(960, constant(0.5f))[0].back() == 0.5f);
  CHECK(rig.closed("/channel/input/1") == 0);
  // What is still at fault is silent again, and given up again.
  const uint64_t now = rig.mixer.position();
  rig.render(48000, spoiled({now + 1000, now + 10000, now + 20000}, infinite), 1024);
  CHECK(rig.closed("/channel/input/1") == bit(Reason::fault));
}

TEST("three faults in more than 10 s don't close a strip for good") {
  Rig rig;
  arrange(rig);
  rig.render(48000 * 12, spoiled({1000, 48000 * 5, 48000 * 11}, infinite), 4096);
  CHECK(rig.closed("/channel/input/1") == 0);
}

TEST("a signal so hot that its trim makes it infinite silences its strip only") {
  Rig rig;
  arrange(rig);
  rig.set("/channel/input/1", "trimDb", 18);
  rig.prepare();
  const Channels out = rig.render(640, spoiled({300}, 3e38f));
  CHECK(out[0].back() == 0.0f);
  CHECK_NEAR(out[1].back(), 0.5, 1e-6);
  CHECK(rig.closed("/channel/input/1") == bit(Reason::fault));
}

}  // namespace
}  // namespace rowdesk
