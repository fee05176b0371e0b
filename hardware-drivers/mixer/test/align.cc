// Align delays: to a part of a sample, and without clicks.
#include <complex>
#include <numbers>

#include "strip_rig.h"

namespace rowdesk {
namespace {

const std::string align_path = std::string(strip_path) + "/align";

Sound pulse_at(uint64_t at) {
  return [=](uint32_t channel, uint64_t frame) { return channel == 0 && frame == at ? 0.5f : 0.0f; };
}

TEST("a delay of whole samples is exact at every rate and block size") {
  for (const double rate : check::sweep({44100.0, 48000.0, 96000.0, 192000.0})) {
    for (const double delay_ms : {0.0, 10.0, 100.0}) {
      for (const uint32_t block : {17u, 64u, 1000u}) {
        Rig rig(counts_of(3), "", rate);
        open_strip(rig);
        rig.set(align_path, "delayMs", delay_ms);
        rig.prepare();
        const std::vector<float> out = rig.render(static_cast<uint32_t>(0.11 * rate), pulse_at(100), block)[0];
        const auto expected = 100 + static_cast<size_t>(std::lround(delay_ms * 0.001 * rate));
        bool is_exact = true;
        for (size_t i = 0; i < out.size(); ++i) is_exact = is_exact && out[i] == (i == expected ? 0.5f : 0.0f);
        CHECK(is_exact);
      }
    }
  }
}

// How a strip answers a pulse: its gain in dB, and how late it is in samples, at a frequency.
struct Answer {
  double db, late;
};
Answer answer_of(const std::vector<float>& out, double turns_per_sample, double expected) {
  std::complex<double> sum = 0.0;
  for (size_t i = 0; i < out.size(); ++i) {
    sum += static_cast<double>(out[i]) / 0.5 * std::polar(1.0, -2 * std::numbers::pi * turns_per_sample * (static_cast<double>(i) - expected));
  }
  return {20 * std::log10(std::abs(sum)), expected - std::arg(sum) / (2 * std::numbers::pi * turns_per_sample)};
}

TEST("a delay between two samples is flat to 0.4 of the rate, and as long as it says") {
  for (const double rate : {44100.0, 48000.0, 96000.0}) {
    for (const double delay_ms : {0.01, 0.02, 0.03, 0.07, 0.13, 0.16, 0.2, 1.23, 12.34, 99.99}) {
      Rig rig(counts_of(3), "", rate);
      open_strip(rig);
      rig.set(align_path, "delayMs", delay_ms);
      rig.prepare();
      const std::vector<float> out = rig.render(static_cast<uint32_t>(0.11 * rate), pulse_at(0))[0];
      const double expected = delay_ms * 0.001 * rate;
      for (double turns = 0.01; turns <= 0.4; turns += 0.01) {
        const Answer answer = answer_of(out, turns, expected);
        CHECK_NEAR(answer.db, 0.0, 0.1);
        // Shorter than half a filter only low frequencies are that exact.
        if (expected >= 8 || turns < 0.06) CHECK_NEAR(answer.late, expected, 0.01);
      }
    }
  }
}

// By another method than answer_of: the centre of the impulse, and the phase of a steady sine.
TEST("a delay shorter than half a filter is exact below 3 kHz, and at most a third of a sample late above") {
  constexpr double rate = 48000.0;
  for (const double delay_ms : {0.01, 0.05, 0.1}) {
    const double expected = delay_ms * 0.001 * rate;
    Rig rig;
    open_strip(rig);
    rig.set(align_path, "delayMs", delay_ms);
    rig.prepare();
    const std::vector<float> out = rig.render(960, pulse_at(0))[0];
    double moment = 0.0, sum = 0.0;
    for (size_t i = 0; i < out.size(); ++i) {
      moment += static_cast<double>(i) * out[i];
      sum += out[i];
    }
    CHECK_NEAR(moment / sum, expected, 0.005);
    for (const auto& [hz, most_late] : {std::pair{1000.0, 0.005}, {2500.0, 0.01}, {9600.0, 0.06}, {19200.0, 0.33}}) {
      const double turns = hz / rate;
      Rig played;
      open_strip(played);
      played.set(align_path, "delayMs", delay_ms);
      played.prepare();
      const std::vector<float> tone = played.render(9600, sine(hz, -6))[0];
      std::complex<double> heard = 0.0;
      for (size_t i = 4800; i < 9600; ++i) {
        heard += static_cast<double>(tone[i]) * std::polar(1.0, -2 * std::numbers::pi * turns * (static_cast<double>(i) - expected));
      }
      // A sine lags a cosine by a quarter.
      const double late = -std::remainder(std::arg(heard) + std::numbers::pi / 2, 2 * std::numbers::pi) / (2 * std::numbers::pi * turns);
      CHECK(late > -0.01 && late < most_late);
    }
  }
}

TEST("every kind of strip with sound has an align delay") {
  Rig rig;
  open_strip(rig);
  rig.set("/channel/main/1/align", "delayMs", 10);
  rig.set(align_path, "delayMs", 5);
  rig.prepare();
  const std::vector<float> out = rig.render(1200, pulse_at(0))[0];
  CHECK(out[720] == 0.5f);
  for (const StripPlace& strip : rig.mixer.layout().strips()) {
    CHECK((rig.mixer.addresses().find(strip.path + "/align", "delayMs") != no_slot) == (strip.legs > 0));
  }
}

TEST("a new delay fades in over 20 ms once the strip has been listened to for as long as it is; then it is exact") {
  Rig rig;
  open_strip(rig);
  rig.prepare();
  rig.render(4800, constant(0.5f));
  rig.set(align_path, "delayMs", 50);
  // What came before the change must not be missed: a constant stays one.
  const std::vector<float> steady = rig.render(9600, constant(0.5f))[0];
  double worst = 0;
  for (const float sample : steady) worst = std::max(worst, std::abs(sample - 0.5));
  CHECK_NEAR(worst, 0.0, 1e-6);
  const uint64_t now = 4800 + 9600;
  const std::vector<float> out = rig.render(9600, pulse_at(now + 1000))[0];
  CHECK(out[1000 + 2400] == 0.5f);
  rig.set(align_path, "delayMs", 0);
  rig.render(4800, silence());
  CHECK(rig.render(640, pulse_at(now + 9600 + 4800 + 100))[0][100] == 0.5f);
}

TEST("the last of many changes within a crossfade wins") {
  Rig rig;
  open_strip(rig);
  rig.set(align_path, "delayMs", 10);
  rig.prepare();
  for (int i = 0; i < 50; ++i) {
    rig.set(align_path, "delayMs", i % 2 == 0 ? 80 : 3);
    rig.render(97, constant(0.1f));
  }
  rig.set(align_path, "delayMs", 20);
  rig.render(9600, silence());
  const std::vector<float> out = rig.render(2000, pulse_at(50 * 97 + 9600 + 7))[0];
  CHECK(out[7 + 960] == 0.5f);
}

}  // namespace
}  // namespace rowdesk
