// The equaliser and the high-pass against the transfer functions of their sources.
#include <complex>
#include <numbers>

#include "strip_rig.h"

namespace rowdesk {
namespace {

struct Biquad {
  double b0, b1, b2, a0, a1, a2;
};

// As the mixer takes it: a shelf with more would rise beyond its gain.
double q_of(std::string_view type, double q) { return type.ends_with("Shelf") ? std::min(q, 1.0) : q; }

// R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients" (W3C Note, 2021), with alpha by Q.
Biquad cookbook(std::string_view type, double frequency_hz, double gain_db, double q, double rate) {
  const double w = 2.0 * std::numbers::pi * frequency_hz / rate;
  const double c = std::cos(w), alpha = std::sin(w) / (2.0 * q_of(type, q)), a = std::pow(10.0, gain_db / 40.0);
  const double s = 2.0 * std::sqrt(a) * alpha;
  if (type == "peak") return {1 + alpha * a, -2 * c, 1 - alpha * a, 1 + alpha / a, -2 * c, 1 - alpha / a};
  if (type == "lowShelf") {
    return {a * (a + 1 - (a - 1) * c + s), 2 * a * (a - 1 - (a + 1) * c), a * (a + 1 - (a - 1) * c - s),
            a + 1 + (a - 1) * c + s,       -2 * (a - 1 + (a + 1) * c),    a + 1 + (a - 1) * c - s};
  }
  if (type == "highShelf") {
    return {a * (a + 1 + (a - 1) * c + s), -2 * a * (a - 1 + (a + 1) * c), a * (a + 1 + (a - 1) * c - s),
            a + 1 - (a - 1) * c + s,       2 * (a - 1 - (a + 1) * c),      a + 1 - (a - 1) * c - s};
  }
  if (type == "lowCut") return {(1 + c) / 2, -(1 + c), (1 + c) / 2, 1 + alpha, -2 * c, 1 - alpha};
  if (type == "highCut") return {(1 - c) / 2, 1 - c, (1 - c) / 2, 1 + alpha, -2 * c, 1 - alpha};
  return {1, -2 * c, 1, 1 + alpha, -2 * c, 1 - alpha};  // notch
}

double theory_db(const Biquad& filter, double frequency_hz, double rate) {
  const std::complex<double> z = std::polar(1.0, -2.0 * std::numbers::pi * frequency_hz / rate);
  const auto [b0, b1, b2, a0, a1, a2] = filter;
  return 20.0 * std::log10(std::abs((b0 + b1 * z + b2 * z * z) / (a0 + a1 * z + a2 * z * z)));
}

struct Band {
  const char* type;
  double frequency_hz, gain_db, q;
};

void set_band(Rig& rig, std::string_view strip, int band, const Band& to) {
  const std::string values = values_path("eq", strip), name = "band" + std::to_string(band);
  rig.set(values, name + "Enabled", 1);
  rig.set(values, name + "Type", choice(rig, values, name + "Type", to.type));
  rig.set(values, name + "FrequencyHz", to.frequency_hz);
  rig.set(values, name + "GainDb", to.gain_db);
  rig.set(values, name + "Q", to.q);
}

// Until 1e-6 is left of the slowest: 20 Hz and +15 dB with a Q of 10 ring with a time constant of 0.4 s, -15 dB with a
// Q of 0.3 sink with one of 60 ms.
uint32_t ringing_frames(const Band& band, double rate) {
  const double q = band.q * std::pow(10.0, std::abs(band.gain_db) / 40.0);
  const double slow = std::max(q, std::pow(10.0, std::abs(band.gain_db) / 40.0) / band.q);
  return static_cast<uint32_t>(rate * (0.05 + 14.0 * slow / (std::numbers::pi * band.frequency_hz)));
}

// The largest error in dB from 20 Hz to 20 kHz. Where theory is under -60 dB (in a notch) only the depth is asked for.
double largest_error_db(const Band& band, double rate, std::string_view kernel = "") {
  Rig rig(counts_of(2), kernel, rate);
  open_strip(rig);
  rig.set(processor_path("eq"), "enabled", 1);
  set_band(rig, strip_path, 2, band);
  rig.prepare();
  const std::vector<float> made = rig.render(ringing_frames(band, rate), impulse(), 1024)[0];
  const Biquad filter = cookbook(band.type, band.frequency_hz, band.gain_db, band.q, rate);
  const std::vector<double> at_hz = frequencies({band.frequency_hz}), is_db = responses_db(made, at_hz, rate);
  double largest = 0;
  for (size_t i = 0; i < at_hz.size(); ++i) {
    const double theory = theory_db(filter, at_hz[i], rate);
    largest = std::max(largest, theory < -60.0 ? std::max(0.0, is_db[i] + 60.0) : std::abs(is_db[i] - theory));
  }
  return largest;
}

TEST("a bell of +12 dB at 1 kHz is 12.00 dB at 1 kHz") {
  for (const double rate : {44100.0, 48000.0, 96000.0, 192000.0}) {
    Rig rig(counts_of(2), "", rate);
    open_strip(rig);
    rig.set(processor_path("eq"), "enabled", 1);
    set_band(rig, strip_path, 2, {"peak", 1000, 12, 1});
    rig.prepare();
    CHECK_NEAR(response_db(rig.render(static_cast<uint32_t>(rate), impulse(), 1024)[0], 1000, rate), 12.0, 0.005);
  }
}

TEST("every type of filter is within 0.05 dB of theory from 20 Hz to 20 kHz at 48 and 96 kHz") {
  for (const double rate : {48000.0, 96000.0}) {
    for (const char* type : {"lowShelf", "peak", "highShelf", "lowCut", "highCut", "notch"}) {
      for (const double frequency_hz : check::sweep({100.0, 20.0, 997.0, 5000.0, 20000.0})) {
        for (const double q : check::sweep({0.3, 0.71, 10.0})) {
          const bool has_gain = std::string_view(type).find("Shelf") != std::string_view::npos || type[0] == 'p';
          for (const double gain_db : check::sweep(has_gain ? std::vector<double>{-15, 6.25, 15} : std::vector<double>{0})) {
            const double error = largest_error_db({type, frequency_hz, gain_db, q}, rate);
            if (error > 0.05) {
              std::fprintf(stderr, "    %s %g Hz %g dB Q %g at %g Hz: %g dB\n", type, frequency_hz, gain_db, q, rate, error);
            }
            CHECK(error <= 0.05);
          }
        }
      }
    }
  }
}

TEST("a shelf never rises beyond its gain by more than 1 dB, whatever its Q") {
  for (const char* type : {"lowShelf", "highShelf"}) {
    for (const double q : {0.3, 1.0, 10.0}) {
      Rig rig;
      open_strip(rig);
      rig.set(processor_path("eq"), "enabled", 1);
      set_band(rig, strip_path, 1, {type, 1000, 15, q});
      rig.prepare();
      const std::vector<float> response = rig.render(24000, impulse(), 1024)[0];
      for (double hz = 20; hz < 20000; hz *= 1.1) CHECK(response_db(response, hz, 48000) <= 16.0);
    }
  }
}

TEST("20 Hz at 192 kHz is as exact, in every instruction set") {
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
    for (const char* type : check::sweep({"lowShelf", "peak", "lowCut", "highCut", "notch"})) {
      CHECK_NEAR(largest_error_db({type, 20, 15, 10}, 192000, kernel->name), 0.0, 0.05);
    }
  }
}

TEST("a steady low tone is as loud as theory says, however long it plays") {
  Rig rig(counts_of(2), "", 192000);
  open_strip(rig);
  rig.set(processor_path("eq"), "enabled", 1);
  set_band(rig, strip_path, 1, {"peak", 20, 12, 2});
  rig.prepare();
  rig.render(192000 * 2, sine(20, -20, 192000), 4096);
  CHECK_NEAR(peak_db(rig.render(192000, sine(20, -20, 192000), 4096)[0]), -8.0, 0.02);
}

TEST("bands add up, four on inputs and eight on mains; one that is off does nothing") {
  const Band bands[] = {{"lowShelf", 80, 4, 0.71},  {"peak", 250, -6, 2},    {"peak", 1000, 9, 1},  {"peak", 4000, -3, 5},
                        {"notch", 50, 0, 4},        {"lowCut", 40, 0, 0.71}, {"peak", 9000, 5, 3}, {"highShelf", 8000, -4, 0.71}};
  for (const auto& [strip, count] : {std::pair{strip_path, 4}, std::pair{std::string_view("/channel/main/1"), 8}}) {
    Rig rig;
    open_strip(rig);
    rig.set(processor_path("eq", strip), "enabled", 1);
    for (int band = 1; band <= count; ++band) set_band(rig, strip, band, bands[band - 1]);
    rig.set(values_path("eq", strip), "band3Enabled", 0);
    rig.prepare();
    const std::vector<float> made = rig.render(48000, impulse(), 64)[0];
    for (const double frequency_hz : frequencies()) {
      double theory = 0;
      for (int i = 0; i < count; ++i) {
        const Band& band = bands[i];
        if (i != 2) theory += theory_db(cookbook(band.type, band.frequency_hz, band.gain_db, band.q, 48000), frequency_hz, 48000);
      }
      CHECK_NEAR(response_db(made, frequency_hz, 48000), theory, 0.05);
    }
  }
}

// |H|^2 = 1 / (1 + (1/W)^2n), W the frequency over that of the filter, both warped by the bilinear transform.
double butterworth_db(double frequency_hz, double corner_hz, int order, double rate) {
  const auto warped = [&](double hz) { return std::tan(std::numbers::pi * hz / rate); };
  return -10.0 * std::log10(1.0 + std::pow(warped(corner_hz) / warped(frequency_hz), 2.0 * order));
}

TEST("the high-pass is a Butterworth filter of 12, 18 or 24 dB per octave, -3.01 dB at its frequency") {
  for (const double rate : {48000.0, 96000.0, 192000.0}) {
    for (const double corner_hz : check::sweep({80.0, 20.0, 400.0})) {
      for (const auto& [slope, order] : {std::pair{"12", 2}, std::pair{"18", 3}, std::pair{"24", 4}}) {
        Rig rig(counts_of(2), "", rate);
        open_strip(rig);
        rig.set(processor_path("hpf"), "enabled", 1);
        rig.set(values_path("hpf"), "frequencyHz", corner_hz);
        rig.set(values_path("hpf"), "slope", choice(rig, values_path("hpf"), "slope", slope));
        rig.prepare();
        const std::vector<float> made = rig.render(static_cast<uint32_t>(rate * (0.1 + 8.0 / corner_hz)), impulse(), 1024)[0];
        CHECK_NEAR(response_db(made, corner_hz, rate), -3.0103, 0.01);
        const std::vector<double> at_hz = frequencies({corner_hz / 2, corner_hz / 4}), is_db = responses_db(made, at_hz, rate);
        for (size_t i = 0; i < at_hz.size(); ++i) {
          const double theory = butterworth_db(at_hz[i], corner_hz, order, rate);
          if (theory > -80.0) CHECK_NEAR(is_db[i], theory, 0.05);
        }
      }
    }
  }
}

TEST("filters that are off let sound through bit by bit") {
  Rig rig;
  open_strip(rig);
  set_band(rig, strip_path, 2, {"peak", 1000, 12, 1});
  rig.prepare();
  const Sound tone = sine(997, -20);
  const std::vector<float> out = rig.render(4800, tone)[0];
  bool is_same = true;
  for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == tone(0, i);
  CHECK(is_same);
}

}  // namespace
}  // namespace rowdesk
