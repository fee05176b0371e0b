// Held notes that no loop brings back: flute, whistle, organ, e-bow. What a notch takes of them has to be back soon, for the phrase.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "howl_strip.h"

namespace rowdesk {
namespace {

struct Instrument {
  const char* name;
  std::vector<double> partials;  // amplitudes, of multiples of the pitch
  double attack_s;               // straight
  bool is_curved;                // the attack is that of a charging capacitor
};

const Instrument flute = {"flute", {0.25, 0.0125}, 0.3, false};
const Instrument whistle = {"whistle", {0.25}, 0.08, false};
const Instrument organ = {"tone-wheel organ", {0.2, 0.0, 0.02}, 0.02, false};
const Instrument bow = {"e-bow", {0.3, 0.01, 0.004}, 0.6, true};
const Instrument bowl = {"bowl", {0.2, 0.0, 0.001}, 0.15, true};

double sample_of(const Instrument& instrument, double pitch_hz, double since_s, double length_s) {
  const double attack = instrument.is_curved ? 1.0 - std::exp(-3.0 * since_s / instrument.attack_s)
                                             : std::min(1.0, since_s / instrument.attack_s);
  const double end = std::clamp((length_s - since_s) / 0.05, 0.0, 1.0);
  double sum = 0.0;
  for (size_t i = 0; i < instrument.partials.size(); ++i) {
    sum += instrument.partials[i] * std::sin(2.0 * std::numbers::pi * pitch_hz * static_cast<double>(i + 1) * since_s);
  }
  return attack * end * sum;
}

// dB by which the notches lower a frequency now.
double depth_at(HowlStrip& strip, double frequency_hz) {
  double depth = 0.0;
  for (const Notch& notch : strip.notches()) {
    // A peaking cut, in the analogue domain.
    const double gain = std::pow(10.0, notch.gain_db / 40.0), w = frequency_hz / notch.frequency_hz;
    const double real = 1.0 - w * w, above = w * gain / notch.q, below = w / (gain * notch.q);
    depth += 10.0 * std::log10((real * real + above * above) / (real * real + below * below));
  }
  return depth;
}

struct Heard {
  double late_db = 0.0;    // the most that is missing from two seconds after an onset on
  double down_s = 0.0;     // over 10 dB down
  double played_s = 0.0;
};

Heard play(const Instrument& instrument, const std::vector<double>& pitches, double length_s, double rest_s, double sensitivity) {
  HowlStrip strip;
  strip.protect({.mode = HowlMode::suppress, .sensitivity_percent = sensitivity});
  Heard heard;
  for (const double pitch : pitches) {
    const double began = strip.time_s();
    const auto tone = [&](uint32_t, double time_s) { return sample_of(instrument, pitch, time_s - began, length_s); };
    double before = began;
    strip.play(length_s, tone, [&] {
      const double depth = depth_at(strip, pitch), step = strip.time_s() - before;
      before = strip.time_s();
      if (depth < -10.0) heard.down_s += step;
      if (strip.time_s() - began >= 2.0) heard.late_db = std::min(heard.late_db, depth);
      return false;
    });
    heard.played_s += length_s;
    strip.play(rest_s, [](uint32_t, double) { return 0.0; });
  }
  return heard;
}

TEST("held notes have what a notch took of them back within two seconds, at any sensitivity") {
  for (const double sensitivity : check::sweep({50.0, 0.0, 30.0, 70.0})) {
    for (const Instrument& instrument : {flute, whistle, organ, bow, bowl}) {
      for (const double pitch : {440.0, 587.33, 1046.5, 1975.5}) {
        const Heard heard = play(instrument, {pitch}, 8.0, 0.5, sensitivity);
        if (heard.late_db < -3.0) std::printf("     %s %.0f Hz at %.0f %%: %.1f dB\n", instrument.name, pitch, sensitivity, heard.late_db);
        CHECK(heard.late_db >= -3.0);
        CHECK(heard.down_s <= 1.0);
      }
    }
  }
}

TEST("a note that was none of feedback has no notch when it is played again in the phrase") {
  for (const Instrument& instrument : {flute, whistle, organ}) {
    const Heard once = play(instrument, {1046.5}, 4.0, 0.5, 50.0);
    const Heard again = play(instrument, {1046.5, 1046.5, 1046.5, 1046.5, 1046.5}, 4.0, 0.5, 50.0);
    CHECK_NEAR(again.down_s, once.down_s, 0.05);
  }
}

TEST("a phrase of held notes is over 10 dB down for at most a tenth of its time") {
  const std::vector<double> phrase = {587.33, 659.26, 739.99, 587.33, 880.0, 783.99};
  for (const double sensitivity : {50.0, 70.0}) {
    for (const Instrument& instrument : {flute, whistle, organ, bow}) {
      for (const double length_s : {1.5, 4.0}) {
        const Heard heard = play(instrument, phrase, length_s, 0.1, sensitivity);
        if (heard.down_s > 0.1 * heard.played_s) {
          std::printf("     %s of %.1f s at %.0f %%: %.1f of %.1f s\n", instrument.name, length_s, sensitivity, heard.down_s, heard.played_s);
        }
        CHECK(heard.down_s <= 0.1 * heard.played_s);
      }
    }
  }
}

}  // namespace
}  // namespace rowdesk
