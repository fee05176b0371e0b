// The notches of a strip: their depth and width, on both legs, without a click, at any rate.
#include "splatter.h"
#include "strip_rig.h"

namespace rowdesk {
namespace {

constexpr uint32_t first_input = 0;

uint32_t strip_of(Rig& rig, std::string_view path) {
  for (uint32_t strip = 0; strip < rig.mixer.layout().sounding_strips(); ++strip) {
    if (rig.mixer.layout().strips()[strip].path == path) return strip;
  }
  CHECK(!"a strip");
  return 0;
}

// What the strip does to each of the frequencies, in dB.
std::vector<double> response_db(Rig& rig, const std::vector<double>& frequencies_hz, double rate = 48000.0) {
  rig.prepare();
  return responses_db(rig.render(static_cast<uint32_t>(rate * 4), impulse(), 1024)[0], frequencies_hz, rate);
}

// Where a peak of this Q has half of its gain in dB, below and above: W. M. Hartmann's band edges, f (sqrt(1 + 1/4Q^2) -+ 1/2Q),
// on the warped axis of the bilinear transform.
std::pair<double, double> half_depth_hz(const Notch& notch, double rate) {
  const double pi = 3.14159265358979323846;
  const double middle = std::tan(pi * notch.frequency_hz / rate), half = 0.5 / notch.q, root = std::sqrt(1.0 + half * half);
  const auto hz = [&](double warped) { return std::atan(warped) * rate / pi; };
  return {hz(middle * (root - half)), hz(middle * (root + half))};
}

TEST("a notch is as deep as it says at its frequency, half of it at the edges of its width, and nothing far from it") {
  for (const double rate : check::sweep({48000.0, 44100.0, 96000.0, 192000.0})) {
    for (const Notch& notch : {Notch{100, 12, -18}, Notch{1000, 30, -6}, Notch{2950, 30, -18}, Notch{9000, 60, -24}}) {
      Rig rig(counts_of(2), "", rate);
      open_strip(rig);
      CHECK(rig.mixer.notch(first_input, {notch}));
      const auto [low_hz, high_hz] = half_depth_hz(notch, rate);
      const std::vector<double> db = response_db(rig, {notch.frequency_hz, low_hz, high_hz, notch.frequency_hz / 2, notch.frequency_hz * 2}, rate);
      CHECK_NEAR(db[0], notch.gain_db, 0.1);
      CHECK_NEAR(db[1], notch.gain_db / 2, 0.1);
      CHECK_NEAR(db[2], notch.gain_db / 2, 0.1);
      CHECK_NEAR(db[3], 0.0, 0.15);
      CHECK_NEAR(db[4], 0.0, 0.15);
    }
  }
}

TEST("twelve notches of a strip are all there, survive another rate, and those that are lifted are gone") {
  Rig rig;
  open_strip(rig);
  std::vector<Notch> notches;
  std::vector<double> at_hz;
  for (uint32_t i = 0; i < most_notches; ++i) {
    notches.push_back({150.0 * std::pow(1.4, i), 30.0, -12.0});
    at_hz.push_back(notches.back().frequency_hz);
  }
  rig.mixer.notch(first_input, notches);
  for (const double db : response_db(rig, at_hz)) CHECK_NEAR(db, -12.0, 0.15);
  const auto* processor = rig.mixer.processor();
  CHECK(processor->prepare(processor->self, 96000.0, RD_MAX_FRAMES, Rig::inputs, Rig::outputs) == 0);
  const Sound later = [](uint64_t frame) { return frame == 4 * 48000 ? 0.05f : 0.0f; };
  for (const double db : responses_db(rig.render(400000, later, 1024)[0], at_hz, 96000.0)) CHECK_NEAR(db, -12.0, 0.15);
  notches.erase(notches.begin() + 3, notches.begin() + 7);
  rig.mixer.notch(first_input, notches);
  const std::vector<double> left = response_db(rig, at_hz);
  for (uint32_t i = 0; i < most_notches; ++i) CHECK_NEAR(left[i], i >= 3 && i < 7 ? 0.0 : -12.0, 0.2);
}

TEST("both legs of a strip have its notches, and no other strip") {
  Rig rig(whole_desk());
  open_strip(rig);
  rig.set("/channel/main/1", "pan", 0);
  rig.mixer.notch(strip_of(rig, "/channel/main/1"), {{1000, 30, -18}});
  rig.set("/channel/input/1", "pan", 0);
  rig.prepare();
  const Channels both = rig.render(48000, impulse(), 1024);
  for (const std::vector<float>& leg : {both[0], both[1]}) {
    const double deep = responses_db(leg, {1000.0}, 48000).front(), beside = responses_db(leg, {200.0}, 48000).front();
    CHECK_NEAR(deep - beside, -18.0, 0.1);
  }
  rig.mixer.notch(strip_of(rig, "/channel/main/1"), {});
  rig.mixer.notch(strip_of(rig, "/channel/input/2"), {{1000, 30, -18}});
  rig.prepare();
  CHECK_NEAR(responses_db(rig.render(48000, impulse(), 1024)[0], {1000.0}, 48000).front(), -3.01, 0.05);
}

// The howl detector hears Post-EQ, before the notches.
TEST("notches are behind Post-EQ and before Pre-Fader") {
  for (const auto& [tap, expected_db] : {std::pair{tap_post_eq, 0.0}, {tap_pre_fader, -18.0}}) {
    Rig rig;
    open_strip(rig);
    rig.set("/channel/input/1", "levelDb", -144);
    rig.set_all({{"/channel/input/1/sends/main/2", "levelDb", 0}, {"/channel/input/1/sends/main/2", "tapPoint", static_cast<double>(tap)},
                 {"/channel/input/1/sends/main/2", "pan", -100}, {"/channel/main/2", "levelDb", 0}});
    rig.mixer.notch(first_input, {{1000, 30, -18}});
    rig.prepare();
    CHECK_NEAR(responses_db(rig.render(48000, impulse(), 1024)[2], {1000.0}, 48000).front(), expected_db, 0.1);
  }
}

double change_db(const std::vector<std::vector<Notch>>& steps, const Times& times = {}) {
  constexpr double amplitude = 0.1;
  Rig rig(counts_of(2), "", 48000.0, times);
  open_strip(rig);
  rig.mixer.notch(first_input, steps.front());
  rig.prepare();
  const Sound tone = sine(1000, 20.0 * std::log10(amplitude));
  rig.render(20011 - 8192, tone, 1024);
  std::vector<float> sound = rig.render(8192, tone, 1024)[0];
  for (size_t step = 1; step < steps.size(); ++step) {
    rig.mixer.notch(first_input, steps[step]);
    const std::vector<float> after = rig.render(9000, tone, 1024)[0];
    sound.insert(sound.end(), after.begin(), after.end());
  }
  return splatter_db(sound, amplitude);
}

const std::vector<std::vector<std::vector<Notch>>> changes = {
    {{}, {{1000, 30, -6}}},
    {{}, {{1000, 30, -24}}},
    {{{1000, 30, -6}}, {{1000, 30, -9}}, {{1000, 30, -12}}, {{1000, 30, -18}}},
    {{{1000, 30, -24}}, {{1000, 30, -12}}, {}},
    {{{500, 20, -12}, {1000, 30, -18}}, {{1000, 30, -18}}, {{1000, 30, -18}, {2000, 30, -18}, {950, 10, -24}}},
};

TEST("no notch clicks when it is placed, deepened, moved or lifted") {
  for (const auto& steps : changes) {
    const double splatter = change_db(steps);
    if (!(splatter <= -90)) std::fprintf(stderr, "    %zu notches to %zu: %g dB\n", steps.front().size(), steps.back().size(), splatter);
    CHECK(splatter <= -90);
  }
  CHECK(change_db(changes[1], Times::all(0.1)) > -90);
}

// The lanes of a notch beside others are computed: what the others hear stays bit by bit.
TEST("a strip without notches passes sound bit by bit beside one that has them") {
  Rig rig;
  open_strip(rig);
  rig.mixer.notch(strip_of(rig, "/channel/input/2"), {{1000, 30, -18}, {2000, 30, -18}, {3000, 30, -18}, {4000, 30, -18}, {5000, 30, -18}});
  rig.prepare();
  const Sound tone = sine(997, -20);
  const std::vector<float> out = rig.render(4800, tone)[0];
  bool is_same = true;
  for (uint32_t i = 0; i < out.size(); ++i) is_same = is_same && out[i] == tone(0, i);
  CHECK(is_same);
}

TEST("notches that found the ring full are sent later") {
  Rig rig;
  open_strip(rig);
  rig.prepare();
  bool is_sent = true;
  for (uint32_t i = 0; i < 2 * BlockExchange::capacity; ++i) is_sent = rig.mixer.notch(first_input, {{1000.0 + i, 30, -18}});
  CHECK(!is_sent);
  rig.render(64, silence());
  CHECK(rig.mixer.flush());
  rig.render(9600, silence());
  CHECK_NEAR(responses_db(rig.render(48000, [](uint64_t frame) { return frame == 9664 ? 0.05f : 0.0f; }, 1024)[0],
                          {1000.0 + 2 * BlockExchange::capacity - 1}, 48000).front(), -18.0, 0.1);
}

}  // namespace
}  // namespace rowdesk
