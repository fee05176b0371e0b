// The limiter: no sample above the threshold, a delay below it, its release, pairs, meter and latency.
#include <limits>

#include "strip_rig.h"

namespace rowdesk {
namespace {

constexpr double rate = 48000.0;
constexpr uint32_t second = 48000;

float linear(double db) { return static_cast<float>(std::pow(10.0, db / 20.0)); }

float noise(uint64_t frame) {
  uint64_t x = (frame + 1) * 0x9e3779b97f4a7c15ull;
  x ^= x >> 31;
  x *= 0x94d049bb133111ebull;
  return static_cast<float>((x ^ x >> 29) >> 40) / 8388608.0f - 1.0f;
}

// A rig with the limiter on, the fader 20 dB down: outputs would clip.
constexpr double fader_db = -20.0;
void limit(Rig& rig, std::initializer_list<Setting> settings, std::string_view strip = strip_path) {
  open_strip(rig, strip);
  rig.set(strip, "levelDb", fader_db);
  turn_on(rig, "limiter", settings, strip);
  rig.prepare();
}

double at_limiter_db(const std::vector<float>& heard) { return peak_db(heard) - fader_db; }

struct Case {
  const char* name;
  Sound sound;
};
const std::vector<Case> loud = {
    {"steps", [](uint64_t frame) { return frame / 3000 % 2 == 0 ? 0.001f : 3.0f; }},
    {"impulses", [](uint64_t frame) { return frame % 1777 == 0 ? 10.0f : frame % 1777 == 60 ? -4.0f : 0.0f; }},
    {"growing impulses", [](uint64_t frame) { return frame % 40 == 0 ? 0.01f * static_cast<float>(frame % 3000) : 0.0f; }},
    {"noise", [](uint64_t frame) { return 4.0f * noise(frame); }},
    {"bursts of noise", [](uint64_t frame) { return (frame % 5000 < 900 ? 100.0f : 0.01f) * noise(frame); }},
    {"squares", [](uint64_t frame) { return (frame / 37 % 2 == 0 ? 1.0f : -1.0f) * (frame % 20000 < 10000 ? 0.5f : 8.0f); }},
    {"a million times full scale", [](uint64_t frame) { return 1e6f * noise(frame); }},
    {"a tone", sine(997, 14)},
};

TEST("no sample leaves the limiter above its threshold, whatever enters, for any look-ahead and release") {
  for (const Kernel* kernel : check::sweep(kernels_that_run())) {
    for (const auto& [look_ahead_ms, release_ms, threshold_db] :
         check::sweep({std::array{0.0, 1.0, 0.0}, {0.5, 1000.0, -12.0}, {1.5, 100.0, -1.0}, {5.0, 1.0, -40.0}})) {
      Rig rig(counts_of(2), kernel->name);
      limit(rig, {{"thresholdDb", threshold_db}, {"releaseMs", release_ms}, {"lookAheadMs", look_ahead_ms}});
      for (const Case& each : loud) {
        rig.prepare();
        const double peak = at_limiter_db(rig.render(second, each.sound, 1000)[0]);
        if (peak > threshold_db) std::fprintf(stderr, "    %s, %g ms: %g dB above\n", each.name, look_ahead_ms, peak - threshold_db);
        CHECK(peak <= threshold_db + 1e-5);
        CHECK(peak > threshold_db - 0.1);
      }
    }
  }
}

TEST("nor while threshold, release and look-ahead move") {
  Rig rig;
  limit(rig, {{"thresholdDb", -6}, {"lookAheadMs", 1.5}});
  double highest = -1000;
  for (int round = 0; round < 40; ++round) {
    rig.set(values_path("limiter"), "lookAheadMs", round * 7 % 51 / 10.0);
    rig.set(values_path("limiter"), "releaseMs", 1 + round * 31 % 200);
    rig.set(values_path("limiter"), "thresholdDb", -6.0 - round % 5);
    highest = std::max(highest, at_limiter_db(rig.render(700 + static_cast<uint32_t>(round) * 53, loud[4].sound, 64)[0]));
  }
  CHECK(highest <= -6 + 1e-5);
}

TEST("below the threshold the limiter is a delay by its look-ahead, bit by bit, also after it has limited") {
  for (const double look_ahead_ms : {0.0, 0.02, 1.5, 5.0}) {
    const auto late = static_cast<uint32_t>(std::lround(look_ahead_ms * 48));
    Rig rig, plain;
    limit(rig, {{"thresholdDb", -6}, {"releaseMs", 20}, {"lookAheadMs", look_ahead_ms}});
    open_strip(plain);
    plain.set(strip_path, "levelDb", fader_db);
    plain.prepare();
    const Sound sound = [](uint64_t frame) { return frame >= 5000 && frame < 9000 ? 3.0f : 0.5f * noise(frame); };
    const std::vector<float> made = rig.render(second, sound)[0], as_it_is = plain.render(second, sound)[0];
    CHECK(std::equal(made.begin() + late, made.begin() + 5000, as_it_is.begin()));
    CHECK(std::equal(made.begin() + 24000, made.end(), as_it_is.begin() + 24000 - late));
    CHECK(at_limiter_db(made) <= -6 + 1e-5);
  }
}

// The gain in dB at each frame, of a sound that is never 0.
std::vector<double> gains_db(Rig& rig, uint32_t frames, uint32_t late, const std::function<float(uint64_t)>& level) {
  const std::vector<float> out = rig.render(frames, [&](uint64_t frame) { return level(frame); }, 64)[0];
  std::vector<double> gains(frames);
  for (uint32_t i = late; i < frames; ++i) gains[i] = 20.0 * std::log10(out[i] / level(i - late)) - fader_db;
  return gains;
}

// The part of a release that is over after a time: an exponential, under the mean of the look-ahead.
double released(double ms, double release_ms, double look_ahead_ms) {
  const auto sum = [&](double until) { return until - release_ms * (1.0 - std::exp(-until / release_ms)); };
  if (look_ahead_ms == 0.0) return 1.0 - std::exp(-ms / release_ms);
  return (sum(ms) - (ms > look_ahead_ms ? sum(ms - look_ahead_ms) : 0.0)) / look_ahead_ms;
}

TEST("without look-ahead the release takes the time that it says to 63 %, with one the mean of the look-ahead on top") {
  for (const double look_ahead_ms : {0.0, 0.5, 1.5, 5.0}) {
    for (const double release_ms : {1.0, 10.0}) {
      Rig rig;
      limit(rig, {{"thresholdDb", -20}, {"releaseMs", release_ms}, {"lookAheadMs", look_ahead_ms}});
      const std::vector<float> out = rig.render(48000, [](uint32_t, uint64_t frame) { return frame < 24000 ? 0.4f : 0.01f; })[0];
      const auto end = 24000 + static_cast<size_t>(std::lround(look_ahead_ms * 48.0));
      const auto db_at = [&](size_t at) { return 20.0 * std::log10(static_cast<double>(out[at])); };
      const double from = db_at(end), to = db_at(47999);
      size_t at = end;
      while (at < 47999 && db_at(at) < from + (1.0 - std::exp(-1.0)) * (to - from)) ++at;
      CHECK_NEAR(released(static_cast<double>(at - end) / 48.0, release_ms, look_ahead_ms), 1.0 - std::exp(-1.0), 0.015);
    }
  }
}

TEST("the reduction is complete when the peak comes, begins one look-ahead before, and releases in dB") {
  constexpr uint32_t late = 96, up = 10000, down = 20000;
  for (const double release_ms : {10.0, 200.0}) {
    Rig rig;
    limit(rig, {{"thresholdDb", -20}, {"releaseMs", release_ms}, {"lookAheadMs", late / 48.0}});
    const auto gains = gains_db(rig, 80000, late, [](uint64_t frame) { return frame >= up && frame < down ? linear(-8) : linear(-60); });
    CHECK_NEAR(gains[up - 1], 0.0, 1e-4);
    CHECK_NEAR(gains[up + late / 2 - 1], -12.0 * (late / 2) / (late + 1), 0.01);  // in a straight line
    CHECK_NEAR(gains[up + late], -12.0, 0.001);
    CHECK_NEAR(gains[down + late - 1], -12.0, 0.001);
    // After the hold of a look-ahead and the mean of as much, 63 % in one release time.
    const auto at = static_cast<uint32_t>(down + late + late / 2 + release_ms * 48);
    CHECK_NEAR(gains[at], -12.0 * std::exp(-1.0), 0.1);
  }
}

TEST("linked strips are reduced alike, others each for itself") {
  for (const bool is_linked : {true, false}) {
    Rig rig;
    for (const char* strip : {"/channel/input/1", "/channel/input/2"}) limit(rig, {{"thresholdDb", -20}, {"lookAheadMs", 1}}, strip);
    rig.patch("/channel/input/2", 1);
    rig.set("/channel/input/1", "stereoLink", is_linked ? 1 : 0);
    rig.set("/channel/input/1", "muted", 1);
    for (const char* strip : {"/channel/input/1", "/channel/input/2"}) rig.set(strip, "pan", is_linked ? 0 : 100);
    rig.prepare();
    const auto out = rig.render(second, [](uint32_t channel, uint64_t) { return channel == 0 ? linear(-10) : linear(-30); })[1];
    CHECK_NEAR(peak_db({out.begin() + second / 2, out.end()}), -30 + fader_db - (is_linked ? 10 : 0), 0.01);
  }
}

TEST("a value that is not finite leaves nothing behind") {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30f}) {
    Rig rig;
    limit(rig, {{"thresholdDb", -6}, {"releaseMs", 1000}, {"lookAheadMs", 5}});
    const auto out = rig.render(second, [=](uint64_t frame) { return frame == 4000 ? bad : 0.25f * noise(frame); })[0];
    CHECK(std::ranges::all_of(out, [](float sample) { return std::isfinite(sample); }));
    CHECK(at_limiter_db(out) <= -6 + 1e-5);
    CHECK_NEAR(at_limiter_db({out.begin() + 20000, out.end()}), -12.04, 0.1);
  }
}

TEST("switched off and on it begins without what it heard before") {
  Rig rig;
  limit(rig, {{"thresholdDb", -20}, {"releaseMs", 1000}, {"lookAheadMs", 5}});
  rig.render(4800, constant(1.0f));
  rig.set(processor_path("limiter"), "enabled", 0);
  rig.render(4800, constant(0.0f));
  rig.set(processor_path("limiter"), "enabled", 1);
  const auto out = rig.render(4800, constant(0.05f))[0];
  for (const float sample : out) CHECK_NEAR(20 * std::log10(sample) - fader_db, 20 * std::log10(0.05), 0.01);
}

TEST("the meter shows the largest reduction") {
  Rig rig;
  limit(rig, {{"thresholdDb", -20}, {"lookAheadMs", 2}});
  const auto reduction_db = [&] {
    std::vector<float> floats(rig.mixer.layout().sounding_strips() * meter_floats);
    std::vector<uint32_t> clips(rig.mixer.layout().sounding_strips());
    rig.mixer.read_meters(0, floats.data(), clips.data());
    return floats[meter_at("limiter.reductionDb")];
  };
  reduction_db();
  rig.render(4800, constant(linear(-8)));
  CHECK_NEAR(reduction_db(), -12.0, 0.01);
  rig.render(4 * second, constant(linear(-40)));
  reduction_db();
  rig.render(480, constant(linear(-40)));
  CHECK(reduction_db() == 0.0f);
}

TEST("a strip is as late as its limiter's look-ahead while the limiter is on") {
  Rig rig;
  open_strip(rig);
  const auto latency = [&] { return rig.mixer.latency(0); };
  CHECK(latency() == 0);
  turn_on(rig, "limiter", {{"lookAheadMs", 2}});
  CHECK(latency() == 96);
  rig.set(values_path("limiter"), "lookAheadMs", 5);
  CHECK(latency() == 240);
  rig.set(processor_path("limiter"), "enabled", 0);
  CHECK(latency() == 0);
}

}  // namespace
}  // namespace rowdesk
