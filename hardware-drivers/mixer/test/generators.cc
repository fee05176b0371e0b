// Talkback and oscillator, from rows.md "How the desk sounds".
#include <complex>

#include "desk.h"

namespace rowdesk {
namespace {

constexpr double tolerance = 2e-7;

// Talkback 1 from channel 10 of the device into some buses.
void talk(Desk& desk, const std::vector<std::string_view>& destinations) {
  desk.set("/talkback/1", "sourceId", 10);
  desk.set_refs("/talkback/1", "destinations", destinations);
  desk.set("/talkback/1", "on", 1);
}

double rms_db(const std::vector<float>& samples, size_t from = 0) {
  double sum = 0;
  for (size_t i = from; i < samples.size(); ++i) sum += static_cast<double>(samples[i]) * samples[i];
  return 10.0 * std::log10(2.0 * sum / static_cast<double>(samples.size() - from));  // AES17
}

TEST("a talkback enters its destinations, and only those, at its level on every leg") {
  Desk desk;
  desk.set("/talkback/1", "levelDb", -6);
  talk(desk, {"/channel/mix/2", "/channel/main/2"});
  const double heard = 0.1 * std::pow(10.0, -0.3);
  CHECK_NEAR(desk.hear("/channel/mix/2", each_its_own()).left, heard, tolerance);
  const Desk::Legs main = desk.hear("/channel/main/2", each_its_own());
  CHECK_NEAR(main.left, heard, tolerance);
  CHECK_NEAR(main.right, heard, tolerance);
  CHECK(desk.hear("/channel/mix/1", each_its_own()).left == 0);
  CHECK(desk.hear("/channel/main/1", each_its_own()).left == 0);
  desk.set("/talkback/1", "on", 0);
  CHECK(desk.hear("/channel/mix/2", each_its_own()).left == 0);
}

TEST("a talkback dims the programme of its destinations, not itself and no other bus") {
  Desk desk;
  desk.feed(1);
  for (const char* bus : {"mix/1", "mix/2"}) desk.send("/channel/input/1", bus, 0);
  desk.set("/talkback/1", "dimBusesDb", -20);
  talk(desk, {"/channel/mix/1"});
  CHECK_NEAR(desk.hear("/channel/mix/1", each_its_own()).left, 0.1 + 0.001, tolerance);
  CHECK_NEAR(desk.hear("/channel/mix/2", each_its_own()).left, 0.01, tolerance);
  desk.set("/talkback/1", "on", 0);
  CHECK_NEAR(desk.hear("/channel/mix/1", each_its_own()).left, 0.01, tolerance);
}

TEST("two talkbacks at once: both are heard, and the deeper dim counts") {
  Desk desk;
  desk.feed(1);
  desk.send("/channel/input/1", "mix/1", 0);
  desk.set("/talkback/1", "dimBusesDb", -6);
  desk.set("/talkback/2", "dimBusesDb", -40);
  talk(desk, {"/channel/mix/1"});
  desk.set("/talkback/2", "sourceId", 20);
  desk.set_refs("/talkback/2", "destinations", {"/channel/mix/1"});
  desk.set("/talkback/2", "on", 1);
  CHECK_NEAR(desk.hear("/channel/mix/1", each_its_own()).left, 0.1 + 0.2 + 0.0001, tolerance);
}

TEST("a talkback reaches both strips of a linked pair") {
  Desk desk;
  for (const char* path : {"/channel/mix/1", "/channel/mix/2"}) desk.set(path, "stereoLink", 1);
  talk(desk, {"/channel/mix/2"});
  const Desk::Legs legs = desk.hear_pair("/channel/mix/1", "/channel/mix/2", each_its_own());
  CHECK_NEAR(legs.left, 0.1, tolerance);
  CHECK_NEAR(legs.right, 0.1, tolerance);
}

TEST("panic on all silences talkback and oscillator in 10 ms, and they stay off until they are turned on anew") {
  for (const char* path : {"/talkback/1", "/console/oscillator"}) {
    const bool is_talkback = std::string_view(path) == "/talkback/1";
    const char* on = is_talkback ? "on" : "enabled";
    Desk desk;
    desk.set("/channel/mix/1", "soloed", 1);
    desk.set("/talkback/1", "sourceId", 10);
    desk.set_refs("/talkback/1", "destinations", {"/channel/mix/1"});
    desk.set_refs("/console/oscillator", "targets", {"/channel/mix/1"});
    desk.set(path, on, 1);
    desk.render(48000, each_its_own());
    CHECK(peak_db(desk.render(480, each_its_own())[Desk::left]) > -25);
    desk.set("/safety/panic", "scope", 2);
    CHECK(peak_db(desk.render(960, each_its_own())[Desk::left], 479) < -140);
    desk.set("/safety/panic", "scope", 0);
    CHECK(peak_db(desk.render(48000, each_its_own())[Desk::left]) < -140);
    CHECK(desk.seen(path, on) == 1);
    desk.set(path, on, 1);  // again, as a correction would
    CHECK(peak_db(desk.render(48000, each_its_own())[Desk::left]) < -140);
    desk.set(path, on, 0);
    desk.set(path, on, 1);
    CHECK(peak_db(desk.render(48000, each_its_own())[Desk::left]) > -25);
  }
}

TEST("a talkback and an oscillator that were off at a panic on all are heard as soon as they are on after it") {
  for (const char* path : {"/talkback/1", "/console/oscillator"}) {
    const char* on = std::string_view(path) == "/talkback/1" ? "on" : "enabled";
    Desk desk;
    desk.set("/channel/mix/1", "soloed", 1);
    desk.set("/talkback/1", "sourceId", 10);
    desk.set_refs("/talkback/1", "destinations", {"/channel/mix/1"});
    desk.set_refs("/console/oscillator", "targets", {"/channel/mix/1"});
    desk.set(path, on, 1);
    desk.render(48000, each_its_own());
    desk.set_all({{path, on, 0}, {"/safety/panic", "scope", 2}});  // as the desk wants it: all in one block
    desk.render(960, each_its_own());
    desk.set("/safety/panic", "scope", 0);
    desk.render(48000, each_its_own());
    desk.set(path, on, 1);
    CHECK(peak_db(desk.render(48000, each_its_own())[Desk::left]) > -25);
  }
}

TEST("a talkback that isn't finite is silence, and its buses don't notice") {
  Desk desk;
  desk.feed(1);
  desk.send("/channel/input/1", "mix/1", 0);
  talk(desk, {"/channel/mix/1"});
  const Sound bad = [](uint32_t channel, uint64_t) { return channel == 9 ? std::nanf("") : 0.01f; };
  CHECK_NEAR(desk.hear("/channel/mix/1", bad).left, 0.01, tolerance);
  CHECK(desk.closed("/channel/mix/1") == 0);
}

// The oscillator into main/1, heard on output 1.
void tone(Desk& desk, double type, double level_db, double frequency_hz = 1000) {
  desk.set_all({{"/console/oscillator", "type", type}, {"/console/oscillator", "levelDb", level_db},
                {"/console/oscillator", "frequencyHz", frequency_hz}});
  desk.set_refs("/console/oscillator", "targets", {"/channel/main/1"});
  desk.set("/console/oscillator", "enabled", 1);
  desk.prepare();
}

TEST("the oscillator's sine has its level and frequency, the same on both legs") {
  Desk desk;
  tone(desk, 0, -20, 1000);
  const Channels out = desk.render(48000, silence());
  CHECK_NEAR(peak_db(out[0]), -20.0, 0.01);
  double worst = 0;
  for (size_t i = 0; i < out[0].size(); ++i) {
    worst = std::max(worst, std::abs(out[0][i] - 0.1 * std::sin(2.0 * std::numbers::pi * 1000.0 * static_cast<double>(i) / 48000.0)));
  }
  CHECK_NEAR(worst, 0.0, 1e-6);
  CHECK(out[0] == out[1]);
  CHECK(peak_db(out[2]) < -300);
}

TEST("an oscillator that a panic turned off is not heard going when the panic is lifted at once") {
  Desk desk;
  tone(desk, 0, -20);
  desk.render(480, silence());
  desk.set_all({{"/console/oscillator", "enabled", 0}, {"/safety/panic", "scope", 2}});
  desk.render(960, silence());
  desk.set("/safety/panic", "scope", 0);
  CHECK(peak_db(desk.render(48000, silence())[0]) < -140);
  desk.set("/console/oscillator", "enabled", 1);
  desk.render(24000, silence());
  CHECK_NEAR(peak_db(desk.render(480, silence())[0]), -20.0, 0.01);
}

TEST("the oscillator comes and goes over 500 ms") {
  Desk desk;
  tone(desk, 0, -20, 1000);
  desk.render(480, silence());
  desk.set("/console/oscillator", "enabled", 0);
  Channels out = desk.render(24000, silence());
  CHECK_NEAR(peak_db({out[0].begin() + 11900, out[0].begin() + 12100}), -26.02, 0.1);
  CHECK(peak_db({out[0].begin() + 23500, out[0].end()}) < -50);
  CHECK(peak_db(desk.render(480, silence())[0]) < -300);
}

TEST("white and pink noise have the RMS of a sine of that level, pink 3 dB less per octave") {
  for (const double type : {1.0, 2.0}) {
    Desk desk;
    tone(desk, type, -20);
    const std::vector<float> out = desk.render(10 * 48000, silence())[0];
    CHECK_NEAR(rms_db(out, 4800), -20.0, type == 1.0 ? 1.0 : 0.1);
    // Power in an octave around 250 and 4000 Hz, by correlation with sines.
    const auto power_at = [&](double centre_hz) {
      double sum = 0;
      for (int step = 0; step < 400; ++step) {
        const double hz = centre_hz * std::pow(2.0, (step - 200) / 400.0);
        std::complex<double> bin = 0, turn = 1;
        const std::complex<double> per_frame = std::polar(1.0, -2.0 * std::numbers::pi * hz / 48000.0);
        for (size_t i = 0; i < 48000; ++i) {
          bin += turn * static_cast<double>(out[i + 9600]);
          turn *= per_frame;
        }
        sum += std::norm(bin);
      }
      return 10.0 * std::log10(sum);
    };
    const double law = type == 1.0 ? -10.0 * std::log10(16.0) : 0.0;  // density over four octaves
    CHECK_NEAR(power_at(4000) - power_at(250), law, 1.5);
  }
}

// The highest levels that /console/oscillator allows: of pink noise -9.1 dB, of white -1.8.
TEST("noise has its level at any that is allowed, and no sample of it reaches full scale") {
  for (const auto& [type, highest_db] : {std::array{1.0, -9.1}, {2.0, -1.8}}) {
    for (const double level_db : {-40.0, highest_db}) {
      Desk desk;
      tone(desk, type, level_db);
      const std::vector<float> out = desk.render(20 * 48000, silence())[0];
      CHECK_NEAR(rms_db(out), level_db, 0.1);
      CHECK(peak_db(out) < 0.0);
    }
  }
}

TEST("an oscillator that becomes another type goes from the level of the one to that of the other, and never clips") {
  Desk desk;
  tone(desk, 0, -0.1);
  for (int times = 0; times < 100; ++times) {
    desk.set_all({{"/console/oscillator", "type", 1}, {"/console/oscillator", "levelDb", -9.1}});
    CHECK(peak_db(desk.render(2400, silence())[0]) < -0.001);
    desk.set_all({{"/console/oscillator", "type", 0}, {"/console/oscillator", "levelDb", -0.1}});
    desk.render(960, silence());
    CHECK_NEAR(peak_db(desk.render(1440, silence())[0]), -0.1, 0.01);
  }
}

TEST("an oscillator that is turned on as another type comes over 500 ms") {
  Desk desk;
  tone(desk, 0, -20);
  desk.set("/console/oscillator", "enabled", 0);
  desk.render(48000, silence());
  desk.set_all({{"/console/oscillator", "type", 2}, {"/console/oscillator", "enabled", 1}});
  CHECK(peak_db(desk.render(960, silence())[0]) < -40.0);
  CHECK_NEAR(rms_db(desk.render(48000, silence())[0], 24000), -20.0, 0.2);
}

TEST("the sweep goes from 20 Hz to 20 kHz in 10 s, evenly in octaves") {
  Desk desk;
  tone(desk, 3, -20);
  const std::vector<float> out = desk.render(10 * 48000, silence())[0];
  for (const double at_s : {2.0, 5.0, 8.0}) {
    const double law_hz = 20.0 * std::pow(1000.0, at_s / 10.0);
    const auto middle = static_cast<size_t>(at_s * 48000), width = static_cast<size_t>(20.0 * 48000.0 / law_hz);
    int crossings = 0;
    for (size_t i = middle - width / 2; i < middle + width / 2; ++i) crossings += out[i] < 0 && out[i + 1] >= 0;
    CHECK_NEAR(crossings, 20, 1);
  }
}

}  // namespace
}  // namespace rowdesk
