// Gate and compressor: static curves, times, hold, pairs, and what their meters say.
#include "strip_rig.h"

namespace rowdesk {
namespace {

constexpr double rate = 48000.0;
constexpr uint32_t second = 48000;

float linear(double db) { return static_cast<float>(std::pow(10.0, db / 20.0)); }

void detect(Rig& rig, const char* detector, std::string_view strip = strip_path) {
  rig.set(values_path("comp", strip), "detector", choice(rig, values_path("comp", strip), "detector", detector));
}

// What a steady sine of this peak level comes out as.
double steady_db(Rig& rig, double level_db, double frequency_hz = 1000) {
  const Sound tone = sine(frequency_hz, level_db);
  rig.render(2 * second, tone, 1024);
  return peak_db(rig.render(second / 10, tone, 1024)[0]);
}

// D. Giannoulis, M. Massberg, J. D. Reiss, "Digital Dynamic Range Compressor Design - A Tutorial and Analysis",
// J. Audio Eng. Soc. 60(6), 2012, equation 4.
double compressed_db(double level_db, double threshold_db, double ratio, double knee_db) {
  const double over = level_db - threshold_db;
  if (2 * over < -knee_db) return level_db;
  if (2 * over >= knee_db) return threshold_db + over / ratio;
  return level_db + (1 / ratio - 1) * std::pow(over + knee_db / 2, 2) / (2 * knee_db);
}

TEST("the compressor's static curve is that of its source, by peak and by RMS, with and without a knee") {
  for (const char* detector : {"peak", "rms"}) {
    for (const double knee_db : {0.0, 5.0}) {
      for (const double ratio : check::sweep({1.1, 4.0, 100.0})) {
        for (const double level_db : check::sweep({-50.0, -22.6, -21.0, -19.0, -17.4, -10.0, 0.0, -20.0})) {
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
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
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

// The gain in dB at each frame, from a sound that is never 0.
std::vector<double> gains_db(Rig& rig, uint32_t frames, const std::function<float(uint64_t)>& level) {
  const std::vector<float> out = rig.render(frames, [&](uint64_t frame) { return level(frame); }, 64)[0];
  std::vector<double> gains(frames);
  for (uint32_t i = 0; i < frames; ++i) gains[i] = 20.0 * std::log10(out[i] / level(i));
  return gains;
}

double ms_until(const std::vector<double>& gains, uint32_t from, const std::function<bool(double)>& is_reached) {
  uint32_t at = from;
  while (at < gains.size() && !is_reached(gains[at])) ++at;
  return (at - from) * 1000.0 / rate;
}

const double part = 1.0 - std::exp(-1.0);  // 63 % of the way, after one time constant

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
    CHECK_NEAR(gains[2 * second + static_cast<uint32_t>(hold_ms * 0.9 * rate / 1000)], settled, 0.001);
  }
}

TEST("hold keeps the reduction of an RMS level, not the peaks of its ripple") {
  for (const double hold_ms : check::sweep({10.0, 500.0, 50.0})) {
    for (const double frequency_hz : check::sweep({31.5, 63.0, 1000.0, 20.0})) {
      Rig rig;
      open_strip(rig);
      turn_on(rig, "comp", {{"thresholdDb", -30}, {"ratio", 4}, {"kneeDb", 0}, {"attackMs", 5}, {"holdMs", hold_ms}, {"releaseMs", 100}});
      detect(rig, "rms");
      rig.prepare();
      CHECK_NEAR(steady_db(rig, -10, frequency_hz), compressed_db(-10, -30, 4, 0), 0.5);
    }
  }
}

TEST("after a burst an RMS compressor holds, and not longer than it should") {
  Rig rig;
  open_strip(rig);
  turn_on(rig, "comp", {{"thresholdDb", -40}, {"ratio", 2}, {"kneeDb", 0}, {"attackMs", 1}, {"holdMs", 200}, {"releaseMs", 50}});
  detect(rig, "rms");
  rig.prepare();
  const uint32_t end = second + second / 5;
  const auto gains = gains_db(rig, 2 * second, [](uint64_t frame) { return linear(frame >= second && frame < end ? -20 : -80); });
  const double settled = gains[end - 1];
  CHECK(settled < -10);
  CHECK_NEAR(gains[end + static_cast<uint32_t>(0.19 * rate)], settled, 0.1);
  // The window is 10 ms; then nothing of the burst is left to hold.
  CHECK_NEAR(ms_until(gains, end, [&](double db) { return db >= settled * (1 - part); }), 255, 5);
}

TEST("attack takes its time to the sample, however short it is") {
  for (const double attack_ms : {0.125, 0.5, 1.0}) {
    for (const char* processor : {"comp", "gate"}) {
      const bool is_gate = std::string_view(processor) == "gate";
      Rig rig;
      open_strip(rig);
      if (is_gate) turn_on(rig, "gate", {{"thresholdDb", -30}, {"rangeDb", 40}, {"attackMs", attack_ms}, {"holdMs", 1}, {"releaseMs", 5}});
      else turn_on(rig, "comp", {{"thresholdDb", -40}, {"ratio", 2}, {"kneeDb", 0}, {"attackMs", attack_ms}, {"holdMs", 1}, {"releaseMs", 5}});
      if (!is_gate) detect(rig, "peak");
      rig.prepare();
      const auto gains = gains_db(rig, 3 * second, [](uint64_t frame) { return linear(frame >= second && frame < 2 * second ? -20 : -60); });
      const double from = gains[second - 1], to = gains[2 * second - 1];
      const uint32_t after = static_cast<uint32_t>(std::round(attack_ms * rate / 1000));
      // So many frames later 63 % are gone, and one frame before they are not.
      const auto gone = [&](uint32_t frame) { return (gains[frame] - from) / (to - from); };
      CHECK_NEAR(gone(second + after), part, 1e-4);
      CHECK(gone(second + after - 1) < part - 1e-3);
    }
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
    CHECK_NEAR(gains[4 * second + static_cast<uint32_t>(hold_ms * 0.9 * rate / 1000)], gains[4 * second - 1], 0.02);
  }
}

TEST("releases of 4 s arrive at 192 kHz too: nothing is lost in small steps") {
  constexpr double release_s = check::is_sanitized ? 0.4 : 4.0;
  Rig rig(counts_of(4), "", 192000);
  open_strip(rig);
  turn_on(rig, "gate", {{"thresholdDb", -30}, {"rangeDb", 60}, {"holdMs", 1}, {"releaseMs", release_s * 1000}});
  rig.prepare();
  const auto gain_after = [&](double seconds) {
    return 20 * std::log10(rig.render(static_cast<uint32_t>(seconds * 192000), constant(0.01f), 4096)[0].back() / 0.01);
  };
  CHECK_NEAR(gain_after(release_s + 0.001), -60 * part, 0.1);
  CHECK_NEAR(gain_after(10 * release_s), -60, 0.01);

  rig.set(processor_path("gate"), "enabled", 0);
  turn_on(rig, "comp", {{"thresholdDb", -60}, {"ratio", 100}, {"kneeDb", 0}, {"attackMs", 1}, {"holdMs", 1}, {"releaseMs", release_s * 1000}});
  detect(rig, "peak");
  CHECK_NEAR(gain_after(1), -20 * 0.99, 0.02);
  CHECK_NEAR(20 * std::log10(rig.render(static_cast<uint32_t>(192000 * 10 * release_s), constant(0.0005f), 4096)[0].back() / 0.0005), 0.0, 0.02);
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

TEST("both legs of a stereo strip, and both strips of a linked pair, follow the louder one") {
  const auto right_db = [](void (*arrange)(Rig&), std::string_view strip, int channel) {
    Rig rig(counts_of(5));  // an odd number, so that pairs would be torn apart if nothing were done about it
    rig.set("/channel/main/1", "levelDb", 0);
    rig.patch(strip, channel);
    rig.set(strip, "levelDb", 0);
    arrange(rig);
    rig.prepare();
    // 0.5 on channel 0, 0.01 on channel 1.
    const Sound legs = [](uint32_t channel, uint64_t) { return channel == 0 ? 0.5f : channel == 1 ? 0.01f : 0.0f; };
    rig.render(2 * second, legs, 1024);
    return 20 * std::log10(rig.render(64, legs)[1].back() / 0.01);
  };
  for (const char* detector : {"peak", "rms"}) {
    static std::string_view which;
    which = detector;
    const double reduction = compressed_db(detector[0] == 'p' ? -6.02 : -3.01, -30, 2, 0) - (detector[0] == 'p' ? -6.02 : -3.01);
    const double aux = right_db([](Rig& rig) {
      turn_on(rig, "comp", {{"thresholdDb", -30}, {"ratio", 2}, {"kneeDb", 0}}, "/channel/aux/1");
      detect(rig, which.data(), "/channel/aux/1");
    }, "/channel/aux/1", 0);
    CHECK_NEAR(aux, reduction, 0.05);
    const auto pair = [](Rig& rig, bool is_linked) {
      for (const std::string_view strip : {"/channel/input/3", "/channel/input/4"}) {
        turn_on(rig, "comp", {{"thresholdDb", -30}, {"ratio", 2}, {"kneeDb", 0}}, strip);
        detect(rig, which.data(), strip);
        rig.set(strip, "stereoLink", is_linked);
        rig.set(strip, "levelDb", 0);
        rig.set(strip, "pan", is_linked ? 0 : strip == "/channel/input/3" ? -100 : 100);
      }
      rig.patch("/channel/input/4", 1);
    };
    static decltype(pair) arrange = pair;
    CHECK_NEAR(right_db([](Rig& rig) { arrange(rig, true); }, "/channel/input/3", 0), reduction, 0.05);
    CHECK_NEAR(right_db([](Rig& rig) { arrange(rig, false); }, "/channel/input/3", 0), 0.0, 0.01);
  }
}

struct Reductions {
  float gate, compressor;
};
Reductions read_reductions(Rig& rig, uint32_t reader, uint32_t strip = 0) {
  std::vector<float> floats(rig.mixer.layout().sounding_strips() * meter_floats);
  std::vector<uint32_t> clips(rig.mixer.layout().sounding_strips());
  rig.mixer.read_meters(reader, floats.data(), clips.data());
  const float* row = floats.data() + strip * meter_floats;
  return {row[meter_at("gate.reductionDb")], row[meter_at("comp.reductionDb")]};
}

TEST("meters say the strongest reduction since each reader's last read, 0 where a processor is off") {
  Rig rig;
  open_strip(rig);
  turn_on(rig, "comp", {{"thresholdDb", -40}, {"ratio", 2}, {"kneeDb", 0}, {"makeupDb", 12}, {"mixPercent", 50}});
  rig.prepare();
  read_reductions(rig, 0);
  read_reductions(rig, 1);
  steady_db(rig, -20);
  CHECK_NEAR(read_reductions(rig, 0).compressor, -10.0, 0.05);
  CHECK(read_reductions(rig, 0).compressor == 0.0f);  // nothing happened since
  rig.render(4 * second, silence(), 1024);
  CHECK_NEAR(read_reductions(rig, 1).compressor, -10.0, 0.05);
  rig.render(480, silence());
  CHECK_NEAR(read_reductions(rig, 0).compressor, -10.0, 0.05);  // the first of the silence
  rig.render(480, silence());
  CHECK_NEAR(read_reductions(rig, 0).compressor, 0.0, 0.05);
  CHECK(read_reductions(rig, 0).gate == 0.0f);

  turn_on(rig, "gate", {{"thresholdDb", -10}, {"rangeDb", 24}, {"releaseMs", 5}});
  rig.set(processor_path("comp"), "enabled", 0);
  steady_db(rig, -20);
  CHECK_NEAR(read_reductions(rig, 0).gate, -24.0, 0.01);
  rig.render(4800, silence());
  CHECK(read_reductions(rig, 0).compressor == 0.0f);
}

}  // namespace
}  // namespace rowdesk
