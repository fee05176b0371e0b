// Sources that are held while phantom or pad are switched: who hears them is closed, 20 ms out and 100 ms back in.
#include "rig.h"

namespace rowdesk {
namespace {

constexpr uint32_t fade_frames = 960, release_frames = 4800;  // at 48 kHz

Rig& playing(Rig& rig) {
  open_input_1(rig);
  rig.set("/channel/input/1", "pan", -100);
  rig.prepare();
  rig.render(640, constant(0.5f));
  return rig;
}

double source_of(Rig& rig, const char* path) { return rig.seen(path, "sourceId"); }

TEST("a strip that hears a held source is silent after 20 ms, and back 100 ms after it is let go") {
  Rig rig;
  playing(rig).mixer.hold_sources(Reason::phantom, {source_of(rig, "/channel/input/1")});
  std::vector<float> out = rig.render(fade_frames + 960, constant(0.5f))[0];
  CHECK_NEAR(out[fade_frames / 2 - 1], 0.25, 1e-6);
  for (size_t i = fade_frames - 1; i < out.size(); ++i) CHECK(out[i] == 0.0f);
  CHECK(rig.mixer.holds_sources());
  CHECK(rig.closed("/channel/input/1") == bit(Reason::phantom));
  CHECK(rig.closed("/channel/main/1") == 0);
  rig.mixer.hold_sources(Reason::phantom, {});
  out = rig.render(release_frames, constant(0.5f))[0];
  CHECK_NEAR(out[release_frames / 2 - 1], 0.25, 1e-6);
  CHECK_NEAR(out[release_frames - 1], 0.5, 1e-6);
  CHECK(rig.closed("/channel/input/1") == 0);
}

TEST("a source is not held before the audio thread closes who hears it") {
  Rig rig;
  playing(rig).mixer.hold_sources(Reason::phantom, {source_of(rig, "/channel/input/1")});
  CHECK(!rig.mixer.holds_sources());
  rig.render(64, constant(0.5f));
  CHECK(rig.mixer.holds_sources());
}

TEST("only who hears the source is closed, and who comes to hear it while it is held") {
  Rig rig;
  playing(rig);
  rig.patch("/channel/input/2", 1);
  rig.render(64, constant(0.5f));
  rig.mixer.hold_sources(Reason::phantom, {source_of(rig, "/channel/input/2")});
  rig.render(64, constant(0.5f));
  CHECK(rig.closed("/channel/input/1") == 0);
  CHECK(rig.closed("/channel/input/2") == bit(Reason::phantom));
  rig.set("/channel/input/1", "sourceId", source_of(rig, "/channel/input/2"));
  rig.patch("/channel/input/2", 0);
  rig.render(64, constant(0.5f));
  CHECK(rig.closed("/channel/input/1") == bit(Reason::phantom));
}

TEST("a strip that is muted when its source is let go stays muted") {
  Rig rig;
  playing(rig).mixer.hold_sources(Reason::phantom, {source_of(rig, "/channel/input/1")});
  rig.set("/channel/input/1", "muted", 1);
  rig.render(64, constant(0.5f));
  rig.mixer.hold_sources(Reason::phantom, {});
  CHECK(peak_db(rig.render(20000, constant(0.5f))[0], fade_frames) < -140);
  CHECK(rig.closed("/channel/input/1") == bit(Reason::mute));
}

TEST("a source that its stagebox has not confirmed is held like one that is switched, for a reason of its own") {
  Rig rig;
  playing(rig).mixer.hold_sources(Reason::stagebox, {source_of(rig, "/channel/input/1")});
  std::vector<float> out = rig.render(fade_frames + 960, constant(0.5f))[0];
  CHECK_NEAR(out[fade_frames / 2 - 1], 0.25, 1e-6);
  for (size_t i = fade_frames - 1; i < out.size(); ++i) CHECK(out[i] == 0.0f);
  CHECK(rig.closed("/channel/input/1") == bit(Reason::stagebox));
  rig.mixer.hold_sources(Reason::phantom, {source_of(rig, "/channel/input/1")});
  rig.render(64, constant(0.5f));
  CHECK(rig.closed("/channel/input/1") == (bit(Reason::phantom) | bit(Reason::stagebox)));
  rig.mixer.hold_sources(Reason::stagebox, {});
  CHECK(peak_db(rig.render(20000, constant(0.5f))[0], 0) < -140);
  CHECK(rig.closed("/channel/input/1") == bit(Reason::phantom));
  rig.mixer.hold_sources(Reason::phantom, {});
  out = rig.render(release_frames, constant(0.5f))[0];
  CHECK_NEAR(out[release_frames - 1], 0.5, 1e-6);
}

TEST("a held source that is not there is closed before it comes, so that not one sample of it is heard") {
  Rig rig;
  playing(rig);
  const double source = source_of(rig, "/channel/input/1");
  const std::vector<std::pair<int32_t, int32_t>> nothing(Rig::inputs + 1, {-1, -1});
  rig.mixer.connect(nothing);
  rig.render(fade_frames, constant(0.5f));
  rig.mixer.hold_sources(Reason::stagebox, {source});
  rig.render(fade_frames, constant(0.5f));
  CHECK(rig.closed("/channel/input/1") == bit(Reason::stagebox));
  rig.mixer.connect(Rig::sources());
  CHECK(peak_db(rig.render(20000, constant(0.5f))[0], 0) < -140);
  rig.mixer.hold_sources(Reason::stagebox, {});
  const std::vector<float> out = rig.render(release_frames, constant(0.5f))[0];
  CHECK_NEAR(out[release_frames - 1], 0.5, 1e-6);
}

}  // namespace
}  // namespace rowdesk
