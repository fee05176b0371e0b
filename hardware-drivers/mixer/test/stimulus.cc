// The stimulus: the law of its sweep, its level, its fades.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "analysis/fft.h"
#include "capture/stimulus.h"
#include "check.h"

namespace rowdesk {
namespace {

TEST("the frequency of a sweep rises evenly in octaves, from its lowest to its highest, at any rate") {
  for (const double rate : {44100.0, 48000.0, 192000.0}) {
    StimulusOrder order;
    order.sound_s = 2.0;
    order.level_db = -12.0;
    const LockedArray<float> sound = render_stimulus(order, rate);
    CHECK(sound.size() == static_cast<size_t>(2.0 * rate));
    // Half turns up to a time are the zeros up to there: the integral of the frequency f1 exp(t L / T), times 2.
    const double octaves = std::log(order.to_hz / order.from_hz);
    size_t zeros = 0, at = 0;
    for (const double second : {0.5, 1.0, 1.5, 1.9}) {
      for (; at + 1 < static_cast<size_t>(second * rate); ++at) zeros += (sound[at] < 0.0f) != (sound[at + 1] < 0.0f);
      const double turns = order.from_hz * order.sound_s / octaves * (std::exp(second / order.sound_s * octaves) - 1.0);
      CHECK_NEAR(static_cast<double>(zeros), 2.0 * turns, 2.0);
    }
    const float peak = *std::max_element(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(rate));
    CHECK_NEAR(20.0 * std::log10(peak), -12.0, 0.01);
  }
}

TEST("a sound of a stimulus begins and ends at nothing, evenly") {
  for (const StimulusKind kind : {StimulusKind::sweep, StimulusKind::pink}) {
    StimulusOrder order;
    order.kind = kind;
    order.sound_s = 0.5;
    order.level_db = -10.0;
    order.fade_ms = 20.0;
    const LockedArray<float> sound = render_stimulus(order, 48000.0);
    CHECK(sound[0] == 0.0f && sound[sound.size() - 1] == 0.0f);
    // A raised cosine over 960 frames, cut peaks included.
    const double most = (kind == StimulusKind::pink ? 4.0 * std::sqrt(0.5) : 1.0) * std::pow(10.0, -0.5);
    for (const size_t n : {10u, 100u, 480u}) {
      const double gain = 0.5 - 0.5 * std::cos(std::numbers::pi * static_cast<double>(n) / 960.0);
      CHECK(std::abs(sound[n]) <= most * gain + 1e-6);
      CHECK(std::abs(sound[sound.size() - 1 - n]) <= most * gain + 1e-6);
    }
  }
}

TEST("pink noise has its RMS level, as much power in each octave of its band, and little beside it") {
  constexpr double rate = 48000.0;
  StimulusOrder order;
  order.kind = StimulusKind::pink;
  order.sound_s = 4.0;
  order.level_db = -20.0;
  order.from_hz = 100.0;
  order.to_hz = 8000.0;
  const LockedArray<float> sound = render_stimulus(order, rate);
  double energy = 0.0;
  const size_t from = 1000, frames = sound.size() - 2 * from;
  for (size_t n = from; n < from + frames; ++n) energy += static_cast<double>(sound[n]) * sound[n];
  CHECK_NEAR(10.0 * std::log10(2.0 * energy / static_cast<double>(frames)), -20.0, 0.05);  // AES17

  RealFft fft(1 << 17);
  std::vector<std::complex<float>> bins(fft.size() / 2 + 1);
  fft.forward({sound.data() + from, fft.size()}, bins);
  const auto band_db = [&](double low_hz, double high_hz) {
    double power = 0.0;
    const double bin_hz = rate / static_cast<double>(fft.size());
    for (auto n = static_cast<size_t>(low_hz / bin_hz); n < static_cast<size_t>(high_hz / bin_hz); ++n) power += std::norm(bins[n]);
    return 10.0 * std::log10(power);
  };
  const double middle = band_db(500, 2000) - 10.0 * std::log10(2.0);
  for (const double low : {200.0, 400.0, 800.0, 1600.0, 3200.0}) CHECK_NEAR(band_db(low, 2 * low), middle, 1.0);
  CHECK(band_db(12.5, 25) < middle - 40.0);
  CHECK(band_db(16000, 23000) < middle - 15.0);
}

}  // namespace
}  // namespace rowdesk
