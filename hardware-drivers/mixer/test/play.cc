// The virtual soundcheck: strips hear the play ring in the place of their sources.
#include <atomic>
#include <chrono>
#include <cmath>
#include <numbers>
#include <random>
#include <thread>

#include "soundcheck.h"
#include "splatter.h"
#include "strip_rig.h"

namespace rowdesk {
namespace {

constexpr uint32_t fade = 480;
constexpr double amplitude = 0.05;
constexpr const char* input_1 = "/channel/input/1";

// Each sample another, and none of them round.
float noise(uint32_t channel, uint64_t frame) {
  std::minstd_rand random(static_cast<uint32_t>(frame * 4 + channel + 1));
  return static_cast<float>(random()) / 4.3e9f;
}

float tone(uint64_t frame, double phase = 0.0) {
  return static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * static_cast<double>(frame % 48) / 48.0 + phase));
}

const Sound live_tone = [](uint64_t frame) { return tone(frame, 1.3); };
const RingSound played_tone = [](uint32_t, uint64_t frame) { return tone(frame); };

// Input 1 alone at 0 dB on the left.
void open_input(Soundcheck& check) {
  open_strip(check);
  check.prepare();
}

void append(std::vector<float>& sound, const Channels& more) { sound.insert(sound.end(), more[0].begin(), more[0].end()); }

double splatter_of(const std::vector<float>& sound) { return splatter_db(sound, amplitude); }

TEST("a ring is complete behind its link: sizes, rate, fades") {
  for (const double rate : {44100.0, 48000.0, 192000.0}) {
    Soundcheck check(5, rate);
    const rd_play_ring& ring = check.player().header();
    CHECK(ring.rate == rate);
    CHECK(ring.channels == 5);
    CHECK(ring.capacity_frames >= rate / 2 && ring.capacity_frames <= rate);
    CHECK((ring.capacity_frames & (ring.capacity_frames - 1)) == 0);
    CHECK(ring.fade_frames == std::lround(rate / 100));
    CHECK(ring.samples_offset % 64 == 0);
  }
}

TEST("a played channel passes Top-Of-Ch bit by bit, in blocks of any size and round the ring") {
  for (const uint32_t block : {61u, 64u, 1024u}) {
    Soundcheck check;
    open_input(check);
    check.engage({{input_1, 2}});
    check.render(4096, silence());
    check.player().play(true);
    const std::vector<float> heard = check.play(block * (100'000 / block), noise, silence(), block)[0];
    uint32_t wrong = 0;
    for (size_t frame = fade; frame < heard.size(); ++frame) wrong += heard[frame] != noise(2, frame);
    CHECK(wrong == 0);
    CHECK(check.player().played() == heard.size());
    CHECK(check.player().underruns() == 0);
    CHECK(check.player().is_sounding());
  }
}

TEST("a clock that freewheels waits for the player, also behind a jump, and goes on without one that writes no more") {
  Soundcheck check;
  open_input(check);
  check.engage({{input_1, 2}});
  check.render(4096, silence());
  check.player().play(true);
  const uint32_t ring = check.player().header().capacity_frames;
  std::atomic<uint32_t> fills{0};
  std::thread thread([&] {
    while (check.player().played() < 4 * uint64_t{ring}) {
      check.player().fill(noise);
      ++fills;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  });
  const std::vector<float> heard = check.render(4 * ring, silence(), 64, RD_BLOCK_FREEWHEEL)[0];
  thread.join();
  uint32_t wrong = 0;
  for (size_t frame = fade; frame < heard.size(); ++frame) wrong += heard[frame] != noise(2, frame);
  CHECK(wrong == 0 && check.player().underruns() == 0 && fills > 1);

  check.player().fill(noise);
  check.player().jump();
  std::thread late([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    while (check.player().played() < 5 * uint64_t{ring}) check.player().fill(noise);
  });
  check.render(ring + 4096, silence(), 64, RD_BLOCK_FREEWHEEL);
  late.join();
  CHECK(check.player().underruns() == 0 && check.player().is_sounding());

  check.render(2 * ring, silence(), 64, RD_BLOCK_FREEWHEEL);
  CHECK(check.player().underruns() == 1 && !check.player().is_sounding());
}

TEST("strips hear what they are told: the ring, their own source, or nothing") {
  Soundcheck check;
  for (int input = 1; input <= 3; ++input) check.feed(input);
  check.patch("/channel/aux/1", 4);
  check.patch("/channel/aux/2", 6);
  check.set_all({{"/channel/aux/1", "levelDb", 0.0}, {"/channel/aux/2", "levelDb", 0.0}});
  const RingSound each = [](uint32_t channel, uint64_t) { return 0.1f * static_cast<float>(channel + 1); };
  check.engage({{input_1, 3}, {"/channel/input/2", PlayedSources::own}, {"/channel/aux/1", 1, 0}, {"/channel/aux/2", PlayedSources::own, PlayedSources::own}});
  check.player().play(true);
  const auto hears = [&](const char* path, double left, double right) {
    check.set(path, "soloed", 1);
    const Channels out = check.play(8192, each, each_its_own());
    check.set(path, "soloed", 0);
    check.play(2048, each, each_its_own());
    CHECK_NEAR(out[Desk::left].back(), left, 2e-7);
    CHECK_NEAR(out[Desk::right].back(), right, 2e-7);
  };
  hears(input_1, 0.4 * half_power, 0.4 * half_power);
  hears("/channel/input/2", 0.02 * half_power, 0.02 * half_power);
  hears("/channel/input/3", 0, 0);
  hears("/channel/aux/1", 0.2, 0.1);
  hears("/channel/aux/2", 0.07, 0.08);
  CHECK(check.seen("/channel/input/3", "sourceId") == 3);
  check.set("/channel/input/3", "sourceId", 9);  // patched now, heard after the eject
  hears("/channel/input/3", 0, 0);
  check.eject();
  hears(input_1, 0.01 * half_power, 0.01 * half_power);
  hears("/channel/input/3", 0.09 * half_power, 0.09 * half_power);
  hears("/channel/aux/1", 0.05, 0.06);
}

TEST("a return keeps its effect, unless it is played or has a source of its own") {
  Soundcheck check;
  open_input(check);
  check.set("/channel/input/1", "mainAssigned", 0);
  check.send(input_1, "fxSend/1", 0);
  check.set("/channel/fxReturn/1", "levelDb", 0);
  check.player().play(true);
  const auto tail_db = [&] { return peak_db(check.play(48000, played_tone)[0], 24000); };
  check.engage({{input_1, 0}});
  CHECK(tail_db() > -80.0);
  check.set("/channel/fxReturn/1", "sourceId", 5);
  CHECK(tail_db() < -200.0);
}

TEST("engaging and ejecting make no click") {
  Soundcheck check;
  open_input(check);
  check.player().play(true);
  std::vector<float> sound = check.play(8192, played_tone, live_tone)[0];
  sound.erase(sound.begin(), sound.begin() + 4096);
  check.engage({{input_1, 0}});
  append(sound, check.play(8192, played_tone, live_tone));
  check.eject();
  append(sound, check.play(8192, played_tone, live_tone));
  CHECK(splatter_of(sound) <= -90.0);
}

TEST("play, pause and a jump make no click, and each goes on at its frame") {
  Soundcheck check;
  open_input(check);
  check.engage({{input_1, 0}});
  std::vector<float> sound = check.play(4096, played_tone)[0];
  CHECK(peak_db(sound) < -200.0);
  check.player().play(true);
  append(sound, check.play(8192, played_tone));
  check.player().play(false);
  const uint64_t paused = check.player().played();
  append(sound, check.play(4096, played_tone));
  CHECK(check.player().played() == paused + fade);
  CHECK(!check.player().is_sounding());
  check.player().play(true);
  append(sound, check.play(8192, played_tone));
  check.player().jump();
  const uint64_t target = check.player().header().jump_to;
  const RingSound other = [=](uint32_t, uint64_t frame) { return tone(frame, frame < target ? 0.0 : 2.1); };
  append(sound, check.play(64, other));  // there is room for 64 frames, which is too little
  CHECK(check.player().played() < target);
  append(sound, check.play(8192, other));
  CHECK(check.player().played() > target);
  CHECK(check.player().played() < target + 8192);
  CHECK(check.player().underruns() == 0);
  CHECK(splatter_of(sound) <= -90.0);
  CHECK(sound.back() == tone(check.player().played() - 1, 2.1));
}

TEST("without its fades a jump would click") {
  std::vector<float> sound;
  for (uint64_t frame = 0; frame < 16384; ++frame) sound.push_back(tone(frame, frame < 8000 ? 0.0 : 2.1));
  CHECK(splatter_of(sound) > -90.0);
}

TEST("a jump while nothing sounds is taken at the next block") {
  Soundcheck check;
  open_input(check);
  check.player().write(9000, played_tone);
  check.player().jump();
  check.render(64, silence());
  CHECK(check.player().played() == 9000);
}

TEST("a player that stops writing is faded out in time, counted, and heard again when there is enough") {
  Soundcheck check;
  open_input(check);
  check.engage({{input_1, 0}});
  check.render(2048, silence());
  check.player().play(true);
  check.player().write(9000, played_tone);
  std::vector<float> sound = check.render(12288, silence(), 1000)[0];
  CHECK(check.player().played() == 9000);
  CHECK(check.player().underruns() == 1);
  CHECK(!check.player().is_sounding());
  check.player().write(fade, played_tone);
  append(sound, check.render(4096, silence()));
  CHECK(check.player().played() == 9000);  // too little
  append(sound, check.play(8192, played_tone));
  CHECK(check.player().underruns() == 1);
  CHECK(check.player().is_sounding());
  CHECK(splatter_of(sound) <= -90.0);
}

TEST("another ring takes over when the last one has faded out, and that one is told and removed") {
  Soundcheck check;
  open_input(check);
  check.engage({{input_1, 0}});
  check.player().play(true);
  std::vector<float> sound = check.play(8192, played_tone)[0];
  rd_play_ring& old = check.player().header();
  CHECK(old.has_ended == 0);
  CHECK(check.mixer.played() == 1u);
  check.mixer.make_play_ring(6);
  CHECK(old.has_ended == 1);
  CHECK(!check.mixer.played().has_value());  // the audio thread has the last one yet
  Player next(check.folder());
  next.play(true);
  next.write(20000, played_tone);
  append(sound, check.render(8192, silence()));
  CHECK(check.mixer.played() == 1u);
  CHECK(next.is_sounding());
  CHECK(splatter_of(sound) <= -90.0);
  check.mixer.make_play_ring(6);
  CHECK(!next.has_ended());  // the same channels
}

TEST("another rate is another ring; a device of the same rate goes on with this one") {
  Soundcheck check;
  open_input(check);
  const uint64_t epoch = check.player().header().epoch;
  check.prepare();
  CHECK(!check.player().has_ended());
  const auto* processor = check.mixer.processor();
  CHECK(processor->prepare(processor->self, 96000.0, 64, 2, 2) == 0);
  CHECK(check.player().has_ended());
  CHECK(check.mixer.play_fault().empty());
  check.make_ring(4);
  CHECK(check.player().header().rate == 96000);
  CHECK(check.player().header().epoch != epoch);
  CHECK(processor->prepare(processor->self, 96000.0, 4096, 8, 2) == 0);
  CHECK(!check.player().has_ended());
}

TEST("without a clock nothing is played; it goes on with a fade in where it was") {
  Soundcheck check;
  open_input(check);
  check.engage({{input_1, 0}});
  check.player().play(true);
  check.player().fill(played_tone);
  check.render(8192, silence(), 64, 0);
  const uint64_t played = check.player().played();
  for (int tick = 0; tick < 40; ++tick) check.mixer.tick(check.now_ns += 10'000'000);
  CHECK(check.mixer.clock().state() == ClockWatch::State::lost);
  CHECK(check.player().played() == played);
  CHECK(!check.player().is_sounding());
  check.render(64, silence(), 64, 0);
  CHECK(check.player().is_sounding());
  CHECK(check.player().played() == played + 64);
}

TEST("panic silences what is played, and a talkback keeps its microphone") {
  Soundcheck check;
  open_input(check);
  check.set("/channel/input/1", "mainAssigned", 0);
  check.send(input_1, "mix/1", 0);
  check.set_all({{"/channel/mix/1", "soloed", 1.0}, {"/talkback/1", "sourceId", 3.0}, {"/talkback/1", "on", 1.0}, {"/talkback/1", "levelDb", 0.0}});
  check.set_refs("/talkback/1", "destinations", {"/channel/mix/2"});
  check.engage({{input_1, 0}});
  check.player().play(true);
  const RingSound half = [](uint32_t, uint64_t) { return 0.5f; };
  CHECK_NEAR(check.play(8192, half)[Desk::left].back(), 0.5 * half_power, 1e-6);
  check.set_refs("/talkback/1", "destinations", {"/channel/mix/1"});
  CHECK_NEAR(check.play(40000, [](uint32_t, uint64_t) { return 0.0f; }, constant(0.25f))[Desk::left].back(), 0.25 * half_power, 1e-6);
  check.set("/talkback/1", "on", 0);
  check.play(40000, half);
  check.set("/safety/panic", "scope", 2);
  CHECK(check.play(8192, half)[Desk::left].back() == 0.0f);
  CHECK((check.closed(input_1) & bit(Reason::panic)) != 0);
  CHECK(check.player().is_sounding());
}

TEST("meters and clip lights at Top-Of-Ch show what is played") {
  Soundcheck check;
  open_input(check);
  check.engage({{input_1, 0}});
  check.player().play(true);
  const RingSound loud = [](uint32_t, uint64_t frame) { return frame % 100 == 0 ? 1.0f : 0.5f; };
  std::vector<float> floats(check.mixer.layout().sounding_strips() * meter_floats);
  std::vector<uint32_t> clips(check.mixer.layout().sounding_strips());
  check.mixer.read_meters(0, floats.data(), clips.data());
  check.play(8192, loud);
  check.mixer.read_meters(0, floats.data(), clips.data());
  CHECK(floats[pre_peak_at] == 1.0f);
  CHECK(clips[0] > 10);
}

TEST("a switch of phantom closes the strips that hear its source, not one that is played") {
  Soundcheck check;
  for (int input = 1; input <= 2; ++input) check.feed(input);
  check.engage({{input_1, 0}, {"/channel/input/2", PlayedSources::own}});
  check.mixer.hold_sources(Reason::phantom, {1, 2});
  check.render(4096, silence());
  CHECK(check.mixer.holds_sources());
  CHECK((check.closed(input_1) & bit(Reason::phantom)) == 0);
  CHECK((check.closed("/channel/input/2") & bit(Reason::phantom)) != 0);
  check.eject();
  check.render(4096, silence());
  CHECK((check.closed(input_1) & bit(Reason::phantom)) != 0);
}

}  // namespace
}  // namespace rowdesk
