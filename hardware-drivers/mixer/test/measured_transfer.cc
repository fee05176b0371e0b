// Transfer functions of known paths. The judge is the path's own formula; js/job-measure.slow.test.ts has filters of sox.
#include "measurement/calibration.h"
#include "measurement/rta.h"
#include "measurement/transfer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "check.h"
#include "measured_sound.h"
#include "noise.h"

namespace rowdesk {
namespace {

using namespace measurement;

double db(double power) { return 10.0 * std::log10(power); }

// The largest error in dB among points whose 95 % limits are within `claimed` dB, how many these are, and how many of all
// points are beyond their own limits.
struct Errors {
  double largest_db, largest_degrees;
  size_t claimed, beyond;
};

Errors errors(const TransferFunction& found, const Response& path, double delay_s, double claimed_db) {
  Errors errors{};
  for (size_t i = 0; i < found.frequencies_hz.size(); ++i) {
    const double hz = found.frequencies_hz[i];
    const std::complex<double> expected = path(hz) * std::polar(1.0, 2.0 * std::numbers::pi * hz * delay_s);
    const double error = std::abs(found.magnitudes_db[i] - db(std::norm(expected)));
    const double turned = std::remainder(found.phases_deg[i] - std::arg(expected) * 180.0 / std::numbers::pi, 360.0);
    errors.beyond += error > found.limits_db[i] + 0.02;
    if (found.limits_db[i] > claimed_db) continue;
    ++errors.claimed;
    errors.largest_db = std::max(errors.largest_db, error);
    errors.largest_degrees = std::max(errors.largest_degrees, std::abs(turned));
  }
  return errors;
}

const FrequencyRange whole_range{20.0, 20000.0};

TEST("of a sweep through a known filter and delay at 20 dB of noise the magnitude is within 0.1 dB where that is claimed") {
  for (const double rate : check::sweep({44100.0, 48000.0, 96000.0, 192000.0})) {
    const auto sent = sweep(rate, {.sound_s = 5.0});
    const auto path = delay(0.0101010) * peaking(rate, 120.0, 1.0, 6.0) * peaking(rate, 3000.0, 2.0, -9.0);
    const auto heard = with_noise(through(sent, rate, path), 20.0, 5);
    const FrequencyRange range{20.0, std::min(20000.0, 0.45 * rate)};
    const TransferFunction found = smoothed(transfer_function({rate, sent, heard}, 0.0101010 * rate, range, true), 12);
    const Errors off = errors(found, path, 0.0101010, 0.07);
    CHECK(off.claimed > found.frequencies_hz.size() * 3 / 4);
    CHECK_NEAR(off.largest_db, 0.0, 0.1);
    CHECK_NEAR(off.largest_degrees, 0.0, 1.0);
  }
}

TEST("without noise the magnitude is within 0.1 dB and the phase within a degree, from 20 Hz on, of sweep and noise") {
  const double rate = 48000.0;
  const auto path = delay(0.005) * peaking(rate, 80.0, 1.4, -6.0) * peaking(rate, 1000.0, 4.0, 9.0);
  for (const bool has_sweep : {true, false}) {
    auto sent = has_sweep ? sweep(rate, {.sound_s = 4.0}) : pink_noise(static_cast<size_t>(8.0 * rate), 4);
    if (!has_sweep) std::fill(sent.end() - 24000, sent.end(), 0.0f), std::fill(sent.begin(), sent.begin() + 2400, 0.0f);
    const TransferFunction found = transfer_function({rate, sent, through(sent, rate, path)}, 240.0, whole_range, true);
    CHECK(found.frequencies_hz.size() > 470);
    double largest = 0.0, degrees = 0.0;
    for (size_t i = 0; i < found.frequencies_hz.size(); ++i) {
      const std::complex<double> expected =
          path(found.frequencies_hz[i]) * std::polar(1.0, 2.0 * std::numbers::pi * found.frequencies_hz[i] * 0.005);
      largest = std::max(largest, std::abs(found.magnitudes_db[i] - db(std::norm(expected))));
      degrees = std::max(degrees, std::abs(found.phases_deg[i] - std::arg(expected) * 180.0 / std::numbers::pi));
    }
    CHECK_NEAR(largest, 0.0, 0.1);
    CHECK_NEAR(degrees, 0.0, 1.5);
    CHECK(*std::ranges::min_element(found.coherence) > 0.99);
  }
}

TEST("coherence is the formula of the signal-to-noise ratio, and 95 % of the points are within their limits") {
  const double rate = 48000.0;
  const auto sent = pink_noise(static_cast<size_t>(10.0 * rate), 4);
  for (const double snr_db : {20.0, 6.0, 0.0}) {
    const auto noise = pink_noise(sent.size(), 9);
    const auto heard = mixed(delayed(sent, 480.0), noise, static_cast<float>(std::pow(10.0, -snr_db / 20.0)));
    const TransferFunction found = transfer_function({rate, sent, heard}, 480.0, whole_range, false);
    CHECK_NEAR(median_coherence(found), 1.0 / (1.0 + std::pow(10.0, -snr_db / 10.0)), 0.03);
    const Errors off = errors(found, delay(0.01), 0.01, 100.0);
    CHECK_NEAR(static_cast<double>(off.beyond) / static_cast<double>(off.claimed), 0.05, 0.04);
  }
}

TEST("sounds with nothing in common have no coherence, also of few averages") {
  for (const double seconds : {1.0, 10.0}) {
    const auto frames = static_cast<size_t>(seconds * 48000.0);
    const CapturedSound sound{48000.0, pink_noise(frames, 4), pink_noise(frames, 9)};
    CHECK(median_coherence(transfer_function(sound, 0.0, whole_range, false)) < 0.1);
  }
}

TEST("smoothing over parts of an octave takes the mean of powers, and leaves a flat path and a slope as they are") {
  TransferFunction raw;
  for (int i = 0; i < 480; ++i) {
    raw.frequencies_hz.push_back(20.0 * std::pow(2.0, i / 48.0));
    raw.magnitudes_db.push_back(i == 240 ? 10.0 : 0.0);
    raw.phases_deg.push_back(30.0);
    raw.coherence.push_back(0.5);
    raw.limits_db.push_back(1.0);
  }
  for (const uint32_t parts : {3u, 6u, 12u, 24u}) {
    const TransferFunction smooth = smoothed(raw, parts);
    // 48 / parts points, of which one has ten times the power
    CHECK_NEAR(smooth.magnitudes_db[240], db(1.0 + 9.0 * parts / 48.0), 1e-9);
    CHECK_NEAR(smooth.magnitudes_db[100], 0.0, 1e-9);
    CHECK_NEAR(smooth.phases_deg[240], 30.0, 1e-9);
    CHECK_NEAR(smooth.coherence[0], 0.5, 1e-12);
    CHECK(smooth.limits_db[100] < 1.0);
  }
  CHECK(smoothed(raw, 0).magnitudes_db == raw.magnitudes_db);
  CHECK(smoothed(raw, 48).magnitudes_db == raw.magnitudes_db);
}

TEST("a calibration is straight on a logarithmic scale between its points, and goes on as it ends") {
  const Calibration calibration({{1000.0, 2.0}, {100.0, 0.0}, {10000.0, -4.0}});
  CHECK_NEAR(calibration.level_db(20.0), 0.0, 0.0);
  CHECK_NEAR(calibration.level_db(1000.0 / std::sqrt(10.0)), 1.0, 1e-9);
  CHECK_NEAR(calibration.level_db(1000.0), 2.0, 1e-12);
  CHECK_NEAR(calibration.level_db(1000.0 * std::sqrt(10.0)), -1.0, 1e-9);
  CHECK_NEAR(calibration.level_db(20000.0), -4.0, 0.0);
  CHECK_NEAR(Calibration().level_db(1000.0), 0.0, 0.0);
  CHECK_NEAR(Calibration({{500.0, 1.0}, {500.0, 3.0}, {500.0, 2.0}}).level_db(500.0), 2.0, 1e-9);
}

TEST("the levels of bands of a whole capture are those of its noise: as loud in each third of pink noise") {
  const BandLevels levels = band_levels(pink_noise(480000, 5), 48000.0, 3);
  for (size_t band = 4; band < 29; ++band) CHECK_NEAR(levels.levels_db[band], levels.levels_db[17], 1.3);
}

}  // namespace
}  // namespace rowdesk
