// What effects have in common: how they are fed, switched, replaced and silenced.
#include <limits>

#include "analysis/fft.h"
#include "effect_rig.h"
#include "noise.h"

namespace rowdesk {
namespace {

constexpr std::string_view plugins[] = {"builtin:reverb", "builtin:delay"};

Sound on_channel(uint32_t only, const Sound& sound) {
  return [=](uint32_t channel, uint64_t frame) { return channel == only ? sound(channel, frame) : 0.0f; };
}
const Sound tone = on_channel(0, sine(1000, -20));

TEST("an effect is all wet: nothing comes before its first echo, and nothing without a send") {
  EffectRig rig("builtin:delay");
  rig.tune("timeMs", 100);
  CHECK(peak_db(rig.render(4800, tone)[0]) == -1000.0);
  CHECK_NEAR(peak_db(rig.render(4800, tone)[0]), -20.0, 0.01);
  EffectRig unsent("builtin:delay");
  unsent.set("/channel/input/1/sends/fxSend/1", "on", 0);
  unsent.prepare();
  CHECK(peak_db(unsent.render(48000, tone)[0]) == -1000.0);
}

TEST("each effect has a send and a return of its own") {
  EffectRig rig("builtin:delay");
  rig.set("/channel/fxReturn/2", "levelDb", 0);
  rig.choose("plugin", "builtin:delay", "/channel/fxSend/2/chain/processors/effect");
  rig.set("/channel/fxReturn/1", "levelDb", -144);
  rig.prepare();
  CHECK(peak_db(rig.render(48000, tone)[0]) == -1000.0);
  rig.feed(2, 1, "fxSend/2");
  rig.prepare();
  const Channels out = rig.render(48000, on_channel(1, sine(1000, -20)));
  CHECK(peak_db(out[0]) > -25);
}

TEST("the fader of the fxSend is before the effect, that of the return behind it") {
  EffectRig rig("builtin:delay");
  rig.tune("timeMs", 500);
  rig.tune("feedbackPercent", 0);
  rig.render(48000, tone);
  rig.set("/channel/fxSend/1", "muted", 1);
  CHECK_NEAR(peak_db(rig.render(19200, tone)[0]), -20.0, 0.01);  // what is in the effect goes on
  rig.render(9600, tone);
  CHECK(peak_db(rig.render(4800, tone)[0]) == -1000.0);
  rig.set("/channel/fxSend/1", "muted", 0);
  rig.render(48000, tone);
  rig.set("/channel/fxReturn/1", "muted", 1);
  rig.render(480, tone);
  CHECK(peak_db(rig.render(4800, tone)[0]) == -1000.0);
}

TEST("turned off an effect is silent after 20 ms, and goes on where it would be when it comes back") {
  for (const std::string_view plugin : plugins) {
    EffectRig rig(plugin);
    rig.render(96000, tone);
    rig.set(EffectRig::effect, "enabled", 0);
    const std::vector<float> out = rig.render(2000, tone)[0];
    CHECK(peak_db({out.begin(), out.begin() + 480}) > -40);
    CHECK(peak_db({out.begin() + 960, out.end()}) == -1000.0);
    rig.set(EffectRig::effect, "enabled", 1);
    CHECK(peak_db(rig.render(2000, tone)[0]) > -40);
  }
}

TEST("a linked pair of sends feeds left and right of the first one's effect; the second one's rests") {
  EffectRig rig("builtin:delay");
  rig.feed(2, 1, "fxSend/2");
  rig.tune("timeMs", 1);
  rig.tune("feedbackPercent", 0);
  rig.set("/channel/fxSend/1", "stereoLink", 1);
  rig.set("/channel/input/1/sends/fxSend/1", "pan", -100);
  rig.prepare();
  const Channels left = rig.render(4800, tone);
  CHECK_NEAR(peak_db(left[0], 2400), -20.0, 0.05);
  CHECK(peak_db(left[1], 2400) < -120);
  rig.set("/channel/input/1/sends/fxSend/1", "pan", 100);
  rig.render(4800, tone);
  const Channels right = rig.render(4800, tone);
  CHECK(peak_db(right[0]) < -120);
  CHECK_NEAR(peak_db(right[1]), -20.0, 0.05);
}

TEST("a source on the return replaces the effect within 20 ms, and leaves it again") {
  EffectRig rig("builtin:delay");
  rig.tune("timeMs", 1);
  rig.tune("feedbackPercent", 0);
  const Sound both = [](uint32_t channel, uint64_t) { return channel == 0 ? 0.1f : channel >= 4 ? 0.3f : 0.0f; };
  CHECK_NEAR(rig.render(4800, both)[0].back(), 0.1, 1e-6);
  rig.patch("/channel/fxReturn/1", 4);
  const std::vector<float> out = rig.render(1200, both)[0];
  for (size_t i = 0; i < out.size(); ++i) CHECK_NEAR(out[i], 0.1 + 0.2 * std::min(1.0, (static_cast<double>(i) + 1) / 960), 1e-5);
  rig.patch("/channel/fxReturn/1", -1);
  CHECK_NEAR(rig.render(1200, both)[0].back(), 0.1, 1e-6);
}

TEST("panic silences effects with all inputs") {
  for (const std::string_view plugin : plugins) {
    EffectRig rig(plugin);
    rig.render(48000, tone);
    rig.set("/safety/panic", "scope", 2);
    rig.render(480, tone);
    CHECK(peak_db(rig.render(4800, tone)[0]) < -140);
  }
}

// The loudest above 5 kHz in any window of 4096 frames, against the tone. Hann, each half over the one before.
double clicks_db(const std::vector<float>& sound) {
  constexpr size_t frames = 4096;
  RealFft fft(frames);
  std::vector<float> window(frames);
  std::vector<std::complex<float>> bins(frames / 2 + 1);
  double highest = 0, tone = 0;
  for (size_t at = 0; at + frames <= sound.size(); at += frames / 2) {
    for (size_t i = 0; i < frames; ++i) {
      window[i] = sound[at + i] * static_cast<float>(0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) / frames));
    }
    fft.forward(window, bins);
    for (size_t bin = 0; bin < bins.size(); ++bin) {
      double& of = bin > 5000 * frames / 48000 ? highest : tone;
      of = std::max(of, static_cast<double>(std::abs(bins[bin])));
    }
  }
  return 20 * std::log10(highest / tone);
}

struct Jump {
  std::string_view plugin, path, field;
  double from, to;
};
const Jump jumps[] = {
    {"builtin:reverb", EffectRig::values, "preDelayMs", 0, 200},
    {"builtin:reverb", EffectRig::values, "decayS", 0.2, 10},
    {"builtin:reverb", EffectRig::values, "dampingHz", 1000, 20000},
    {"builtin:reverb", EffectRig::values, "lowCutHz", 20, 500},
    {"builtin:reverb", EffectRig::effect, "enabled", 1, 0},
    {"builtin:reverb", EffectRig::effect, "plugin", 0, 1},
    {"builtin:delay", EffectRig::values, "timeMs", 1, 1999.7},
    {"builtin:delay", EffectRig::values, "timeMs", 100, 101.5},
    {"builtin:delay", EffectRig::values, "division", 4, 8},
    {"builtin:delay", EffectRig::values, "feedbackPercent", 0, 95},
    {"builtin:delay", EffectRig::values, "lowCutHz", 20, 1000},
    {"builtin:delay", EffectRig::values, "lowCutHz", 900, 1000},
    {"builtin:delay", EffectRig::values, "highCutHz", 20000, 1000},
    {"builtin:delay", EffectRig::effect, "enabled", 1, 0},
    {"builtin:delay", EffectRig::effect, "plugin", 1, 0},
    {"builtin:delay", "/console/bpm", "bpm", 100, 150},
    {"builtin:reverb", "/channel/fxReturn/1", "sourceId", 0, 1},
    {"builtin:reverb", "/channel/fxSend/1", "stereoLink", 0, 1},
};

// Up and down again while a tone plays, and 5 ms later still another way.
std::vector<float> jumping(const Jump& jump, const Times& times) {
  EffectRig rig(jump.plugin, "", 48000.0, times);
  if (jump.path == "/console/bpm") rig.choose("division", "1/4");
  rig.set(jump.path, jump.field, jump.from);
  rig.prepare();
  rig.render(144000, tone);
  std::vector<float> out;
  const auto render = [&](uint32_t frames) {
    const std::vector<float> part = rig.render(frames, tone)[0];
    out.insert(out.end(), part.begin(), part.end());
  };
  render(12000);
  for (int round = 0; round < (check::is_sanitized ? 1 : 2); ++round) {
    rig.set(jump.path, jump.field, jump.to);
    render(24100);
    rig.set(jump.path, jump.field, jump.from);
    render(240);
    rig.set(jump.path, jump.field, jump.to);
    render(24000);
    rig.set(jump.path, jump.field, jump.from);
    render(24000);
  }
  return out;
}

TEST("no parameter of an effect clicks when it jumps") {
  for (const Jump& jump : jumps) {
    const double clicks = clicks_db(jumping(jump, {}));
    if (clicks > -90) std::fprintf(stderr, "    %s %s: %.1f dB\n", jump.plugin.data(), jump.field.data(), clicks);
    CHECK(clicks <= -90.0);
  }
}

TEST("changes of a tenth of a millisecond would click") {
  for (const Jump& jump : {jumps[0], jumps[1], jumps[6], jumps[9]}) {
    const double clicks = clicks_db(jumping(jump, Times::all(0.1)));
    if (clicks <= -90) std::fprintf(stderr, "    %s %s: %.1f dB\n", jump.plugin.data(), jump.field.data(), clicks);
    CHECK(clicks > -90.0);
  }
}

// Both effects in turn, with everything about them changing.
Channels busy(std::string_view kernel, uint32_t block, const std::vector<float>& noise) {
  EffectRig rig("builtin:reverb", kernel);
  const Sound sound = [&](uint32_t channel, uint64_t frame) { return channel == 0 ? noise[frame % noise.size()] : 0.0f; };
  Channels all(2);
  const auto render = [&](uint32_t frames) {
    const Channels part = rig.render(frames, sound, block);
    for (int leg = 0; leg < 2; ++leg) all[leg].insert(all[leg].end(), part[leg].begin(), part[leg].end());
  };
  render(96000);
  rig.tune("decayS", 10);
  rig.tune("preDelayMs", 0.3);
  render(30011);
  rig.tune("lowCutHz", 300);
  rig.tune("dampingHz", 2000);
  render(100000);
  rig.choose("plugin", "builtin:delay", EffectRig::effect);
  render(500);
  rig.tune("timeMs", 1);
  rig.tune("feedbackPercent", 95);
  render(53000);
  rig.tune("timeMs", 250);
  rig.tune("highCutHz", 3000);
  render(100489);
  rig.choose("plugin", "builtin:reverb", EffectRig::effect);
  render(100000);
  return all;
}

double largest_difference(const Channels& a, const Channels& b) {
  double largest = 0;
  for (size_t leg = 0; leg < 2; ++leg) {
    for (size_t i = 0; i < a[leg].size(); ++i) largest = std::max<double>(largest, std::abs(a[leg][i] - b[leg][i]));
  }
  return largest;
}

TEST("all instruction sets and all sizes of blocks give the same effects over 10 s of pink noise") {
  const std::vector<float> noise = pink_noise(480000, 9);
  const Channels reference = busy("scalar", 64, noise);
  for (const Kernel* kernel : check::sweep(kernels_that_run())) CHECK(reference == busy(kernel->name, 64, noise));
  const Channels widest = busy("", 64, noise);
  for (const uint32_t block : check::sweep({17u, 1u, 1000u, 4096u})) CHECK_NEAR(largest_difference(widest, busy("", block, noise)), 0.0, 1e-6);
}

TEST("an effect that has been silent for a while begins as one that was just made") {
  for (const std::string_view plugin : plugins) {
    EffectRig rig(plugin);
    rig.tune("decayS", 0.2);
    rig.tune("timeMs", 20);
    rig.prepare();
    const Sound once = [](uint32_t channel, uint64_t frame) { return channel == 0 && frame % 960000 == 0 ? 0.5f : 0.0f; };
    const std::vector<float> first = rig.render(48000, once)[0];
    rig.render(960000 - 48000, once);
    const std::vector<float> again = rig.render(48000, once)[0];
    CHECK_NEAR(energy_of(again) / energy_of(first), 1.0, plugin == "builtin:delay" ? 1e-6 : 0.25);  // its lines breathe
  }
}

TEST("a sound that isn't finite resets the effect with its strip, and both play again") {
  for (const std::string_view plugin : plugins) {
    EffectRig rig(plugin);
    rig.tune("timeMs", 10);
    rig.render(48000, tone);
    const Sound broken = [](uint32_t channel, uint64_t frame) {
      return channel != 0 ? 0.0f : frame == 48100 ? std::numeric_limits<float>::infinity() : 0.1f;
    };
    const std::vector<float> during = rig.render(960, broken)[0];
    for (const float sample : during) CHECK(std::isfinite(sample));
    rig.render(24000, tone);
    const std::vector<float> after = rig.render(48000, tone)[0];
    for (const float sample : after) CHECK(std::isfinite(sample));
    CHECK(peak_db(after) > -40);
    CHECK(peak_db(after) < 0);
  }
}

}  // namespace
}  // namespace rowdesk
