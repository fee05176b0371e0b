// Panic, and the opening and closing of all outputs.
#include "rig.h"

namespace rowdesk {
namespace {

constexpr double mains = 1, all = 2;

Rig& playing(Rig& rig) {
  open_input_1(rig);
  rig.set("/channel/input/1", "pan", -100);
  rig.prepare();
  rig.render(640, constant(0.5f));
  return rig;
}

TEST("panic on the mains is silence 480 frames after its command, and 200 ms back when it is lifted") {
  Rig rig;
  playing(rig).set("/safety/panic", "scope", mains);
  std::vector<float> out = rig.render(960, constant(0.5f))[0];
  CHECK_NEAR(out[239], 0.25, 1e-6);
  for (size_t i = 479; i < out.size(); ++i) CHECK(out[i] == 0.0f);
  CHECK(rig.seen("/safety/panic", "scope") == mains);
  CHECK(rig.closed("/channel/main/1") == bit(Reason::panic));
  CHECK(rig.closed("/channel/input/1") == 0);
  rig.set("/safety/panic", "scope", 0);
  out = rig.render(9600, constant(0.5f))[0];
  CHECK_NEAR(out[4799], 0.25, 1e-6);
  CHECK_NEAR(out[9599], 0.5, 1e-6);
  CHECK(rig.closed("/channel/main/1") == 0);
}

TEST("panic on all closes inputs, returns, mixes and mains, but not the cue") {
  Rig rig;
  playing(rig).set("/safety/panic", "scope", all);
  const std::vector<float> out = rig.render(960, constant(0.5f))[0];
  CHECK(peak_db(out, 479) < -140);
  for (const char* path : {"/channel/input/1", "/channel/aux/1", "/channel/fxReturn/1", "/channel/mix/1", "/channel/main/1"}) {
    CHECK(rig.closed(path) == bit(Reason::panic));
  }
  CHECK(rig.closed("/channel/cue/1") == 0);
}

TEST("panic on all closes an fxSend too: it may be patched to an output like any bus") {
  Rig rig(whole_desk());
  rig.set("/safety/panic", "scope", all);
  rig.render(64, silence());
  CHECK(rig.closed("/channel/fxSend/1") == bit(Reason::panic));
  CHECK(rig.closed("/channel/mixMinus/1") == bit(Reason::panic));
}

TEST("a strip that was muted stays muted when panic is lifted") {
  Rig rig;
  playing(rig).set("/channel/input/1", "muted", 1);
  rig.set("/safety/panic", "scope", all);
  rig.render(960, constant(0.5f));
  rig.set("/safety/panic", "scope", 0);
  CHECK(peak_db(rig.render(20000, constant(0.5f))[0]) < -140);
  CHECK(rig.closed("/channel/input/1") == bit(Reason::mute));
}

TEST("panic acts although the ring of parameter blocks is full") {
  Rig rig;
  playing(rig);
  for (int i = 0; i < 200; ++i) rig.set("/channel/input/1", "levelDb", -i % 2);
  rig.set("/safety/panic", "scope", mains);
  CHECK(peak_db(rig.render(960, constant(0.5f))[0], 479) < -140);
}

TEST("a mixer starts with its outputs closed, and opens them over the time it is told") {
  Rig rig;
  rig.mixer.open(false, 0, Reason::startup);
  playing(rig);
  CHECK(rig.outputs_closed() == bit(Reason::startup));
  CHECK(peak_db(rig.render(960, constant(0.5f))[0]) < -300);
  rig.mixer.open(true, 500, Reason::startup);
  std::vector<float> out = rig.render(24000, constant(0.5f))[0];
  CHECK_NEAR(out[11999], 0.25, 1e-6);
  CHECK_NEAR(out[23999], 0.5, 1e-6);
  rig.mixer.open(false, 20, Reason::driver);
  out = rig.render(1200, constant(0.5f))[0];
  CHECK_NEAR(out[479], 0.25, 1e-6);
  CHECK(out[959] == 0.0f);
  rig.mixer.open(true, 100, Reason::driver);
  CHECK_NEAR(rig.render(4800, constant(0.5f))[0].back(), 0.5, 1e-6);
}

TEST("outputs open only when no reason is left to keep them closed") {
  Rig rig;
  playing(rig);
  rig.mixer.open(false, 0, Reason::startup);
  rig.mixer.open(false, 0, Reason::driver);
  rig.mixer.open(true, 0, Reason::driver);
  CHECK(peak_db(rig.render(640, constant(0.5f))[0], 1) < -300);
  CHECK(rig.outputs_closed() == bit(Reason::startup));
}

}  // namespace
}  // namespace rowdesk
