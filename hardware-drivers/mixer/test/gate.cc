// The gate: levels, times, and no chatter.
#include "dynamics_rig.h"

namespace rowdesk {
namespace {

TEST("the gate opens at its threshold, closes 3 dB below, and lowers by its range") {
  Rig rig;
  open_strip(rig);
  turn_on(rig, "gate", {{"thresholdDb", -30}, {"rangeDb", 40}, {"attackMs", 1}, {"holdMs", 20}, {"releaseMs", 50}});
  rig.prepare();
  CHECK_NEAR(steady_db(rig, -30.1), -70.1, 0.02);
  CHECK_NEAR(steady_db(rig, -29.9), -29.9, 0.02);
  CHECK_NEAR(steady_db(rig, -32.9), -32.9, 0.02);
  CHECK_NEAR(steady_db(rig, -33.1), -73.1, 0.02);
  CHECK_NEAR(steady_db(rig, -31), -71, 0.02);
  rig.set(values_path("gate"), "rangeDb", 6);
  CHECK_NEAR(steady_db(rig, -31), -37, 0.02);
}

TEST("attack, hold and release of the gate take their time, in dB") {
  for (const auto& [attack_ms, hold_ms, release_ms] : {std::array{20.0, 100.0, 200.0}, {1.0, 0.02, 50.0}, {120.0, 500.0, 5.0}}) {
    Rig rig;
    open_strip(rig);
    turn_on(rig, "gate", {{"thresholdDb", -30}, {"rangeDb", 40}, {"attackMs", attack_ms}, {"holdMs", hold_ms}, {"releaseMs", release_ms}});
    rig.prepare();
    const auto gains = gains_db(rig, 6 * second, [](uint64_t frame) { return frame >= 3 * second && frame < 4 * second ? linear(-20) : linear(-50); });
    CHECK_NEAR(gains[3 * second - 1], -40.0, 0.01);
    CHECK_NEAR(ms_until(gains, 3 * second, [&](double db) { return db >= -40 * (1 - part); }), attack_ms, 0.03 + attack_ms * 0.005);
    CHECK_NEAR(gains[4 * second - 1], 0.0, 0.02);
    CHECK_NEAR(ms_until(gains, 4 * second, [&](double db) { return db <= -40 * part; }), hold_ms + release_ms, 0.06 + release_ms * 0.005);
    CHECK_NEAR(gains[4 * second + static_cast<uint32_t>(hold_ms * 0.9 * strip_rate / 1000)], gains[4 * second - 1], 0.02);
  }
}

TEST("releases of 4 s arrive at 192 kHz too: nothing is lost in small steps") {
  Rig rig(counts_of(4), "", 192000);
  open_strip(rig);
  turn_on(rig, "gate", {{"thresholdDb", -30}, {"rangeDb", 60}, {"holdMs", 1}, {"releaseMs", 4000}});
  rig.prepare();
  const auto gain_after = [&](double seconds) {
    return 20 * std::log10(rig.render(static_cast<uint32_t>(seconds * 192000), constant(0.01f), 4096)[0].back() / 0.01);
  };
  CHECK_NEAR(gain_after(4.001), -60 * part, 0.1);
  CHECK_NEAR(gain_after(40), -60, 0.01);

  rig.set(processor_path("gate"), "enabled", 0);
  turn_on(rig, "comp", {{"thresholdDb", -60}, {"ratio", 100}, {"kneeDb", 0}, {"attackMs", 1}, {"holdMs", 1}, {"releaseMs", 4000}});
  detect(rig, "peak");
  CHECK_NEAR(gain_after(1), -20 * 0.99, 0.02);
  CHECK_NEAR(20 * std::log10(rig.render(192000 * 40, constant(0.0005f), 4096)[0].back() / 0.0005), 0.0, 0.02);
}

TEST("a steady tone leaves the gate steady: no chatter between its peaks") {
  Rig rig;
  open_strip(rig);
  turn_on(rig, "gate", {{"thresholdDb", -30}, {"rangeDb", 40}, {"attackMs", 0}, {"holdMs", 20}, {"releaseMs", 5}});
  rig.prepare();
  const Sound tone = sine(50, -29);
  rig.render(second, tone);
  const std::vector<float> out = rig.render(second, tone)[0];
  double worst = 0;
  for (uint32_t i = 0; i < second; ++i) worst = std::max(worst, std::abs(static_cast<double>(out[i]) - tone(0, second + i)));
  CHECK_NEAR(worst, 0.0, 1e-6);
}

}  // namespace
}  // namespace rowdesk
