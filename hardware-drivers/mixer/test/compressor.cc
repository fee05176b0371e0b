// The compressor: static curve, times, window, make-up gain and mix.
#include "dynamics_rig.h"

namespace rowdesk {
namespace {

TEST("the compressor's static curve is that of its source, by peak and by RMS, with and without a knee") {
  for (const char* detector : {"peak", "rms"}) {
    for (const double knee_db : {0.0, 5.0}) {
      for (const double ratio : {1.1, 4.0, 100.0}) {
        for (const double level_db : {-50.0, -22.6, -21.0, -20.0, -19.0, -17.4, -10.0, 0.0}) {
          Rig rig;
          open_strip(rig);
          turn_on(rig, "comp", {{"thresholdDb", -20}, {"ratio", ratio}, {"kneeDb", knee_db}, {"attackMs", 5}, {"releaseMs", 100}});
          detect(rig, detector);
          rig.prepare();
          CHECK_NEAR(steady_db(rig, level_db), compressed_db(level_db, -20, ratio, knee_db), 0.05);
        }
      }
    }
  }
}

TEST("the compressor is as exact for tones that are no whole number of samples, and in every instruction set") {
  for (const Kernel* kernel : kernels_that_run()) {
    for (const char* detector : {"peak", "rms"}) {
      for (const double frequency_hz : {101.0, 997.0, 7919.0}) {
        Rig rig(counts_of(4), kernel->name);
        open_strip(rig);
        turn_on(rig, "comp", {{"thresholdDb", -40}, {"ratio", 4}, {"kneeDb", 0}, {"attackMs", 5}, {"holdMs", 10}, {"releaseMs", 400}});
        detect(rig, detector);
        rig.prepare();
        CHECK_NEAR(steady_db(rig, -10, frequency_hz), compressed_db(-10, -40, 4, 0), 0.1);
      }
    }
  }
}

TEST("make-up gain adds, and the mix adds what wasn't compressed") {
  Rig rig;
  open_strip(rig);
  turn_on(rig, "comp", {{"thresholdDb", -30}, {"ratio", 100}, {"kneeDb", 0}, {"makeupDb", 6}, {"mixPercent", 100}});
  rig.prepare();
  CHECK_NEAR(steady_db(rig, -10), compressed_db(-10, -30, 100, 0) + 6, 0.05);
  rig.set(values_path("comp"), "makeupDb", 0);
  rig.set(values_path("comp"), "mixPercent", 50);
  rig.prepare();
  CHECK_NEAR(steady_db(rig, -10), 20 * std::log10((linear(-10) + linear(compressed_db(-10, -30, 100, 0))) / 2), 0.05);
  rig.set(values_path("comp"), "mixPercent", 0);
  rig.prepare();
  CHECK_NEAR(steady_db(rig, -10), -10, 0.001);
}

TEST("attack, hold and release of the compressor take their time, in dB") {
  for (const auto& [attack_ms, hold_ms, release_ms] : {std::array{50.0, 0.02, 200.0}, {1.0, 100.0, 50.0}, {120.0, 30.0, 5.0}}) {
    Rig rig;
    open_strip(rig);
    turn_on(rig, "comp", {{"thresholdDb", -40}, {"ratio", 2}, {"kneeDb", 0}, {"attackMs", attack_ms}, {"holdMs", hold_ms}, {"releaseMs", release_ms}});
    detect(rig, "peak");
    rig.prepare();
    const auto gains = gains_db(rig, 5 * second, [](uint64_t frame) { return frame >= second && frame < 2 * second ? linear(-20) : linear(-60); });
    CHECK_NEAR(gains[second - 1], 0.0, 0.001);
    const double settled = gains[2 * second - 1];
    CHECK_NEAR(settled, -10.0, 0.05);
    CHECK_NEAR(ms_until(gains, second, [&](double db) { return db <= settled * part; }), attack_ms, 0.03 + attack_ms * 0.005);
    CHECK_NEAR(ms_until(gains, 2 * second, [&](double db) { return db >= settled * (1 - part); }), hold_ms + release_ms, 0.06 + release_ms * 0.005);
    // Until hold is over nothing moves.
    CHECK_NEAR(gains[2 * second + static_cast<uint32_t>(hold_ms * 0.9 * strip_rate / 1000)], settled, 0.001);
  }
}

TEST("an attack of 0 is one sample") {
  Rig rig;
  open_strip(rig);
  turn_on(rig, "comp", {{"thresholdDb", -40}, {"ratio", 2}, {"kneeDb", 0}, {"attackMs", 0}});
  detect(rig, "peak");
  rig.prepare();
  const auto gains = gains_db(rig, 2000, [](uint64_t frame) { return frame >= 1000 ? linear(-20) : linear(-60); });
  CHECK_NEAR(gains[999], 0.0, 0.001);
  CHECK_NEAR(gains[1000], -10.0, 0.01);
}

TEST("the RMS window is 10 ms: what is older counts no more, and nothing of it is left") {
  Rig rig;
  open_strip(rig);
  turn_on(rig, "comp", {{"thresholdDb", -60}, {"ratio", 100}, {"kneeDb", 0}, {"attackMs", 0}, {"holdMs", 0.02}, {"releaseMs", 5}});
  detect(rig, "rms");
  rig.prepare();
  // Loud for a second, then 100 dB less: a running sum in single precision would remember.
  const auto gains = gains_db(rig, 2 * second, [](uint64_t frame) { return linear(frame < second ? 0 : -100); });
  // A constant of 0 dBFS is 3.01 dB over a full-scale sine.
  CHECK_NEAR(gains[second - 1], -63.01 * 0.99, 0.05);
  CHECK(gains[second + 470] < -5);
  CHECK_NEAR(gains[2 * second - 1], 0.0, 0.01);
}

}  // namespace
}  // namespace rowdesk
