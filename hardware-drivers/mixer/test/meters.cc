// Meters: what each reader sees.
#include "rig.h"

namespace rowdesk {
namespace {

struct Reading {
  std::vector<float> floats;
  std::vector<uint32_t> clips;
  double db(uint32_t strip, uint32_t at) const { return 20.0 * std::log10(linear(strip, at)); }
  float linear(uint32_t strip, uint32_t at) const { return floats[strip * meter_floats + at]; }
};

Reading read(Rig& rig, uint32_t reader = 0) {
  const uint32_t strips = rig.mixer.layout().sounding_strips();
  Reading reading{std::vector<float>(strips * meter_floats), std::vector<uint32_t>(strips)};
  rig.mixer.read_meters(reader, reading.floats.data(), reading.clips.data());
  return reading;
}

uint32_t number(Rig& rig, std::string_view path) {
  for (uint32_t i = 0; i < rig.mixer.layout().strips().size(); ++i) {
    if (rig.mixer.layout().strips()[i].path == path) return i;
  }
  return ~0u;
}

TEST("top is Top-Of-Ch, pre is Post-Trim, post is Post-Fader; the mains read both legs") {
  Rig rig;
  open_input_1(rig);
  rig.set("/channel/input/1", "trimDb", 6);
  rig.set("/channel/input/1", "levelDb", -10);
  rig.prepare();
  read(rig);
  rig.render(4800, sine(1000, -20));
  const Reading now = read(rig);
  const uint32_t main = number(rig, "/channel/main/1");
  CHECK_NEAR(now.db(0, top_peak_at), -20.0, 0.01);
  CHECK_NEAR(now.db(0, pre_peak_at), -14.0, 0.01);
  CHECK_NEAR(now.db(0, post_peak_at), -24.0, 0.01);
  CHECK(now.linear(0, top_peak_at + 1) == 0.0f);
  CHECK(now.linear(0, pre_peak_at + 1) == 0.0f);
  CHECK_NEAR(now.db(main, post_peak_at), -24.0 - 3.0103, 0.01);
  CHECK_NEAR(now.db(main, post_peak_at + 1), -24.0 - 3.0103, 0.01);
}

TEST("a mute leaves the meters before it alive") {
  Rig rig;
  open_input_1(rig);
  rig.set("/channel/input/1", "muted", 1);
  rig.prepare();
  read(rig);
  rig.render(4800, sine(1000, -20));
  const Reading now = read(rig);
  CHECK_NEAR(now.db(0, top_peak_at), -20.0, 0.01);
  CHECK_NEAR(now.db(0, pre_peak_at), -20.0, 0.01);
  CHECK(now.linear(0, post_peak_at) == 0.0f);
}

TEST("each reader gets the maximum since its own last read") {
  Rig rig;
  open_input_1(rig);
  const auto pre = [&](uint32_t reader) { return read(rig, reader).linear(0, pre_peak_at); };
  pre(0);
  pre(7);
  rig.render(64, [](uint64_t frame) { return frame == 5 ? -0.9f : 0.1f; });
  CHECK(pre(0) == 0.9f);
  rig.render(64, constant(0.2f));
  CHECK(pre(0) == 0.2f);
  CHECK(pre(7) == 0.9f);
  CHECK(pre(7) == 0.0f);
}

TEST("a peak is the same however short the blocks are") {
  for (uint32_t block : {1u, 17u, 64u, 1000u}) {
    Rig rig;
    open_input_1(rig);
    read(rig);
    rig.render(3000, [](uint64_t frame) { return frame == 1234 ? 0.75f : 0.1f; }, block);
    CHECK(read(rig).linear(0, pre_peak_at) == 0.75f);
  }
}

TEST("RMS reads 0 dB for a full-scale sine (AES17) and follows with 300 ms") {
  Rig rig;
  open_input_1(rig);
  rig.render(48000 * 5, sine(1000, 0), 480);
  CHECK_NEAR(read(rig).db(0, rms_at), 0.0, 0.01);
  rig.render(14400, silence(), 480);  // 300 ms: the mean square falls to 1/e, 4.34 dB
  CHECK_NEAR(read(rig).db(0, rms_at), -10.0 * std::log10(std::exp(1.0)), 0.01);
}

TEST("clips are counted at full scale: at Top-Of-Ch for inputs, at Post-Fader for mains") {
  Rig rig;
  open_input_1(rig);
  rig.set("/channel/input/1", "trimDb", -18);
  rig.prepare();
  const uint32_t main = number(rig, "/channel/main/1");
  rig.render(640, constant(0.999f));
  CHECK(read(rig).clips[0] == 0);
  rig.render(640, constant(1.0f));
  CHECK(read(rig).clips[0] == 10);
  CHECK(read(rig).clips[main] == 0);
  rig.set("/channel/main/1", "levelDb", 10);
  rig.set("/channel/input/1", "levelDb", 10);
  rig.set("/channel/input/1", "trimDb", 0);
  rig.render(1280, constant(0.9f));
  CHECK(read(rig).clips[0] == 10);
  CHECK(read(rig).clips[main] > 0);
  rig.mixer.reset_clips(0);
  CHECK(read(rig).clips[0] == 0);
  std::vector<uint32_t> clips(rig.mixer.layout().sounding_strips(), 99);
  rig.mixer.read_clips(clips.data());
  CHECK(clips == read(rig).clips);
}

}  // namespace
}  // namespace rowdesk
