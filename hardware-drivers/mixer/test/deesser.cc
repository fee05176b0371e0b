// De-esser: static law, times, transparency, pairs, meter, and the way back from values that are not finite.
#include <complex>
#include <limits>
#include <numbers>

#include "strip_rig.h"

namespace rowdesk {
namespace {

constexpr double rate = 48000.0;
constexpr uint32_t second = 48000;
constexpr double pi = std::numbers::pi;

// The level of one frequency in dB, over whole seconds: other whole frequencies in Hz do not count.
double tone_db(const std::vector<float>& samples, double frequency_hz, double of_rate = rate) {
  std::complex<double> sum = 0;
  for (size_t n = 0; n < samples.size(); ++n) {
    sum += static_cast<double>(samples[n]) * std::polar(1.0, -2.0 * pi * frequency_hz * static_cast<double>(n) / of_rate);
  }
  return 20.0 * std::log10(2.0 * std::abs(sum) / static_cast<double>(samples.size()));
}

struct Law {
  double frequency_hz = 6000, threshold_db = -30, ratio = 4, range_db = 12, sample_rate = rate;

  // The frequency in relation to the corner, after the bilinear transform, to the eighth power.
  double w8(double hz) const {
    return std::pow(std::tan(pi * hz / sample_rate) / std::tan(pi * frequency_hz / sample_rate), 8);
  }
  double reduction_db(double hz, double level_db) const {
    const double over = level_db + 10 * std::log10(w8(hz) / (1 + w8(hz))) - threshold_db;
    return std::min((1 - 1 / ratio) * std::max(over, 0.0), range_db);
  }
  double gain_db(double hz, double reduction_db) const {
    return 10 * std::log10((1 + std::pow(10.0, -reduction_db / 10) * w8(hz)) / (1 + w8(hz)));
  }
};

void turn_on(Rig& rig, const Law& law, std::string_view strip = strip_path, double attack_ms = 1, double release_ms = 60) {
  turn_on(rig, "deesser",
          {{"frequencyHz", law.frequency_hz}, {"thresholdDb", law.threshold_db}, {"ratio", law.ratio}, {"rangeDb", law.range_db},
           {"attackMs", attack_ms}, {"releaseMs", release_ms}},
          strip);
}

Channels settled(Rig& rig, const Sound& sound, uint32_t frames = second) {
  rig.render(second, sound, 1024);
  return rig.render(frames, sound, 1024);
}

TEST("sibilance above the threshold is reduced as the law says, and the tone of 500 Hz beside it stays") {
  for (const Law& law : check::sweep({Law{}, Law{.ratio = 100, .range_db = 24}, Law{.frequency_hz = 4000, .threshold_db = -50},
                                      Law{.ratio = 2, .range_db = 3}})) {
    for (const double hz : check::sweep({8000.0, 5000.0, 9973.0, 12000.0})) {
      for (const double level_db : {-40.0, -20.0, -10.0}) {
        Rig rig;
        open_strip(rig);
        turn_on(rig, law);
        rig.prepare();
        const Sound high = sine(hz, level_db), low = sine(500, -14);
        const Sound both = [&](uint64_t frame) { return high(0, frame) + low(0, frame); };
        const std::vector<float> out = settled(rig, both)[0];
        CHECK_NEAR(tone_db(out, hz), level_db + law.gain_db(hz, law.reduction_db(hz, level_db)), 0.1);
        CHECK_NEAR(tone_db(out, 500), -14, 0.05);
      }
    }
  }
}

TEST("the law holds in every instruction set and at other rates") {
  for (const Kernel* kernel : kernels_that_run()) {
    for (const double sample_rate : check::sweep({44100.0, 96000.0, 192000.0})) {
      const Law law{.sample_rate = sample_rate};
      Rig rig(counts_of(4), kernel->name, sample_rate);
      open_strip(rig);
      turn_on(rig, law);
      rig.prepare();
      const uint32_t frames = static_cast<uint32_t>(sample_rate) / 2;
      const Sound tone = sine(8000, -20, sample_rate);
      rig.render(frames, tone, 1024);
      const double expected = -20 + law.gain_db(8000, law.reduction_db(8000, -20));
      CHECK_NEAR(tone_db(rig.render(frames, tone, 1024)[0], 8000, sample_rate), expected, 0.1);
    }
  }
}

TEST("below the threshold the output is the input, bit for bit; so it is again after a release") {
  const Sound quiet = [](uint64_t frame) { return 0.02f * std::sin(0.07f * frame) + 0.01f * std::sin(1.1f * frame); };
  const Sound loud = sine(8000, -3);
  const auto made = [&](bool is_on) {
    Rig rig;
    open_strip(rig);
    if (is_on) turn_on(rig, Law{}, strip_path, 1, 5);
    rig.prepare();
    const std::vector<float> before = rig.render(second, quiet, 1024)[0];
    rig.render(4800, loud, 1024);
    rig.render(second, quiet, 1024);
    return std::pair{before, rig.render(second, quiet, 1024)[0]};
  };
  CHECK(made(true) == made(false));
}

// The amplitude of a tone of a quarter of the rate from two neighbouring samples, in dB.
std::vector<double> envelope_db(const std::vector<float>& samples) {
  std::vector<double> levels(samples.size());
  for (size_t n = 1; n < samples.size(); ++n) levels[n] = 20 * std::log10(std::hypot(samples[n - 1], samples[n]));
  return levels;
}

TEST("attack and release take their time, frame by frame") {
  constexpr uint32_t begin = second / 2, end = second, frames = 2 * second;
  constexpr double hz = rate / 4, loud_db = -10, quiet_db = -40;
  const Law law{.ratio = 2, .range_db = 24};
  for (const auto& [attack_ms, release_ms] : {std::pair{1.0, 60.0}, {10.0, 5.0}, {120.0, 200.0}}) {
    const auto level_db = [&](uint64_t frame) { return frame >= begin && frame < end ? loud_db : quiet_db; };
    const Sound tone = [&](uint64_t frame) {
      return static_cast<float>(std::pow(10.0, level_db(frame) / 20) * std::cos(pi / 2 * static_cast<double>(frame) + pi / 4));
    };
    Rig rig;
    open_strip(rig);
    turn_on(rig, law, strip_path, attack_ms, release_ms);
    rig.prepare();
    const std::vector<double> out = envelope_db(rig.render(frames, tone, 64)[0]);

    // The law in double precision. One time constant after n frames: 1 - exp(-n / (n + 1)) per frame, the first included.
    const auto part = [](double ms) { return 1 - std::exp(-1 / (ms * rate / 1000 + 1)); };
    double mean = 0, reduction = 0, worst = 0;
    uint32_t attacked = 0, released = 0;
    double last_db = 0;  // of the attack
    for (uint32_t n = 0; n < frames; ++n) {
      const double square = std::pow(10.0, level_db(n) / 10) * law.w8(hz) / (1 + law.w8(hz));
      mean += part(4000 / law.frequency_hz) * (square - mean);
      const double over = 10 * std::log10(mean) - law.threshold_db;
      const double desired = std::min((1 - 1 / law.ratio) * std::max(over, 0.0), law.range_db);
      reduction += part(desired > reduction ? attack_ms : release_ms) * (desired - reduction);
      const double measured = level_db(n) - out[n], expected = -law.gain_db(hz, reduction);
      const auto is_at_an_edge = [&](uint32_t edge) { return n >= edge && n < edge + 24; };  // the filters swing in
      if (n > 100 && !is_at_an_edge(begin) && !is_at_an_edge(end)) worst = std::max(worst, std::abs(measured - expected));
      if (attacked == 0 && n > begin + 24 && measured >= law.reduction_db(hz, loud_db) * (1 - std::exp(-1.0))) attacked = n - begin;
      if (n == end - 1) last_db = measured;
      if (released == 0 && n > end + 24 && measured <= last_db * std::exp(-1.0)) released = n - end;
    }
    CHECK_NEAR(worst, 0.0, 0.25);  // the filters of the law are late by a frame, in which an attack of 1 ms makes 0.2 dB
    // The detector adds its own time, here less than 1 ms, and to the release the time until its level is below the threshold.
    CHECK(attacked >= attack_ms * rate / 1000 && attacked <= (attack_ms + 1.0) * rate / 1000 + 24);
    CHECK(released >= release_ms * rate / 1000 && released <= (release_ms + 2.0) * rate / 1000 + 24);
  }
}

TEST("both legs of a stereo strip are reduced by the louder one") {
  const Law law;
  for (const bool is_left_loud : {true, false}) {
    Rig rig;
    rig.set("/channel/main/1", "levelDb", 0);
    rig.patch("/channel/aux/1", 0);
    rig.set("/channel/aux/1", "levelDb", 0);
    turn_on(rig, law, "/channel/aux/1");
    rig.prepare();
    const Sound loud = sine(8000, -20), quiet = sine(8000, -50);
    const Sound legs = [&](uint32_t channel, uint64_t frame) { return (channel == 0) == is_left_loud ? loud(0, frame) : quiet(0, frame); };
    const Channels out = settled(rig, legs);
    const double gain = law.gain_db(8000, law.reduction_db(8000, -20));
    CHECK_NEAR(tone_db(out[is_left_loud ? 0 : 1], 8000), -20 + gain, 0.1);
    CHECK_NEAR(tone_db(out[is_left_loud ? 1 : 0], 8000), -50 + gain, 0.1);
  }
}

float read_reduction(Rig& rig) {
  std::vector<float> floats(rig.mixer.layout().sounding_strips() * meter_floats);
  std::vector<uint32_t> clips(rig.mixer.layout().sounding_strips());
  rig.mixer.read_meters(0, floats.data(), clips.data());
  return floats[meter_at("deesser.reductionDb")];
}

TEST("its meter has the reduction of the band, and 0 while it is off") {
  const Law law;
  Rig rig;
  open_strip(rig);
  turn_on(rig, law);
  rig.prepare();
  read_reduction(rig);
  settled(rig, sine(8000, -20));
  CHECK_NEAR(read_reduction(rig), -law.reduction_db(8000, -20), 0.1);
  settled(rig, sine(500, -6));
  read_reduction(rig);
  rig.render(4800, sine(500, -6));
  CHECK_NEAR(read_reduction(rig), 0.0, 1e-3);
  rig.set(processor_path("deesser"), "enabled", 0);
  settled(rig, sine(8000, -20));
  read_reduction(rig);
  rig.render(4800, sine(8000, -20));
  CHECK(read_reduction(rig) == 0.0f);
}

TEST("off is the input, bit for bit, after a ramp") {
  Rig rig;
  open_strip(rig);
  turn_on(rig, Law{});
  rig.prepare();
  const Sound tone = sine(8000, -3);
  settled(rig, tone);
  rig.set(processor_path("deesser"), "enabled", 0);
  rig.render(second, tone);
  const std::vector<float> out = rig.render(second, tone)[0];
  Rig plain;
  open_strip(plain);
  plain.prepare();
  plain.render(3 * second, tone);
  CHECK(out == plain.render(second, tone)[0]);
}

TEST("after NaN, infinity and values whose squares overflow it reduces as before") {
  const Law law;
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e25f}) {
    Rig rig;
    open_strip(rig);
    turn_on(rig, law);
    rig.prepare();
    const Sound tone = sine(8000, -20);
    rig.render(second, [&](uint32_t channel, uint64_t frame) { return channel == 0 && frame == 5000 ? bad : tone(0, frame); });
    const std::vector<float> out = settled(rig, tone)[0];
    CHECK(std::ranges::all_of(out, [](float sample) { return std::isfinite(sample); }));
    CHECK_NEAR(tone_db(out, 8000), -20 + law.gain_db(8000, law.reduction_db(8000, -20)), 0.1);
  }
}

}  // namespace
}  // namespace rowdesk
