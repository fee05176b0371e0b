// The reverb as a measurement of a room sees it.
#include "effect_rig.h"
#include "noise.h"

namespace rowdesk {
namespace {

// An octave around a frequency, twice through a band-pass of RBJ's Audio EQ Cookbook.
std::vector<double> octave_of(const std::vector<float>& sound, double mid_hz, double rate) {
  const double w = 2.0 * std::numbers::pi * mid_hz / rate;
  const double alpha = std::sin(w) * std::sinh(std::numbers::ln2 / 2.0 * w / std::sin(w));
  std::vector<double> result(sound.begin(), sound.end());
  for (int pass = 0; pass < 2; ++pass) {
    double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (double& sample : result) {
      const double y = (alpha * (sample - x2) + 2 * std::cos(w) * y1 - (1 - alpha) * y2) / (1 + alpha);
      x2 = x1;
      x1 = sample;
      y2 = y1;
      y1 = y;
      sample = y;
    }
  }
  return result;
}

// T30 of ISO 3382-1:2009, 5.3.3: the time in which the backward integrated energy (M. R. Schroeder, JASA 37, 1965)
// would fall by 60 dB, from a line of least squares between -5 and -35 dB.
double t30(const std::vector<float>& response, double mid_hz, double rate) {
  const std::vector<double> octave = octave_of(response, mid_hz, rate);
  std::vector<double> left(octave.size() + 1);
  for (size_t i = octave.size(); i-- > 0;) left[i] = left[i + 1] + octave[i] * octave[i];
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (size_t i = 0; i < octave.size(); ++i) {
    const double db = 10 * std::log10(left[i] / left[0]);
    if (db > -5 || db < -35) continue;
    const double x = static_cast<double>(i) / rate;
    n += 1;
    sx += x;
    sy += db;
    sxx += x * x;
    sxy += x * db;
  }
  return -60.0 / ((n * sxy - sx * sy) / (n * sxx - sx * sx));
}

// The mean of what octaves from `low_hz` to `high_hz` on both legs need to decay: of one, in a small room, measurements
// scatter by more (ISO 3382-1, 5.3.3 asks for 16 times as many cycles as the band is wide).
double mean_t30(const Channels& out, double low_hz, double high_hz, double rate = 48000.0) {
  double sum = 0, count = 0;
  for (const std::vector<float>& leg : out) {
    for (double hz = low_hz; hz <= high_hz; hz *= 2, ++count) sum += t30(leg, hz, rate);
  }
  return sum / count;
}

// Of Gaussian noise a part of erfc(1/sqrt(2)) lies beyond the standard deviation. Source: J. S. Abel and P. Huang, "A
// Simple, Robust Measure of Reverberation Echo Density", 121st AES Convention, 2006: 1 is a mixed field.
double echo_density(const std::vector<float>& response, size_t from, size_t frames) {
  const double deviation = std::sqrt(energy_of({response.begin() + static_cast<std::ptrdiff_t>(from),
                                                response.begin() + static_cast<std::ptrdiff_t>(from + frames)}) /
                                     static_cast<double>(frames));
  size_t beyond = 0;
  for (size_t i = from; i < from + frames; ++i) beyond += std::abs(response[i]) > deviation;
  return static_cast<double>(beyond) / static_cast<double>(frames) / std::erfc(1 / std::numbers::sqrt2);
}

Channels room(double decay_s, double damping_hz, double rate = 48000.0) {
  EffectRig rig("builtin:reverb", "", rate);
  rig.tune("decayS", decay_s);
  rig.tune("dampingHz", damping_hz);
  rig.tune("lowCutHz", 20);
  rig.tune("preDelayMs", 0);
  return rig.impulse_response(decay_s * 1.3 + 0.3, rate);
}

TEST("sound below the damping frequency decays by 60 dB in the decay time, within 5 %") {
  for (const double decay_s : check::sweep({0.2, 0.3, 0.5, 1.0, 4.0, 10.0, 1.8})) {
    for (const double damping_hz : check::sweep({1000.0, 2000.0, 6000.0, 20000.0})) {
      const Channels out = room(decay_s, damping_hz);
      const double highest_hz = damping_hz > 16000 ? 8000 : damping_hz / 2;
      CHECK_NEAR(mean_t30(out, 250, highest_hz) / decay_s, 1.0, 0.05);
      if (decay_s < 1.0) continue;
      for (double hz = 250; hz <= highest_hz; hz *= 2) CHECK_NEAR(mean_t30(out, hz, hz) / decay_s, 1.0, 0.05);
    }
  }
}

TEST("what does not damp lets the highest octave decay as the others, however long they take") {
  for (const double decay_s : {1.8, 10.0}) CHECK_NEAR(mean_t30(room(decay_s, 20000), 16000, 16000) / decay_s, 1.0, 0.05);
}

TEST("the decay is the same at 44.1, 96 and 192 kHz") {
  for (const double rate : {44100.0, 96000.0, 192000.0}) {
    CHECK_NEAR(mean_t30(room(1.5, 6000, rate), 250, 2000, rate) / 1.5, 1.0, 0.05);
  }
}

TEST("damping shortens the highs: by a fifth where it begins, to less than two thirds an octave higher") {
  for (const double decay_s : {0.5, 2.0, 6.0}) {
    const Channels out = room(decay_s, 4000);
    CHECK_NEAR(mean_t30(out, 4000, 4000) / decay_s, 0.83, 0.05);
    CHECK(mean_t30(out, 8000, 8000) / decay_s < 0.66);
  }
}

TEST("sound comes at once without pre-delay, and is dense before 40 ms are over") {
  for (const double decay_s : check::sweep({0.2, 0.5, 1.8, 10.0})) {
    for (const std::vector<float>& leg : room(decay_s, 20000)) {
      CHECK(std::abs(leg[0]) > 0.0f);
      // No hole: neither in the first 10 ms, nor between the first sound and the echoes of the lines.
      const double early = energy_of({leg.begin(), leg.begin() + 1920}) / 4;
      for (size_t ms = 0; ms < 40; ms += 10) {
        const double part = energy_of({leg.begin() + static_cast<std::ptrdiff_t>(ms * 48), leg.begin() + static_cast<std::ptrdiff_t>(ms * 48 + 480)});
        CHECK(part > 0.03 * early && part < 4 * early);
      }
      CHECK(echo_density(leg, 960, 960) > 0.6);
    }
  }
}

TEST("pre-delay is to the sample, and nothing else of the sound changes") {
  EffectRig rig("builtin:reverb");
  rig.tune("preDelayMs", 0);
  const std::vector<float> early = rig.impulse_response(1.0)[0];
  rig.tune("preDelayMs", 73.5);
  const std::vector<float> late = rig.impulse_response(1.0)[0];
  constexpr size_t frames = 3528;
  for (size_t i = 0; i < frames; ++i) CHECK(late[i] == 0.0f);
  double worst = 0;
  for (size_t i = frames; i < late.size(); ++i) worst = std::max<double>(worst, std::abs(late[i] - early[i - frames]));
  CHECK_NEAR(worst, 0.0, 1e-7);
}

TEST("low cut takes 3 dB at its frequency and 12 dB an octave below") {
  EffectRig rig("builtin:reverb");
  rig.tune("lowCutHz", 20);
  const std::vector<float> whole = rig.impulse_response(4.0)[0];
  rig.tune("lowCutHz", 400);
  const std::vector<float> cut = rig.impulse_response(4.0)[0];
  const auto taken = [&](double hz) { return response_db(cut, hz, 48000, 1.0) - response_db(whole, hz, 48000, 1.0); };
  // Butterworth of second order; the 20 Hz that remain in the other are not heard here
  for (const double hz : {100.0, 200.0, 400.0, 800.0, 2000.0}) {
    CHECK_NEAR(taken(hz), -10 * std::log10(1 + std::pow(400 / hz, 4.0)), 0.1);
  }
}

TEST("pink noise comes back about as loud as it went in, whatever the decay") {
  const std::vector<float> noise = pink_noise(48000 * 24, 3);
  const Sound sound = [&](uint32_t channel, uint64_t frame) { return channel == 0 ? noise[frame] : 0.0f; };
  for (const double decay_s : check::sweep({0.3, 1.8, 6.0})) {
    EffectRig rig("builtin:reverb");
    rig.tune("decayS", decay_s);
    rig.tune("lowCutHz", 20);
    rig.tune("dampingHz", 20000);
    const uint32_t frames = 48000 * 24;
    const Channels out = rig.render(frames, sound);
    const double in = energy_of(noise, frames / 2);
    for (int leg = 0; leg < 2; ++leg) CHECK_NEAR(10 * std::log10(energy_of(out[leg], frames / 2) / in), 0.0, 0.6);
  }
}

TEST("left and right have little in common") {
  EffectRig rig("builtin:reverb");
  const Channels out = rig.impulse_response(2.0);
  double cross = 0;
  for (size_t i = 0; i < out[0].size(); ++i) cross += static_cast<double>(out[0][i]) * out[1][i];
  CHECK_NEAR(cross / std::sqrt(energy_of(out[0]) * energy_of(out[1])), 0.0, 0.1);
}

TEST("echoes are dense from 100 ms on, and no resonance stands out of the tail") {
  EffectRig rig("builtin:reverb");
  rig.tune("decayS", 4.0);
  rig.tune("dampingHz", 20000);
  rig.tune("preDelayMs", 0);
  const std::vector<float> response = rig.impulse_response(4.0)[0];
  for (size_t ms = 100; ms < 1000; ms += 100) CHECK(echo_density(response, ms * 48, 960) > 0.8);
  // Of noise the strongest of 1,350 bins is about 10 log10(ln 1350) = 8.6 dB over the mean (exponential distribution).
  const std::vector<float> tail(response.begin() + 48000, response.begin() + 96000);
  std::vector<double> bins_hz;
  for (double hz = 300; hz < 3000; hz += 2) bins_hz.push_back(hz);
  double highest = 0, sum = 0;
  for (const double db : responses_db(tail, bins_hz, 48000, 1.0)) {
    const double power = std::pow(10.0, db / 10);
    highest = std::max(highest, power);
    sum += power;
  }
  CHECK_NEAR(10 * std::log10(highest * static_cast<double>(bins_hz.size()) / sum), 8.6, 3.0);
}

}  // namespace
}  // namespace rowdesk
