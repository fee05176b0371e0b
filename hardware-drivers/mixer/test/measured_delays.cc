// The delay of a capture, and what is refused.
#include "measurement/checks.h"
#include "measurement/delay.h"
#include "measurement/thresholds.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "check.h"
#include "measured_sound.h"
#include "noise.h"

namespace rowdesk {
namespace {

using namespace measurement;

FoundDelay found_in(const CapturedSound& sound, const FrequencyRange& range = {}) {
  RealFft fft(transform_size(sound));
  return find_delay(transform(sound, {range.from_hz, std::min(range.to_hz, 0.45 * sound.rate)}, fft), fft);
}

const char* reason(const CapturedSound& sound, double least_s = 0.0) {
  static MaybeRefused refused;
  refused = check(sound, {least_s, true});
  return refused ? refused->reason.c_str() : "";
}
bool is(const char* one, const char* other) { return std::string(one) == other; }

TEST("a delay with fractions is found within 0.01 ms behind a filter at 20 dB of noise, at every rate, of sweep and pink noise") {
  for (const double rate : check::sweep({44100.0, 48000.0, 96000.0, 192000.0})) {
    for (const bool has_sweep : {true, false}) {
      const auto sent = has_sweep ? sweep(rate, {.sound_s = 1.0}) : pink_noise(static_cast<size_t>(2.1 * rate), 4);
      const auto path = delay(0.0123456) * peaking(rate, 1000.0, 0.7, -9.0);
      const auto heard = with_noise(through(sent, rate, path), 20.0, 7);
      const FoundDelay found = found_in({rate, sent, heard});
      CHECK_NEAR(found.frames / rate * 1000.0, 12.3456, 0.01);
      CHECK(!found.is_inverted);
      CHECK(found.confidence > 0.8);
    }
  }
}

TEST("a path upside down has its delay and the other polarity") {
  const auto sent = sweep(48000.0, {.sound_s = 1.0});
  auto heard = delayed(sent, 333.3);
  for (float& sample : heard) sample *= -0.25f;
  const FoundDelay found = found_in({48000.0, sent, heard});
  CHECK_NEAR(found.frames, 333.3, 0.02);
  CHECK(found.is_inverted);
  CHECK_NEAR(found.gain_db, -12.04, 0.1);
}

TEST("the arrival is the direct sound, also where a reflection is 4 dB louder, with less confidence") {
  const auto sent = sweep(48000.0, {.sound_s = 1.0});
  const FoundDelay clear = found_in({48000.0, sent, mixed(delayed(sent, 480.0), delayed(sent, 1440.0), 0.2f)});
  const FoundDelay doubtful = found_in({48000.0, sent, mixed(delayed(sent, 480.0), delayed(sent, 1440.0), 1.6f)});
  CHECK_NEAR(clear.frames, 480.0, 0.1);
  CHECK_NEAR(doubtful.frames, 480.0, 0.2);
  CHECK(clear.confidence > 0.6);
  CHECK(doubtful.confidence < 0.3);
}

TEST("what comes before it was sent has a delay below 0") {
  const auto heard = sweep(48000.0, {.sound_s = 1.0});
  CHECK_NEAR(found_in({48000.0, delayed(heard, 700.0), heard}).frames, -700.0, 0.1);
}

TEST("of a signal-to-noise ratio the coherence and its decibels follow; noise alone has no peak, one of -20 dB has") {
  const auto sent = pink_noise(48000 * 3, 4);
  for (const double snr_db : {20.0, 0.0}) {
    const auto noise = pink_noise(sent.size(), 9);
    const auto heard = mixed(delayed(sent, 100.0), noise, static_cast<float>(std::pow(10.0, -snr_db / 20.0)));
    const FoundDelay found = found_in({48000.0, sent, heard});
    CHECK_NEAR(found.snr_db, snr_db, 1.0);
    CHECK_NEAR(found.gain_db, 0.0, 0.3);
    CHECK_NEAR(found.coherence, 1.0 / (1.0 + std::pow(10.0, -snr_db / 10.0)), 0.05);
  }
  CHECK(found_in({48000.0, sent, pink_noise(sent.size(), 9)}).prominence < thresholds::least_prominence);
  const FoundDelay faint = found_in({48000.0, sent, mixed(pink_noise(sent.size(), 9), delayed(sent, 100.0), 0.1f)});
  CHECK(faint.prominence > thresholds::least_prominence);
  CHECK_NEAR(faint.frames, 100.0, 0.5);
}

TEST("a capture is refused where it must be, and not a step before") {
  const auto sent = white_noise(48000, 3, 0.1f);
  const CapturedSound good{48000.0, sent, delayed(sent, 10.0)};
  CHECK(is(reason(good), ""));
  CHECK(is(reason(good, 1.0), ""));
  CHECK(is(reason(good, 1.001), "too-short"));
  CHECK(is(reason({48000.0, {sent.begin(), sent.begin() + 23999}, {sent.begin(), sent.begin() + 23999}}), "too-short"));
  CHECK(is(reason({48000.0, {sent.begin(), sent.begin() + 24000}, {sent.begin(), sent.begin() + 24000}}), ""));
  // 0.1 of standard deviation is -17 dB against a sine of full scale
  const auto at = [&](double gain_db) {
    auto quiet = sent;
    for (float& sample : quiet) sample *= static_cast<float>(std::pow(10.0, gain_db / 20.0));
    return quiet;
  };
  CHECK(is(reason({48000.0, at(-62.0), sent}), ""));
  CHECK(is(reason({48000.0, at(-64.0), sent}), "no-signal"));
  CHECK(is(reason({48000.0, sent, std::vector<float>(48000)}), "no-signal"));
  auto clipped = good;
  clipped.microphone[100] = clipped.microphone[5000] = -1.0f;
  CHECK(is(reason(clipped), ""));
  clipped.microphone[5001] = 1.0f;
  CHECK(is(reason(clipped), "clipped"));
  clipped.microphone[5001] = 0.9999f;
  CHECK(is(reason(clipped), ""));
}

TEST("frames that are missing in both channels are dropouts; a pause that fades, and silence of one channel, are none") {
  const auto sent = white_noise(48000, 3, 0.1f);
  const auto without = [&](size_t frames, bool has_both) {
    CapturedSound sound{48000.0, sent, delayed(sent, 10.0)};
    for (size_t i = 20000; i < 20000 + frames; ++i) {
      sound.reference[i] = 0.0f;
      if (has_both) sound.microphone[i] = 0.0f;
    }
    return sound;
  };
  CHECK(is(reason(without(64, true)), "dropouts"));
  CHECK(is(reason(without(64, false)), ""));
  CHECK(is(reason(without(8, true)), ""));
  auto paused = sweep(48000.0, {.sound_s = 0.5, .after_s = 0.3});
  const auto once = paused;
  paused.insert(paused.end(), once.begin(), once.end());
  CHECK(is(reason({48000.0, paused, paused}), ""));
}

}  // namespace
}  // namespace rowdesk
