// The delay: echoes to the sample.
#include "effect_rig.h"

namespace rowdesk {
namespace {

// Everything that is louder than -100 dB, by frame.
std::vector<std::pair<size_t, double>> echoes_of(const std::vector<float>& response) {
  std::vector<std::pair<size_t, double>> echoes;
  for (size_t i = 0; i < response.size(); ++i) {
    if (std::abs(response[i]) > 1e-5) echoes.emplace_back(i, response[i]);
  }
  return echoes;
}

void check_echoes(const std::vector<float>& response, size_t frames, double feedback, size_t count) {
  const auto echoes = echoes_of(response);
  CHECK(echoes.size() >= count);
  for (size_t i = 0; i < std::min(count, echoes.size()); ++i) {
    CHECK(echoes[i].first == (i + 1) * frames);
    CHECK_NEAR(echoes[i].second / std::pow(feedback, static_cast<double>(i)), 1.0, 1e-4);
  }
}

TEST("the first echo comes after its time at the level at which it went in, each further one by the feedback lower") {
  for (const auto& [time_ms, frames] : {std::pair{1.0, 48}, {1.5, 72}, {33.333, 1600}, {375.0, 18000}, {2000.0, 96000}}) {
    EffectRig rig("builtin:delay");
    rig.tune("timeMs", time_ms);
    rig.tune("feedbackPercent", 50);
    const Channels out = rig.impulse_response(frames * 3.5 / 48000);
    for (const std::vector<float>& leg : out) check_echoes(leg, static_cast<size_t>(frames), 0.5, 3);
  }
}

TEST("without feedback there is one echo; with 95 % it still dies away") {
  EffectRig rig("builtin:delay");
  rig.tune("timeMs", 10);
  rig.tune("feedbackPercent", 0);
  CHECK(echoes_of(rig.impulse_response(1.0)[0]).size() == 1);
  rig.tune("feedbackPercent", 95);
  check_echoes(rig.impulse_response(1.0)[0], 480, 0.95, 50);
}

TEST("a division of the bpm is the time, and follows the tempo") {
  EffectRig rig("builtin:delay");
  rig.tune("feedbackPercent", 0);
  const std::pair<const char*, double> beats[] = {{"1/1", 4}, {"1/2", 2}, {"1/2.", 3}, {"1/4", 1}, {"1/4.", 1.5}, {"1/4t", 2.0 / 3},
                                                  {"1/8", 0.5}, {"1/8.", 0.75}, {"1/8t", 1.0 / 3}, {"1/16", 0.25}, {"1/32", 0.125}};
  for (const double bpm : {30.0, 120.0, 300.0}) {
    rig.set("/console/bpm", "bpm", bpm);
    for (const auto& [division, count] : beats) {
      rig.choose("division", division);
      const double seconds = count * 60 / bpm;
      const auto echoes = echoes_of(rig.impulse_response(seconds + 0.1)[0]);
      CHECK(echoes.size() == 1);
      if (!echoes.empty()) CHECK(echoes[0].first == static_cast<size_t>(seconds * 48000 + 0.5));
    }
  }
  rig.choose("division", "off");
  rig.tune("timeMs", 100);
  CHECK(echoes_of(rig.impulse_response(0.2)[0])[0].first == 4800);
}

TEST("filters take 3 dB at their frequency from each echo: the first once, the second twice") {
  const auto response_of = [](double low_hz, double high_hz, double hz, size_t echo) {
    EffectRig rig("builtin:delay");
    rig.tune("timeMs", 500);
    rig.tune("feedbackPercent", 100 * 0.5);
    rig.tune("lowCutHz", low_hz);
    rig.tune("highCutHz", high_hz);
    const std::vector<float> out = rig.impulse_response(0.5 * (static_cast<double>(echo) + 1))[0];
    return response_db({out.begin() + static_cast<std::ptrdiff_t>(echo * 24000), out.end()}, hz, 48000, echo == 2 ? 0.5 : 1.0);
  };
  CHECK_NEAR(response_of(200, 20000, 200, 1), -3.01, 0.02);
  CHECK_NEAR(response_of(200, 20000, 200, 2), -6.02, 0.04);
  CHECK_NEAR(response_of(20, 4000, 4000, 1), -3.01, 0.02);
  CHECK_NEAR(response_of(20, 4000, 4000, 2), -6.02, 0.04);
  // first order: 20 dB per decade
  CHECK_NEAR(response_of(1000, 20000, 100, 1), -10 * std::log10(1 + 100.0), 0.1);
}

}  // namespace
}  // namespace rowdesk
