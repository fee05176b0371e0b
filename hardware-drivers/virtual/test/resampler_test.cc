// How good the resampler is, in figures.
#include <algorithm>

#include "../src/resampler.h"
#include "../../lib/sound-files/test/check.h"

using namespace rowdesk::stagebox;
using namespace rowdesk::test;

namespace {

std::vector<float> sine(double frequency, double rate, size_t frames) {
  std::vector<float> out;
  const double step = 2 * M_PI * frequency / rate;
  for (size_t n = 0; n < frames; ++n) out.push_back(static_cast<float>(0.5 * std::sin(step * static_cast<double>(n))));
  return out;
}

}  // namespace

TEST("a resampled sine keeps its level and leaves a residual under -130 dB") {
  const struct {
    uint64_t in, out;
  } rates[] = {{44100, 48000}, {48000, 44100}, {44100, 96000}, {96000, 48000},
               {22050, 192000}, {192000, 44100}, {47999, 48000}};
  for (const auto [in, out] : rates) {
    const double frequency = 997;
    const auto samples = resample(sine(frequency, static_cast<double>(in), in), out, in, out, false);
    const auto fit = fit_sine(std::span(samples).subspan(out / 4, out / 2), frequency / static_cast<double>(out));
    std::printf("     %6lu -> %6lu Hz: residual %.1f dB\n", in, out, fit.residual_db);
    CHECK_NEAR(db(fit.peak), db(0.5), 0.0001);
    CHECK_UNDER(fit.residual_db, -130);
  }
}

TEST("the pass band is flat to 0.45 of the lower rate, and nothing folds back from above") {
  const auto level = [](double frequency, uint64_t in, uint64_t out) {
    const auto samples = resample(sine(frequency, static_cast<double>(in), in / 2), out / 2, in, out, false);
    return db(rms(std::span(samples).subspan(out / 8, out / 4)) * std::sqrt(2) / 0.5);
  };
  CHECK_NEAR(level(19800, 44100, 48000), 0, 0.001);
  CHECK_NEAR(level(19800, 96000, 44100), 0, 0.001);
  CHECK_UNDER(level(23000, 96000, 44100), -135);
  CHECK_UNDER(level(30000, 96000, 44100), -135);
  CHECK_UNDER(level(40000, 192000, 48000), -135);
}

TEST("a loop has no seam") {
  // 10 turns in 441 samples of input; the loop is 480 samples at the other rate.
  const auto in = sine(1000, 44100, 441);
  auto loop = resample(in, 480, 441, 480, true);
  const auto first = loop;
  loop.insert(loop.end(), first.begin(), first.end());
  loop.insert(loop.end(), first.begin(), first.end());
  CHECK_UNDER(fit_sine(loop, 1000.0 / 48000).residual_db, -130);
}

TEST("clips shorter than the filter, and none at all, are no trouble") {
  for (const size_t length : {0, 1, 2, 5, 100}) {
    const std::vector<float> in(length, 1.0f);
    const auto looped = resample(in, length * 2, 1, 2, true);
    CHECK(looped.size() == length * 2);
    for (const float s : looped) CHECK_NEAR(s, 1, 1e-5);
    CHECK(resample(in, length * 2, 1, 2, false).size() == length * 2);
  }
}
