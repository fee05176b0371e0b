// No clicks: a jump of any field of routing while a 1 kHz sine plays leaves nothing above 5 kHz over -90 dB relative to
// the tone. Linear ramps of 20 ms, and of 10 ms for mutes, do; the same jumps over 0.1 ms don't.
#include <array>
#include <numbers>

#include "desk.h"
#include "splatter.h"
#include "strip_rig.h"

namespace rowdesk {
namespace {

constexpr double amplitude = 0.05;

// A jump from one value of a field to another, heard on an output.
struct Jump {
  const char* path;
  const char* field;
  double from, to;
  uint32_t output = 0;
  std::vector<Rig::FieldValue> before = {};
};

constexpr uint32_t cue = Desk::left;
const Rig::FieldValue in_mix[] = {{"/channel/input/1/sends/mix/1", "levelDb", 0}, {"/channel/mix/1", "soloed", 1}};

std::vector<Jump> jumps() {
  const std::vector<Rig::FieldValue> mix(std::begin(in_mix), std::end(in_mix));
  const auto also = [](std::vector<Rig::FieldValue> some, const std::vector<Rig::FieldValue>& more) {
    some.insert(some.end(), more.begin(), more.end());
    return some;
  };
  const std::vector<Rig::FieldValue> member = {{"/channel/input/1", "dcas", 1}, {"/channel/input/1", "muteGroups", 1}};
  const std::vector<Rig::FieldValue> pfl = {{"/channel/input/1", "soloed", 1}};
  const char* input = "/channel/input/1";
  const char* send = "/channel/input/1/sends/mix/1";
  return {
      {input, "levelDb", 0, -144}, {input, "levelDb", -144, 10}, {input, "pan", -100, 100, 1},
      {input, "muted", 0, 1}, {input, "muted", 1, 0}, {input, "trimDb", -18, 18},
      {input, "polarityInverted", 0, 1}, {input, "mainAssigned", 0, 1},
      {input, "sourceId", 1, 0}, {input, "sourceId", 1, 3}, {input, "spareSourceId", 3, 1, 0, {{input, "sourceSelected", 1}}},
      {input, "sourceSelected", 0, 1, 0, {{input, "spareSourceId", 3}}},
      {input, "stereoLink", 0, 1, 1}, {input, "dcas", 0, 1, 0, {{"/channel/dca/1", "levelDb", -20}}},
      {input, "muteGroups", 0, 1, 0, {{"/channel/muteGroup/1", "muted", 1}}},
      {"/channel/dca/1", "levelDb", 0, -144, 0, member}, {"/channel/dca/1", "muted", 0, 1, 0, member},
      {"/channel/muteGroup/1", "muted", 1, 0, 0, member}, {"/channel/main/1", "levelDb", 0, -40},
      {"/channel/main/1", "pan", 0, 100}, {"/channel/main/1", "muted", 0, 1}, {"/safety/panic", "scope", 0, 1},
      {"/safety/panic", "scope", 2, 0},
      {send, "levelDb", -144, 0, cue, mix}, {send, "on", 1, 0, cue, mix},
      {send, "tapPoint", tap_top_of_channel, tap_post_fader, cue, also(mix, {{input, "levelDb", -20}})},
      {send, "tapPoint", tap_pre_fader, tap_post_fader, cue, also(mix, {{input, "levelDb", -144}})},
      {"/channel/input/1/sends/main/2", "pan", -100, 100, 2, {{"/channel/input/1/sends/main/2", "levelDb", 0}}},
      {input, "soloed", 0, 1, cue}, {input, "soloed", 1, 0, cue},
      {"/channel/dca/1", "soloed", 0, 1, cue, member}, {"/cue", "inputMode", 0, 1, cue, also(pfl, {{input, "pan", 100}})},
      {"/cue", "levelDb", 0, -30, cue, pfl}, {"/cue", "dim", 0, 1, cue, pfl}, {"/cue", "mono", 0, 1, cue, also(pfl, {{"/cue", "inputMode", 1}, {input, "pan", -100}})},
      {"/cue", "dimDb", 0, -60, cue, also(pfl, {{"/cue", "dim", 1}})}, {"/cue", "muted", 0, 1, cue, pfl},
      {"/cue", "delayMs", 0, 7.3, cue, pfl}, {"/cue", "delayMs", 123.4, 1.6, cue, pfl}, {"/cue", "sourceTrimDb", -18, 18, cue, pfl},
      {"/cue", "idleSource", 0, 14, cue}, {"/channel/mixMinus/1", "owner", 0, 1, cue, {{"/channel/mixMinus/1", "soloed", 1}}},
      {"/channel/mixMinus/1", "base", 0, 14, cue, {{"/channel/mixMinus/1", "soloed", 1}}},
      {"/talkback/1", "on", 0, 1, cue, {{"/channel/mix/1", "soloed", 1}}},
      {"/talkback/1", "on", 1, 0, cue, {{"/channel/mix/1", "soloed", 1}}},
      {"/talkback/1", "sourceId", 1, 3, cue, {{"/channel/mix/1", "soloed", 1}, {"/talkback/1", "on", 1}}},
      {"/talkback/1", "levelDb", -40, 0, cue, {{"/channel/mix/1", "soloed", 1}, {"/talkback/1", "on", 1}}},
      {"/talkback/1", "dimBusesDb", 0, -60, cue, also(mix, {{"/talkback/1", "on", 1}, {"/talkback/1", "sourceId", 0}})},
      {"/console/oscillator", "enabled", 0, 1, 1}, {"/console/oscillator", "levelDb", -60, 0, 1, {{"/console/oscillator", "enabled", 1}}},
  };
}

// Channels 1 and 2 carry the tone, channel 3 the same tone at another phase.
Sound tones() {
  constexpr size_t period = 48;
  using Period = std::array<float, period>;
  const auto period_from = [](double phase) {
    Period samples;
    for (size_t i = 0; i < period; ++i) {
      samples[i] = static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * static_cast<double>(i) / period + phase));
    }
    return samples;
  };
  return [first = period_from(0.0), third = period_from(1.3)](uint32_t channel, uint64_t frame) {
    return (channel == 2 ? third : first)[frame % period];
  };
}

double jump_db(const Jump& jump, const Times& times) {
  Desk desk("", times);
  desk.feed(1);
  desk.set("/channel/input/1", "mainAssigned", 1);
  desk.set("/talkback/1", "sourceId", 1);
  desk.set_refs("/talkback/1", "destinations", {"/channel/mix/1"});
  desk.set_refs("/console/oscillator", "targets", {"/channel/main/1"});
  const bool is_oscillator = std::string_view(jump.path) == "/console/oscillator";
  if (is_oscillator) desk.set("/channel/input/1", "sourceId", 0);
  desk.set_all(jump.before);
  const double main = desk.ref("/channel/main/1");
  const auto value = [&](double desired) { return desired == 14 ? main : desired; };
  desk.set(jump.path, jump.field, value(jump.from));
  desk.prepare();
  std::vector<float> sound = desk.render(30011, tones(), 1024)[jump.output];
  sound.erase(sound.begin(), sound.end() - 8192);
  desk.set(jump.path, jump.field, value(jump.to));
  const std::vector<float> after = desk.render(40000, tones(), 1024)[jump.output];
  sound.insert(sound.end(), after.begin(), after.end());
  return splatter_db(sound, std::pow(10.0, peak_db(sound) / 20.0));
}

TEST("a jump of any field of routing makes no click") {
  for (const Jump& jump : jumps()) {
    const double db = jump_db(jump, {});
    if (!(db <= -90.0)) std::printf("    %s %s %g to %g: %.1f dB\n", jump.path, jump.field, jump.from, jump.to, db);
    CHECK(db <= -90.0);
    CHECK(std::isfinite(db));  // it was heard
  }
}

TEST("the same jumps over a tenth of a millisecond would click") {
  for (const Jump& jump : check::sweep(jumps())) {
    const double db = jump_db(jump, Times::all(0.1));
    if (!(db > -90.0)) std::printf("    %s %s %g to %g: %.1f dB\n", jump.path, jump.field, jump.from, jump.to, db);
    CHECK(db > -90.0);
  }
}

TEST("at 96 kHz nothing clicks either") {
  Desk desk("", {}, 96000.0);
  desk.feed(1);
  desk.set_all({{"/channel/input/1", "mainAssigned", 1.0}, {"/channel/input/1", "pan", -100.0}});
  desk.prepare();
  const Sound tone = sine(1000, -26, 96000.0);
  std::vector<float> sound = desk.render(8192, tone)[0];
  desk.set("/channel/input/1", "muted", 1);
  const std::vector<float> after = desk.render(8192, tone)[0];
  sound.insert(sound.end(), after.begin(), after.end());
  CHECK(splatter_db(sound, amplitude, 96000.0) <= -90.0);
}

// Of the limit, and of a mix's own alignment.
TEST("switching alignment makes no click") {
  Desk desk;
  for (int input = 1; input <= 2; ++input) {
    desk.feed(input);
    desk.send(Desk::name("input", input), "mix/1", 0);
  }
  desk.set("/channel/mix/1", "soloed", 1);
  turn_on(desk, "limiter", {{"lookAheadMs", 5}});
  desk.prepare();
  std::vector<float> sound = desk.render(8192, tones())[cue];
  const Rig::FieldValue changes[] = {{"/channel/mix/1", "aligned", 1}, {"/console", "alignLimitMs", 1.3}, {"/console", "alignLimitMs", 0},
                                     {"/console", "alignLimitMs", 50}, {"/channel/mix/1", "aligned", 0}};
  for (const Rig::FieldValue& change : changes) {
    desk.set_all({change});
    const std::vector<float> after = desk.render(8192, tones())[cue];
    sound.insert(sound.end(), after.begin(), after.end());
  }
  CHECK(splatter_db(sound, amplitude) <= -90.0);
}

TEST("a change of alignment makes no click") {
  Desk desk;
  for (int input = 1; input <= 2; ++input) {
    desk.feed(input);
    desk.set_all({{Desk::name("input", input), "mainAssigned", 1.0}, {Desk::name("input", input), "pan", -100.0}});
  }
  turn_on(desk, "limiter", {{"lookAheadMs", 3}});
  desk.prepare();
  std::vector<float> sound = desk.render(8192, tones())[0];
  for (const double look_ahead_ms : {0.4, 0.0, 5.0}) {
    desk.set(values_path("limiter"), "lookAheadMs", look_ahead_ms);
    const std::vector<float> after = desk.render(8192, tones())[0];
    sound.insert(sound.end(), after.begin(), after.end());
  }
  CHECK(splatter_db(sound, amplitude) <= -90.0);
}

}  // namespace
}  // namespace rowdesk
