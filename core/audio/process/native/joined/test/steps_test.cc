// What goes wrong with clocks, in simulated time: sound comes back without a click, and the mixer's other channels hear none
// of it.
#include <cstdio>
#include <random>
#include <vector>

#include "../../../../../../hardware-drivers/lib/sound-files/test/check.h"
#include "rig.h"

namespace rowdesk::test {
namespace {

/** Of the tone alone it is 0.0121; a fade adds little, and a click of -40 dB against the tone is 0.007. */
constexpr double most_rough = 0.016;

struct Case {
  Rig rig;
  uint64_t gaps = 0;

  explicit Case(bool resamples, double ppm = 80, double rate_hz = 48000) : rig(resamples) {
    rig.joined.ppm = resamples ? ppm : 0;
    rig.joined.rate_hz = rate_hz;
    rig.start();
    rig.run(3);
    CHECK(rig.device->figures().state == JoinedFigures::State::running);
    CHECK(rig.device->figures().gaps == 0);
    rig.keep();
    rig.run(0.2);
  }

  /** After the step: sound is back within some seconds, and the driving device's own channels are whole. */
  void check(uint64_t least_gaps, uint64_t most_gaps, double rough = most_rough) {
    rig.run(3);
    const JoinedFigures figures = rig.device->figures();
    CHECK(figures.state == JoinedFigures::State::running);
    CHECK(figures.gaps >= least_gaps && figures.gaps <= most_gaps);
    if (figures.gaps < least_gaps || figures.gaps > most_gaps) std::printf("  %d gaps\n", static_cast<int>(figures.gaps));
    CHECK_UNDER(roughness_of(rig.mixer.heard), rough);
    CHECK_UNDER(roughness_of(rig.joined.heard), rough);
    CHECK(is_own_sound_whole());
    rig.keep();
    rig.run(1);
    const Span in = latency_of(rig.mixer.heard, rig.joined, rig.driving, rig.driving.rate_hz);
    const Span out = latency_of(rig.joined.heard, rig.driving, rig.joined, rig.driving.rate_hz);
    const JoinedFigures after = rig.device->figures();
    CHECK(after.gaps == figures.gaps);
    CHECK_NEAR(in.least, after.input_latency_frames, 1);
    CHECK_NEAR(out.most, after.output_latency_frames, 1);
  }

  bool is_own_sound_whole() const {
    Source source;
    source.prepare(rig.driving.rate_hz);
    for (const Heard* own : {&rig.mixer.own, &rig.driving.heard}) {
      if (own->tone.size() < 10000) return false;
      for (size_t n = 0; n < own->tone.size(); ++n) {
        const uint64_t at = own->position[n];
        if (own->tone[n] != source.tone(at) || own->ramp[n] != Source::ramp(at)) return false;
      }
    }
    return true;
  }
};

void lose(bool resamples, bool driving, bool is_counted) {
  Case test(resamples);
  (driving ? test.rig.driving : test.rig.joined).lose(1000, is_counted);
  test.check(1, 4);
}

TEST("the driving device loses 1000 frames: the same clock comes back behind a fade") { lose(false, true, true); }
TEST("the driving device loses 1000 frames: a clock of its own comes back behind a fade") { lose(true, true, true); }
TEST("the joined device loses 1000 frames: the same clock comes back behind a fade") { lose(false, false, true); }
TEST("the joined device loses 1000 frames: a clock of its own comes back behind a fade") { lose(true, false, true); }
TEST("the driving device loses frames and does not know how many: sound comes back") {
  lose(false, true, false);
  lose(true, true, false);
}
TEST("the joined device loses frames and does not know how many: sound comes back") {
  lose(false, false, false);
  lose(true, false, false);
}

TEST("the joined device is stopped, and comes back with other blocks and at another rate: sound comes back, no gap is counted") {
  for (const double rate_hz : {48000.0, 44100.0, 96000.0}) {
    Case test(true);
    test.rig.joined.stop();
    CHECK(test.rig.device->figures().state == JoinedFigures::State::stopped);
    test.rig.run(0.5);
    test.rig.joined.frames = 480;
    test.rig.joined.rate_hz = rate_hz;
    test.rig.joined.start(test.rig.now_ns);
    test.rig.joined.heard.clear();
    // A tone of as many turns per second is as rough by the square of the rates.
    test.check(0, 0, most_rough * (rate_hz < 48000 ? 1.2 : 1));
  }
}

TEST("the driving device is stopped, and comes back with other blocks and at another rate: sound comes back") {
  for (const double rate_hz : {48000.0, 44100.0, 96000.0}) {
    Case test(true);
    test.rig.driving.stop();
    test.rig.run(0.5);
    CHECK(test.rig.device->figures().state == JoinedFigures::State::stopped);
    test.rig.driving.frames = 480;
    test.rig.driving.rate_hz = rate_hz;
    test.rig.mixer.own.clear(), test.rig.driving.heard.clear();
    test.rig.driving.start(test.rig.now_ns);
    test.check(0, 2, most_rough * (rate_hz < 48000 ? 1.2 : 1));
  }
}

TEST("a device of the same clock and another rate stays silent, and sounds when the rates are equal again") {
  Case test(false);
  test.rig.driving.stop();
  test.rig.driving.rate_hz = 44100;
  test.rig.driving.start(test.rig.now_ns);
  test.rig.run(2);
  CHECK(test.rig.device->figures().state == JoinedFigures::State::stopped);
  test.rig.driving.stop();
  test.rig.driving.rate_hz = 48000;
  test.rig.mixer.own.clear(), test.rig.driving.heard.clear();
  test.rig.driving.start(test.rig.now_ns);
  test.check(0, 2);
}

TEST("the driving clock stops for two seconds: what it heard goes on, fades out, and comes back behind a fade") {
  for (const bool resamples : {false, true}) {
    Case test(resamples);
    test.rig.driving.pause(2e9);
    test.check(1, 4);
  }
}

TEST("the joined clock stops for two seconds: its sound goes on, fades out, and comes back behind a fade") {
  for (const bool resamples : {false, true}) {
    Case test(resamples);
    test.rig.joined.pause(2e9);
    test.check(1, 4);
  }
}

TEST("the joined clock jumps by 400 ppm: no gap") {
  Case test(true, -200);
  test.rig.joined.set_ppm(200);
  test.check(0, 0);
  CHECK_NEAR(test.rig.device->figures().deviation_ppm, 200, 5);
}

TEST("the driving clock jumps by 400 ppm: no gap") {
  Case test(true, 200);
  test.rig.driving.set_ppm(400);
  test.check(0, 0);
  CHECK_NEAR(test.rig.device->figures().deviation_ppm, -200, 5);
}

TEST("threads that are late by 6 ms now and then leave gaps at first, then have room, and no gap clicks") {
  for (const bool resamples : {false, true}) {
    Rig rig(resamples);
    rig.joined.ppm = resamples ? 80 : 0;
    rig.joined.late_outlier_ns = rig.driving.late_outlier_ns = 6e6;
    rig.start();
    rig.run(1);
    rig.keep();
    rig.run(60);
    CHECK_UNDER(roughness_of(rig.mixer.heard), most_rough);
    CHECK_UNDER(roughness_of(rig.joined.heard), most_rough);
    const uint64_t gaps = rig.device->figures().gaps;
    CHECK(gaps >= 2 && gaps <= 16);
    rig.keep(false);
    rig.run(300);
    const JoinedFigures figures = rig.device->figures();
    CHECK_UNDER(static_cast<double>(figures.gaps - gaps), 2);
    CHECK_UNDER(figures.input_latency_frames + figures.output_latency_frames, 2 * (330 + 6 * 48));
  }
}

TEST("a device that is said to have the same clock, and has another: gaps are counted, and none clicks") {
  Rig rig(false);
  rig.joined.ppm = 200;
  rig.start();
  rig.run(1);
  rig.keep();
  rig.run(20);
  CHECK(rig.device->figures().gaps > 5);
  CHECK_UNDER(roughness_of(rig.mixer.heard), most_rough);
  CHECK_UNDER(roughness_of(rig.joined.heard), most_rough);
}

TEST("a device of the same clock that runs at another rate than it says: a gap comes before each new beginning") {
  for (const double ppm : {-500000.0, 500000.0, 1000000.0}) {
    Case test(false);
    test.rig.joined.set_ppm(ppm);
    test.rig.run(10);
    CHECK(test.rig.device->figures().gaps > 100);
    CHECK(test.is_own_sound_whole());
    // Its tone is as much higher: twice as high it is four times as rough.
    CHECK_UNDER(roughness_of(test.rig.mixer.heard), 0.1);
    // What the device plays is the mixer's tone at each of its frames.
    CHECK_UNDER(roughness_of(test.rig.joined.heard), most_rough);
  }
}

TEST("a clock that runs at another rate than it says, of either device, is heard as fades in what both play, and back in time as sound") {
  for (const bool resamples : {false, true}) {
    for (const bool driving : {false, true}) {
      for (const double ppm : {-500000.0, -100000.0, -5000.0, 5000.0, 100000.0, 1000000.0}) {
        Case test(resamples, 0);
        Side& side = driving ? test.rig.driving : test.rig.joined;
        // A tone that is converted is as much higher, and as rough by the square of that; what is left is a click.
        const double pace = 1 + std::fabs(ppm) * 1e-6, rough = most_rough * pace * pace * 1.2;
        side.set_ppm(ppm);
        test.rig.run(3);
        CHECK(test.rig.device->figures().gaps > 0);
        CHECK_UNDER(roughness_of(test.rig.mixer.heard), rough);
        CHECK_UNDER(roughness_of(test.rig.joined.heard), rough);
        CHECK(test.is_own_sound_whole());
        test.rig.keep();
        side.set_ppm(0);
        test.rig.run(4);
        CHECK(test.rig.device->figures().state == JoinedFigures::State::running);
        CHECK_UNDER(roughness_of(test.rig.mixer.heard), rough);
        CHECK_UNDER(roughness_of(test.rig.joined.heard), rough);
        CHECK(test.is_own_sound_whole());
      }
    }
  }
}

TEST("a joined device goes and returns again and again, with other blocks and rates: the driving one loses nothing") {
  for (const bool resamples : {false, true}) {
    Case test(resamples);
    std::mt19937 random(7);
    for (int turn = 0; turn < 50; ++turn) {
      test.rig.joined.stop();
      test.rig.run((random() % 200) * 1e-3);
      if (resamples) test.rig.joined.rate_hz = std::vector<double>{48000, 44100, 96000}[random() % 3];
      test.rig.joined.frames = std::vector<uint32_t>{64, 48, 480, 1024}[random() % 4];
      test.rig.joined.start(test.rig.now_ns);
      test.rig.run((random() % 600) * 1e-3);
    }
    CHECK(test.is_own_sound_whole());
    CHECK_UNDER(roughness_of(test.rig.mixer.heard), 0.03);
    test.rig.joined.stop();
    test.rig.joined.rate_hz = 48000;
    test.rig.joined.start(test.rig.now_ns);
    test.rig.run(3);
    CHECK(test.rig.device->figures().state == JoinedFigures::State::running);
  }
}

TEST("without a joined device the driving one's blocks go straight to the mixer") {
  TestMixer mixer;
  JoinedDevices devices(mixer.processor);
  Side driving(3);
  driving.processor = devices.processor();
  driving.start(0);
  mixer.own.is_kept = true;
  for (int n = 0; n < 1000; ++n) driving.call();
  driving.stop();
  CHECK(mixer.own.tone.size() == 64000);
}

TEST("devices join and leave only while the driving device is stopped") {
  Rig rig(false);
  rig.start();
  bool has_refused = false;
  try {
    rig.devices.join({1, 1, false});
  } catch (const std::runtime_error&) {
    has_refused = true;
  }
  CHECK(has_refused);
  has_refused = false;
  try {
    rig.devices.clear();
  } catch (const std::runtime_error&) {
    has_refused = true;
  }
  CHECK(has_refused);
}

}  // namespace
}  // namespace rowdesk::test
