// Speakers: delay, trim and polarity on the way to the outputs of the device, and nowhere else.
#include <cmath>
#include <complex>
#include <numbers>

#include "desk.h"
#include "record_reader.h"
#include "scratch_folder.h"

namespace rowdesk {
namespace {

const std::string main_path = "/channel/main/1", speakers = main_path + "/speakerAlign";

Sound pulse_at(uint64_t at) {
  return [=](uint32_t channel, uint64_t frame) { return channel == 0 && frame == at ? 0.5f : 0.0f; };
}

// Input 1 of the device, hard left, to output 1.
void open_left(Rig& rig) {
  open_input_1(rig);
  rig.set("/channel/input/1", "pan", -100);
}

void delay(Rig& rig, double delay_ms, const std::string& path = speakers) {
  rig.set_all({{path, "enabled", 1}, {path, "delayMs", delay_ms}});
}

bool is_pulse(const std::vector<float>& out, size_t at, float height = 0.5f) {
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i] != (i == at ? height : 0.0f)) return false;
  }
  return true;
}

TEST("a speaker delay of whole frames is exact at every rate and block size") {
  for (const double rate : check::sweep({44100.0, 48000.0, 96000.0, 192000.0})) {
    for (const double delay_ms : {0.0, 10.0, 500.0}) {
      for (const uint32_t block : {17u, 64u, 1000u}) {
        Rig rig(counts_of(3), "", rate);
        open_left(rig);
        delay(rig, delay_ms);
        rig.prepare();
        const std::vector<float> out = rig.render(static_cast<uint32_t>(0.51 * rate), pulse_at(100), block)[0];
        CHECK(is_pulse(out, 100 + static_cast<size_t>(std::lround(delay_ms * 0.001 * rate))));
      }
    }
  }
}

// How late a pulse is at a frequency, frames; from the phase beside what is expected.
double lateness(const std::vector<float>& out, double turns_per_frame, double expected) {
  std::complex<double> sum = 0.0;
  for (size_t i = 0; i < out.size(); ++i) {
    sum += static_cast<double>(out[i]) * std::polar(1.0, -2 * std::numbers::pi * turns_per_frame * (static_cast<double>(i) - expected));
  }
  return expected - std::arg(sum) / (2 * std::numbers::pi * turns_per_frame);
}

TEST("delay and distance together are exact to 0.01 ms, at every temperature") {
  struct Case {
    double delay_ms, distance_m, temperature_c;
  };
  for (const auto& [delay_ms, distance_m, temperature_c] : {Case{0.01, 0, 20}, {12.34, 0, 20}, {0, 34.7, 20}, {2.5, 34.7, -30}, {500, 150, -30}, {0, 99.99, 60}}) {
    for (const double rate : {44100.0, 48000.0, 96000.0}) {
      Rig rig(counts_of(3), "", rate);
      open_left(rig);
      rig.set_all({{speakers, "enabled", 1}, {speakers, "delayMs", delay_ms}, {speakers, "distanceM", distance_m}, {speakers, "temperatureC", temperature_c}});
      rig.prepare();
      const double expected_ms = delay_ms + 1000.0 * distance_m / (331.3 + 0.606 * temperature_c);
      const std::vector<float> out = rig.render(static_cast<uint32_t>(rate), pulse_at(0))[0];
      CHECK_NEAR(lateness(out, 0.02, expected_ms * 0.001 * rate) / rate * 1000.0, expected_ms, 0.001);
      CHECK_NEAR(rig.mixer.speaker_delays_ms()[rig.mixer.layout().number_of(*rig.mixer.layout().find(Kind::main, 1))], expected_ms, 0.001);
    }
  }
}

TEST("trim and polarity act at the output; what is not enabled does nothing") {
  Rig rig;
  open_left(rig);
  rig.set_all({{speakers, "delayMs", 10}, {speakers, "distanceM", 20}, {speakers, "levelTrimDb", -6}, {speakers, "polarityInverted", 1}});
  rig.prepare();
  CHECK(is_pulse(rig.render(4800, pulse_at(7))[0], 7));
  rig.set_all({{speakers, "enabled", 1}, {speakers, "distanceM", 0}});
  rig.render(4800, silence());
  const std::vector<float> out = rig.render(4800, pulse_at(9600 + 7))[0];
  CHECK_NEAR(out[7 + 480], -0.5 * std::pow(10.0, -6.0 / 20.0), 1e-6);
  CHECK(out[7] == 0.0f);
}

TEST("both legs of a strip are delayed alike, and main, matrix, mix, aux and cue have speakers") {
  Rig rig(whole_desk());
  open_input_1(rig);
  delay(rig, 5);
  rig.prepare();
  const Channels out = rig.render(1000, pulse_at(0));
  CHECK(out[0][240] == out[1][240] && out[0][240] > 0.3f);
  for (const StripPlace& strip : rig.mixer.layout().strips()) {
    const bool has_speakers = holds(speaker_kinds, strip.kind);
    CHECK((rig.mixer.addresses().find(strip.path + "/speakerAlign", "delayMs") != no_slot) == has_speakers);
  }
}

TEST("what a matrix takes of a main with a speaker delay is not late") {
  Desk desk;
  desk.feed(1);
  desk.set("/channel/input/1", "mainAssigned", 1);
  desk.set_all({{main_path, "levelDb", 0}, {"/channel/matrix/1", "levelDb", 0}, {"/channel/matrix/1", "soloed", 1}});
  desk.send(main_path, "matrix/1", 0);
  delay(desk, 100);
  desk.prepare();
  const Channels out = desk.render(9600, pulse_at(50));
  CHECK(std::abs(out[Desk::left][50]) > 0.1f);
  CHECK(std::abs(out[0][50 + 4800]) > 0.1f && out[0][50] == 0.0f);
}

TEST("meters of a strip with a speaker delay show its sound when it is mixed") {
  Rig rig;
  open_left(rig);
  delay(rig, 500);
  rig.prepare();
  const uint32_t strips = rig.mixer.layout().sounding_strips();
  const uint32_t main = rig.mixer.layout().number_of(*rig.mixer.layout().find(Kind::main, 1));
  std::vector<float> meters(static_cast<size_t>(strips) * meter_floats);
  std::vector<uint32_t> clips(strips);
  rig.mixer.read_meters(0, meters.data(), clips.data());
  CHECK(peak_db(rig.render(640, constant(0.5f))[0]) < -140);
  rig.mixer.read_meters(0, meters.data(), clips.data());
  CHECK_NEAR(meters[static_cast<size_t>(main) * meter_floats + post_peak_at], 0.5, 1e-6);
}

TEST("what a recorder takes of a strip with a speaker delay is not late") {
  const ScratchFolder folder;
  Rig rig(counts_of(4), "", 48000.0, {}, most_strips, folder.path());
  open_left(rig);
  delay(rig, 10);
  rig.prepare();
  const uint32_t main = rig.mixer.layout().number_of(*rig.mixer.layout().find(Kind::main, 1));
  rig.mixer.record({{main, tap_post_fader, RD_RECORD_PROGRAMME}});
  rig.mixer.flush();
  CHECK(is_pulse(rig.render(1000, pulse_at(5))[0], 5 + 480));
  RecordReader reader(folder.path());
  reader.read();
  CHECK(is_pulse(reader.sound()[0], 5));
}

TEST("a new speaker delay crossfades once the line holds enough sound, a constant stays one, and the last change wins") {
  Rig rig;
  open_left(rig);
  rig.prepare();
  rig.render(4800, constant(0.5f));
  const auto worst = [&](uint32_t frames) {
    double most = 0.0;
    const Channels out = rig.render(frames, constant(0.5f), 97);
    for (const float sample : out[0]) most = std::max(most, std::abs(sample - 0.5));
    return most;
  };
  delay(rig, 300);
  CHECK_NEAR(worst(24000), 0.0, 1e-6);
  for (const double delay_ms : {20.0, 499.0, 0.5}) {
    rig.set(speakers, "delayMs", delay_ms);
    CHECK_NEAR(worst(500), 0.0, 1e-6);
  }
  rig.set(speakers, "delayMs", 40);
  CHECK_NEAR(worst(9600), 0.0, 1e-6);
  const uint64_t now = 4800 + 24000 + 1500 + 9600;
  rig.render(4800, silence());
  CHECK(rig.render(4800, pulse_at(now + 4800 + 10))[0][10 + 1920] == 0.5f);
  rig.set(speakers, "enabled", 0);
  rig.render(4800, silence());
  CHECK(is_pulse(rig.render(4800, pulse_at(now + 3 * 4800 + 10))[0], 10));
}

TEST("a sine that moves between delays, trims and polarities never clicks") {
  Rig rig;
  open_left(rig);
  rig.prepare();
  rig.render(48000, sine(100, -6));
  float last = rig.render(64, sine(100, -6))[0].back();
  double steepest = 0.0;
  for (int i = 0; i < 24; ++i) {
    rig.set_all({{speakers, "enabled", static_cast<double>(i % 4 != 3)},
                 {speakers, "delayMs", 37.0 * (i % 5)},
                 {speakers, "levelTrimDb", i % 2 == 0 ? 0.0 : -12.0},
                 {speakers, "polarityInverted", static_cast<double>(i % 3 == 0)}});
    const Channels out = rig.render(4001, sine(100, -6), 64);
    for (const float sample : out[0]) {
      steepest = std::max(steepest, std::abs(static_cast<double>(sample) - last));
      last = sample;
    }
  }
  // A sine of 100 Hz moves by 0.0066 per frame; gain and crossfade ramps of 960 frames add 0.5 * 3 / 960 at most.
  CHECK(steepest < 0.0066 + 0.0016);
}

TEST("a mute lets out what is under way, a panic does not, and after it the sound comes back in 200 ms") {
  Rig rig;
  open_left(rig);
  delay(rig, 100);
  rig.prepare();
  rig.render(9600, constant(0.5f));
  rig.set(main_path, "muted", 1);
  std::vector<float> out = rig.render(9600, constant(0.5f))[0];
  CHECK(out[4799] == 0.5f);
  CHECK(out[4800 + 480] == 0.0f && peak_db(out, 4800 + 480) < -140);
  rig.set(main_path, "muted", 0);
  rig.render(9600, constant(0.5f));
  rig.set("/safety/panic", "scope", 1);
  out = rig.render(9600, constant(0.5f))[0];
  CHECK_NEAR(out[239], 0.25, 1e-6);
  CHECK(peak_db(out, 479) < -140);
  rig.set("/safety/panic", "scope", 0);
  out = rig.render(19200, constant(0.5f))[0];
  CHECK(out[4799] == 0.0f);
  CHECK_NEAR(out[4800 + 9600], 0.5, 1e-6);
}

TEST("a change of rate keeps the delay in milliseconds, and begins with silence") {
  Rig rig;
  open_left(rig);
  delay(rig, 100);
  rig.prepare();
  rig.render(9600, constant(0.5f));
  rd_processor* const processor = rig.mixer.processor();
  processor->release(processor->self);
  CHECK(processor->prepare(processor->self, 96000.0, 64, Rig::inputs, Rig::outputs) == 0);
  rig.mixer.open(true, 0, Reason::startup);
  const std::vector<float> out = rig.render(19200, constant(0.5f))[0];
  CHECK(peak_db({out.begin(), out.begin() + 9600}) < -140);
  CHECK_NEAR(out[19199], 0.5, 1e-3);
}

}  // namespace
}  // namespace rowdesk
