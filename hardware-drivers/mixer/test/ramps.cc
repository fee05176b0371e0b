// Changes while sound plays: straight lines, each sample on its place.
#include "rig.h"

namespace rowdesk {
namespace {

// Input 1 hard left at 0 dB, fed with 0.5.
Rig& playing(Rig& rig) {
  open_input_1(rig);
  rig.set("/channel/input/1", "pan", -100);
  rig.prepare();
  rig.render(640, constant(0.5f));
  return rig;
}

void check_line(const std::vector<float>& samples, uint32_t frames, double from, double to) {
  double worst = 0;
  for (uint32_t i = 0; i < samples.size(); ++i) {
    const double part = std::min(1.0, (i + 1.0) / frames);
    worst = std::max(worst, std::abs(samples[i] - (from + (to - from) * part)));
  }
  CHECK_NEAR(worst, 0.0, 1e-6);
  CHECK(samples.back() == static_cast<float>(to));
}

TEST("a fader moves in a straight line over 20 ms, sample by sample") {
  Rig rig;
  playing(rig).set("/channel/input/1", "levelDb", -144);
  check_line(rig.render(1200, constant(0.5f))[0], 960, 0.5, 0.0);
}

TEST("a fader that is moved again on its way goes on from where it is") {
  Rig rig;
  playing(rig).set("/channel/input/1", "levelDb", -144);
  rig.render(480, constant(0.5f));
  rig.set("/channel/input/1", "levelDb", 0);
  check_line(rig.render(1200, constant(0.5f))[0], 960, 0.25, 0.5);
}

TEST("a mute takes 10 ms, both ways") {
  Rig rig;
  playing(rig).set("/channel/input/1", "muted", 1);
  check_line(rig.render(600, constant(0.5f))[0], 480, 0.5, 0.0);
  rig.set("/channel/input/1", "muted", 0);
  check_line(rig.render(600, constant(0.5f))[0], 480, 0.0, 0.5);
}

TEST("pan moves both legs in straight lines over 20 ms") {
  Rig rig;
  playing(rig).set("/channel/input/1", "pan", 100);
  const Channels out = rig.render(1200, constant(0.5f));
  check_line(out[0], 960, 0.5, 0.0);
  check_line(out[1], 960, 0.0, 0.5);
}

TEST("polarity turns over through silence in 20 ms") {
  Rig rig;
  playing(rig).set("/channel/input/1", "polarityInverted", 1);
  check_line(rig.render(1200, constant(0.5f))[0], 960, 0.5, -0.5);
}

TEST("ramps last as long at 96 kHz") {
  Rig rig(counts_of(4), "", 96000.0);
  playing(rig).set("/channel/input/1", "levelDb", -144);
  check_line(rig.render(2400, constant(0.5f))[0], 1920, 0.5, 0.0);
}

const Sound each_its_own = [](uint32_t channel, uint64_t) { return 0.1f * static_cast<float>(channel + 1); };

TEST("another source fades in over 20 ms while the one before fades out") {
  Rig rig;
  playing(rig).render(64, each_its_own);
  rig.patch("/channel/input/1", 5);
  check_line(rig.render(1200, each_its_own)[0], 960, 0.1, 0.6);
  rig.patch("/channel/input/1", -1);
  check_line(rig.render(1200, each_its_own)[0], 960, 0.6, 0.0);
}

TEST("a source that changes again within its crossfade waits for the end of it, and the last one wins") {
  Rig rig;
  playing(rig).render(64, each_its_own);
  rig.patch("/channel/input/1", 5);
  rig.render(64, each_its_own);
  rig.patch("/channel/input/1", 2);
  rig.render(64, each_its_own);
  rig.patch("/channel/input/1", 7);
  const std::vector<float> out = rig.render(2400, each_its_own)[0];
  CHECK_NEAR(out[960 - 128 - 1], 0.6, 1e-6);
  CHECK_NEAR(out.back(), 0.8, 1e-6);
  float steepest = 0;
  for (size_t i = 1; i < out.size(); ++i) steepest = std::max(steepest, std::abs(out[i] - out[i - 1]));
  CHECK(steepest < 0.5f / 960 * 1.01f);
}

TEST("a commit over 100 strips begins on one frame") {
  Rig rig(counts_of(100));
  rig.set("/channel/main/1", "levelDb", 0);
  std::vector<std::string> paths;
  for (int strip = 1; strip <= 100; ++strip) paths.push_back("/channel/input/" + std::to_string(strip));
  for (const std::string& path : paths) {
    rig.patch(path, 0);
    rig.set(path, "pan", -100);
  }
  rig.prepare();
  rig.render(640, constant(0.005f));
  std::vector<Rig::FieldValue> changes;
  for (const std::string& path : paths) changes.push_back({path, "levelDb", 0.0});
  rig.set_all(changes);
  const std::vector<float> out = rig.render(1000, constant(0.005f))[0];
  CHECK_NEAR(out[0], 100 * 0.005 / 960, 1e-6);
  CHECK_NEAR(out[959], 0.5, 1e-5);
}

}  // namespace
}  // namespace rowdesk
