// A driver's clock that stops and comes back, with the time in the test's hands.
#include "rig.h"

namespace rowdesk {
namespace {

constexpr uint64_t ms = 1'000'000;
constexpr uint32_t live = 0;

// Plays for half a second; the clock runs on the rig's time.
void play(Rig& rig) {
  open_input_1(rig);
  rig.set("/channel/input/1", "pan", -100);
  rig.prepare();
  rig.render(24000, constant(0.5f), 64, live);
}

// The internal timer, every 10 ms.
void idle(Rig& rig, uint64_t for_ms) {
  for (uint64_t passed = 0; passed < for_ms; passed += 10) {
    rig.now_ns += 10 * ms;
    rig.mixer.tick(rig.now_ns);
  }
}

TEST("before the first driver the timer drives: commands are taken, the outputs stay closed") {
  Rig rig;
  rig.mixer.processor()->release(rig.mixer.processor()->self);
  rig.set("/channel/input/1", "levelDb", -3);
  idle(rig, 50);
  CHECK(rig.seen("/channel/input/1", "levelDb") == -3);
  CHECK((rig.outputs_closed() & bit(Reason::clock_lost)) != 0);
}

TEST("a callback that waited for another process for long is no loss, and the next one may be stated before its end") {
  ClockWatch clock;
  clock.prepared(48000, 64, 1000 * ms);
  clock.called(1000 * ms, 64, live);
  clock.waited(1900 * ms);
  CHECK(!clock.is_overdue(2050 * ms) && clock.is_overdue(2150 * ms));
  CHECK(clock.lose());
  clock.called(2200 * ms, 64, live);
  for (uint64_t at = 2300; at < 3400; at += 100) {
    clock.waited(at * ms - 90 * ms);
    CHECK(clock.called(at * ms - 95 * ms, 64, live) == (at * ms - 95 * ms >= 3200 * ms));
  }
}

TEST("a clock that freewheels has no pace: cycles that take seconds are no loss, 15 s are one, and 200 ms behind it") {
  constexpr uint32_t fast = RD_BLOCK_FREEWHEEL;
  ClockWatch clock;
  clock.prepared(48000, 64, 1000 * ms);
  clock.called(1000 * ms, 64, live);
  clock.called(1010 * ms, 64, fast);
  CHECK(!clock.is_overdue(10'000 * ms));
  clock.called(10'000 * ms, 64, fast);
  CHECK(!clock.is_overdue(25'000 * ms) && clock.is_overdue(25'001 * ms));
  clock.called(10'100 * ms, 64, live);
  CHECK(!clock.is_overdue(10'300 * ms) && clock.is_overdue(10'301 * ms));
}

TEST("a clock that returns while it freewheels is steady after a second of sound, however short or long that takes") {
  constexpr uint32_t fast = RD_BLOCK_FREEWHEEL, frames = 4800;
  for (const uint64_t cycle_ms : {1, 2000}) {
    ClockWatch clock;
    clock.prepared(48000, frames, 1000 * ms);
    clock.called(1000 * ms, frames, live);
    CHECK(clock.lose());
    uint64_t at_ms = 2000;
    const auto fast_cycles = [&](int count) {
      bool is_steady = false;
      for (int n = 0; n < count; ++n, at_ms += cycle_ms) is_steady = clock.called(at_ms * ms, frames, fast);
      return is_steady;
    };
    CHECK(!fast_cycles(10));  // the first one begins the second
    CHECK(fast_cycles(1) && clock.state() == ClockWatch::State::running);
  }
}

TEST("a returning clock that begins or ends to freewheel goes on with its second") {
  constexpr uint32_t fast = RD_BLOCK_FREEWHEEL, frames = 4800;
  ClockWatch clock;
  clock.prepared(48000, frames, 1000 * ms);
  clock.called(1000 * ms, frames, live);
  CHECK(clock.lose());
  for (uint64_t at = 2000; at <= 2400; at += 100) CHECK(!clock.called(at * ms, frames, live));
  for (uint64_t at = 2401; at <= 2403; ++at) CHECK(!clock.called(at * ms, frames, fast));
  CHECK(!clock.called(2503 * ms, frames, live) && !clock.called(2603 * ms, frames, live));
  CHECK(clock.called(2703 * ms, frames, live));
}

TEST("a gap under 200 ms is no loss") {
  Rig rig;
  play(rig);
  idle(rig, 190);
  CHECK(rig.mixer.clock().state() == ClockWatch::State::running);
  CHECK(rig.render(64, constant(0.5f), 64, live)[0][63] == 0.5f);
}

TEST("after 200 ms without a callback the clock is lost: outputs close, commands and meters go on") {
  Rig rig;
  play(rig);
  const uint64_t position = rig.mixer.position();
  idle(rig, 300);
  CHECK(rig.mixer.clock().state() == ClockWatch::State::lost);
  CHECK(rig.outputs_closed() == bit(Reason::clock_lost));
  CHECK_NEAR(static_cast<double>(rig.mixer.position() - position), 4320.0, 960.0);  // since it was noticed
  rig.set("/channel/input/1", "levelDb", -3);
  idle(rig, 30);
  CHECK(rig.seen("/channel/input/1", "levelDb") == -3);
  std::vector<float> floats(rig.mixer.layout().sounding_strips() * meter_floats);
  std::vector<uint32_t> clips(rig.mixer.layout().sounding_strips());
  rig.mixer.read_meters(0, floats.data(), clips.data());
  idle(rig, 30);
  rig.mixer.read_meters(0, floats.data(), clips.data());
  CHECK(floats[pre_peak_at] == 0.0f);
}

TEST("long blocks are late later: 8 of 4096 frames are 683 ms") {
  Rig rig;
  open_input_1(rig);
  rig.render(24000, constant(0.5f), 4096, live);
  rig.render(4096, constant(0.5f), 4096, live);
  idle(rig, 590);  // and 85 ms that the block itself lasted
  CHECK(rig.mixer.clock().state() == ClockWatch::State::running);
  idle(rig, 100);
  CHECK(rig.mixer.clock().state() == ClockWatch::State::lost);
}

TEST("a returning clock must be steady for 1 s before the outputs open over 100 ms") {
  Rig rig;
  play(rig);
  idle(rig, 500);
  std::vector<float> out = rig.render(48000, constant(0.5f), 64, live)[0];
  CHECK(peak_db(out) < -300);
  CHECK(rig.mixer.clock().state() == ClockWatch::State::returning);
  out = rig.render(9600, constant(0.5f), 64, live)[0];
  CHECK(rig.mixer.clock().state() == ClockWatch::State::running);
  CHECK(out.back() == 0.5f);
  float steepest = 0;
  for (size_t i = 1; i < out.size(); ++i) steepest = std::max(steepest, std::abs(out[i] - out[i - 1]));
  CHECK(steepest < 0.5f / 4800 * 1.01f);
}

TEST("a returning clock that stumbles begins its second anew") {
  Rig rig;
  play(rig);
  idle(rig, 500);
  rig.render(38400, constant(0.5f), 64, live);
  rig.now_ns += 250 * ms;  // not noticed by the timer, but a gap all the same
  CHECK(peak_db(rig.render(38400, constant(0.5f), 64, live)[0]) < -300);
  rig.render(24000, constant(0.5f), 64, live);
  CHECK(rig.mixer.clock().state() == ClockWatch::State::running);
}

TEST("offline nothing is ever late") {
  Rig rig;
  open_input_1(rig);
  rig.render(64, constant(0.5f));
  idle(rig, 5000);
  CHECK(rig.mixer.position() == 64);
  CHECK(rig.outputs_closed() == 0);
}

TEST("between prepare and the first callback the timer keeps still") {
  Rig rig;
  open_input_1(rig);
  idle(rig, 5000);
  CHECK(rig.mixer.position() == 0);
}

TEST("a clock that is to begin is absent only when its first callback is 200 ms or 8 blocks late") {
  ClockWatch clock;
  CHECK(clock.is_absent(1000 * ms));
  clock.prepared(48000.0, 64, 1000 * ms);
  CHECK(!clock.is_absent(1000 * ms));
  CHECK(!clock.is_absent(1200 * ms));
  CHECK(clock.is_absent(1201 * ms));
  clock.called(1300 * ms, 64, live);
  CHECK(!clock.is_absent(1300 * ms));
  clock.released();
  CHECK(clock.is_absent(1300 * ms));
  clock.prepared(48000.0, 4096, 2000 * ms);
  CHECK(!clock.is_absent(2680 * ms));
  CHECK(clock.is_absent(2690 * ms));
}

}  // namespace
}  // namespace rowdesk
