// How much later a strip is than its reference: right where it can be known, and doubtful where it can't.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "analysis/analysis_alignment.h"
#include "check.h"
#include "noise.h"

namespace rowdesk {
namespace {

constexpr size_t four_seconds = 4 * 48000;

EstimatedDelay compare(const std::vector<float>& sound, const std::vector<float>& reference, double rate = 48000.0) {
  DelayEstimate estimate(rate);
  const size_t segment = estimate.segment_frames();
  EstimatedDelay result{0, 0};
  for (size_t at = 0; at + segment <= sound.size(); at += segment / 2) {
    estimate.add(std::span(sound).subspan(at, segment), std::span(reference).subspan(at, segment));
    if (estimate.is_due()) result = estimate.estimate();
  }
  return result;
}

TEST("pink noise that comes later, or earlier, is found to a hundredth of a frame") {
  const std::vector<float> reference = pink_noise(four_seconds, 1);
  for (const double frames : {0.0, 1.0, 48.0, 4799.0, 0.5, 137.25, 1000.7, -333.4, -4800.0}) {
    const EstimatedDelay found = compare(delayed(reference, frames), reference);
    CHECK_NEAR(found.frames, frames, 0.01);
    CHECK(found.confidence > 0.9);
  }
}

TEST("at 96 kHz a delay has twice as many frames") {
  const std::vector<float> reference = pink_noise(2 * four_seconds, 1);
  const EstimatedDelay found = compare(delayed(reference, 2000.5), reference, 96000.0);
  CHECK_NEAR(found.frames, 2000.5, 0.01);
  CHECK(found.confidence > 0.9);
}

TEST("speech is found, pauses and all") {
  const std::vector<float> reference = babble(four_seconds, 3);
  for (const double frames : {0.0, 96.0, 1234.5, -700.0}) {
    const EstimatedDelay found = compare(delayed(reference, frames), reference);
    CHECK_NEAR(found.frames, frames, 0.1);
    CHECK(found.confidence > 0.6);
  }
}

TEST("a microphone that hears the same upside down, more softly, and with a sound of its own is found") {
  const std::vector<float> reference = pink_noise(four_seconds, 1);
  std::vector<float> sound = delayed(reference, 480.0);
  for (float& sample : sound) sample *= -0.1f;
  sound = mixed(sound, pink_noise(four_seconds, 2), 0.1f);
  const EstimatedDelay found = compare(sound, reference);
  CHECK_NEAR(found.frames, 480.0, 0.2);
  CHECK(found.confidence > 0.6);
}

TEST("a reflection nearly as loud is a doubt, but the first sound wins") {
  const std::vector<float> reference = pink_noise(four_seconds, 1);
  const EstimatedDelay found = compare(mixed(delayed(reference, 100.0), delayed(reference, 800.0), 0.7f), reference);
  CHECK_NEAR(found.frames, 100.0, 0.5);
  CHECK(found.confidence > 0.3 && found.confidence < 0.9);
}

TEST("sounds that have nothing in common are never aligned with confidence") {
  for (uint32_t seed = 10; seed < 40; seed += 2) {
    CHECK(compare(pink_noise(four_seconds, seed), pink_noise(four_seconds, seed + 1)).confidence < 0.1);
    CHECK(compare(babble(four_seconds, seed), babble(four_seconds, seed + 1)).confidence < 0.2);
  }
}

TEST("tones and hum can't be aligned: one period is as good as the next") {
  std::vector<float> tone(four_seconds), later(four_seconds), hum(four_seconds);
  for (size_t i = 0; i < four_seconds; ++i) {
    const double time = static_cast<double>(i) / 48000.0;
    tone[i] = static_cast<float>(0.1 * std::sin(2 * std::numbers::pi * 1000 * time));
    later[i] = static_cast<float>(0.1 * std::sin(2 * std::numbers::pi * 1000 * (time - 0.01234)));
    for (int harmonic = 1; harmonic < 20; ++harmonic) {
      hum[i] += static_cast<float>(0.01 / harmonic * std::sin(2 * std::numbers::pi * 50 * harmonic * time));
    }
  }
  CHECK(compare(later, tone).confidence < 0.1);
  CHECK(compare(mixed(pink_noise(four_seconds, 1), hum, 1.0f), mixed(pink_noise(four_seconds, 2), hum, 1.0f)).confidence < 0.1);
}

TEST("silence has no delay, whichever side it is on") {
  const std::vector<float> noise = pink_noise(four_seconds, 1), silence(four_seconds), faint = white_noise(four_seconds, 1, 1e-5f);
  CHECK(compare(noise, silence).confidence == 0.0);
  CHECK(compare(silence, noise).confidence == 0.0);
  CHECK(compare(silence, silence).confidence == 0.0);
  CHECK(compare(faint, faint).confidence == 0.0);
}

TEST("what comes later than can be measured is no confident answer") {
  const std::vector<float> reference = pink_noise(four_seconds, 1);
  CHECK(compare(delayed(reference, 0.2 * 48000), reference).confidence < 0.1);
}

TEST("after three seconds of silence nothing is remembered, and a new delay is found soon") {
  const std::vector<float> reference = pink_noise(4 * four_seconds, 1);
  std::vector<float> sound = delayed(reference, 100.0);
  const std::vector<float> after = delayed(reference, 2000.0);
  DelayEstimate estimate(48000.0);
  const size_t segment = estimate.segment_frames();
  double before = 0, during = 1;
  EstimatedDelay last{};
  for (size_t at = 0; at + segment <= reference.size(); at += segment / 2) {
    std::vector<float> now(segment);
    const double time = static_cast<double>(at) / 48000.0;
    if (time < 4) std::copy_n(sound.begin() + static_cast<std::ptrdiff_t>(at), segment, now.begin());
    if (time > 10) std::copy_n(after.begin() + static_cast<std::ptrdiff_t>(at), segment, now.begin());
    estimate.add(now, std::span(reference).subspan(at, segment));
    last = estimate.estimate();
    if (time < 4) before = last.confidence;
    else if (time < 10) during = last.confidence;
  }
  CHECK(before > 0.9);
  CHECK(during == 0.0);
  CHECK_NEAR(last.frames, 2000.0, 0.01);
  CHECK(last.confidence > 0.9);
}

}  // namespace
}  // namespace rowdesk
