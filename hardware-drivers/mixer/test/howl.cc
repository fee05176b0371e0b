// The protection against howling: what it finds, where it puts notches, and when it takes them off.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <thread>

#include "howl_strip.h"
#include "noise.h"

namespace rowdesk {
namespace {

const Notch ring_out = {1250.0, 30.0, -9.0};
const HowlSettings suppressing = {.mode = HowlMode::suppress};

HowlStrip::Tone played(const std::vector<float>& sound, double rate = 48000.0) {
  return [&sound, rate](uint32_t, double time_s) { return sound[static_cast<size_t>(time_s * rate + 0.5) % sound.size()]; };
}

double sine_at(double frequency_hz, double time_s) { return std::sin(2.0 * std::numbers::pi * frequency_hz * time_s); }

// A loop in short: the level grows by `db_s` while the notches at its frequency are not as deep as `needed_db` together,
// and falls as fast otherwise.
class Loop {
 public:
  Loop(HowlStrip& strip, double frequency_hz, double db_s, double needed_db, double level_db = -60.0)
      : strip_(strip), frequency_hz_(frequency_hz), db_s_(db_s), needed_db_(needed_db), level_db_(level_db) {}
  double sample(double time_s) {
    double depth_db = 0.0;
    for (const Notch& notch : strip_.notches()) {
      if (std::abs(std::log(notch.frequency_hz / frequency_hz_)) * notch.q < 0.5) depth_db += notch.gain_db;
    }
    const double slope = !goes_on ? -2000.0 : depth_db <= needed_db_ ? -std::abs(db_s_) : db_s_;
    level_db_ = std::clamp(level_db_ + slope * (time_s - before_s_), -80.0, -3.0);
    before_s_ = time_s;
    return std::pow(10.0, level_db_ / 20.0) * sine_at(frequency_hz_, time_s);
  }
  bool goes_on = true;
  double level_db() const { return level_db_; }

 private:
  HowlStrip& strip_;
  double frequency_hz_, db_s_, needed_db_, level_db_, before_s_ = 0.0;
};

TEST("fixed notches are sent at once in each mode but off, and once for the same settings") {
  HowlStrip strip;
  for (const HowlMode mode : {HowlMode::suppress, HowlMode::detect}) {
    strip.howl.configure(2, {.mode = mode, .fixed = {ring_out}});
    CHECK(strip.sent.at(2) == std::vector<Notch>{ring_out});
  }
  const int calls = strip.calls;
  strip.howl.configure(2, {.mode = HowlMode::detect, .fixed = {ring_out}});
  CHECK(strip.calls == calls);
  strip.howl.configure(2, {.mode = HowlMode::off, .fixed = {ring_out}});
  CHECK(strip.sent.at(2).empty());
}

TEST("notches that can't be sent are sent by a later step, once") {
  HowlStrip strip;
  strip.is_full = true;
  strip.howl.configure(1, {.mode = HowlMode::suppress, .fixed = {ring_out}});
  strip.howl.step();
  CHECK(strip.sent.count(1) == 0);
  strip.is_full = false;
  strip.howl.step();
  CHECK(strip.sent.at(1) == std::vector<Notch>{ring_out});
  const int calls = strip.calls;
  strip.howl.step();
  CHECK(strip.calls == calls);
}

TEST("a component that grows straight gets a narrow notch before it has grown for half a second, at any rate and frequency") {
  for (const double rate : check::sweep({44100.0, 48000.0, 96000.0, 192000.0})) {
    for (const double frequency : {80.0, 1234.5, 8000.0}) {
      HowlStrip strip(rate);
      strip.protect(suppressing);
      strip.play(0.25, growing(frequency, 40.0));  // until -60 dB
      const double took = strip.play(2.0, growing(frequency, 40.0), [&] { return !strip.notches().empty(); });
      CHECK(took < 0.5);
      CHECK(strip.notches().size() == 1);
      if (strip.notches().empty()) continue;
      const Notch& notch = strip.notches()[0];
      CHECK(std::abs(notch.frequency_hz - frequency) < 3.0);
      CHECK(notch.gain_db == -6.0);
      CHECK(frequency < 360.0 ? notch.q >= 6.0 : notch.q == 30.0);
    }
  }
}

TEST("a notch is deepened until the howl falls, and no further") {
  for (const double needed : {-6.0, -12.0, -18.0}) {
    HowlStrip strip;
    strip.protect(suppressing);
    Loop loop(strip, 1000.0, 40.0, needed);
    strip.play(5.0, [&](uint32_t, double time_s) { return loop.sample(time_s); });
    CHECK(strip.notches().size() == 1);
    if (!strip.notches().empty()) CHECK_NEAR(strip.notches()[0].gain_db, needed, 3.01);
    CHECK(loop.level_db() < -70.0);
    CHECK(!strip.report().is_howling);
  }
}

TEST("a notch is no deeper than the strip allows, and howling that goes on is reported") {
  HowlStrip strip;
  strip.protect({.mode = HowlMode::suppress, .deepest_db = -9.0});
  Loop loop(strip, 1000.0, 40.0, -100.0);
  bool has_howled = false;
  strip.play(6.0, [&](uint32_t, double time_s) { return loop.sample(time_s); }, [&] {
    has_howled |= strip.report().is_howling;
    for (const Notch& notch : strip.notches()) CHECK(notch.gain_db >= -9.0);
    return false;
  });
  CHECK(has_howled);
}

TEST("notches are lifted step by step after the quiet time, and stay where that is 0") {
  for (const double lift_after_s : {2.0, 0.0}) {
    HowlStrip strip;
    strip.protect({.mode = HowlMode::suppress, .lift_after_s = lift_after_s});
    Loop loop(strip, 500.0, 40.0, -6.0);
    const auto tone = [&](uint32_t, double time_s) { return loop.sample(time_s); };
    strip.play(2.0, tone, [&] { return !strip.notches().empty(); });
    loop.goes_on = false;
    const int calls = strip.calls;
    const double took = strip.play(6.0, tone, [&] { return strip.notches().empty(); });
    if (lift_after_s == 0.0) {
      CHECK(strip.notches().size() == 1);
      continue;
    }
    CHECK(strip.notches().empty());
    CHECK(strip.calls - calls == 2);  // by 3 dB, then off
    CHECK(took > 3.5 && took < 5.0);
  }
}

TEST("a howl that comes back while its notch is lifted has it back as it was, and a longer quiet time") {
  HowlStrip strip;
  strip.protect({.mode = HowlMode::suppress, .lift_after_s = 1.0});
  Loop loop(strip, 700.0, 60.0, -6.0);
  const auto tone = [&](uint32_t, double time_s) { return loop.sample(time_s); };
  strip.play(2.0, tone, [&] { return !strip.notches().empty(); });
  strip.play(3.0, tone, [&] { return !strip.notches().empty() && strip.notches()[0].gain_db == -3.0; });
  CHECK(strip.notches().size() == 1 && strip.notches()[0].gain_db == -3.0);
  CHECK(strip.play(3.0, tone, [&] { return !strip.notches().empty() && strip.notches()[0].gain_db == -6.0; }) < 3.0);
  CHECK(strip.play(1.9, tone, [&] { return strip.notches()[0].gain_db == -3.0; }) >= 1.9);
}

TEST("two howls at once have a notch each, and no more") {
  HowlStrip strip;
  strip.protect(suppressing);
  Loop one(strip, 400.0, 40.0, -6.0), other(strip, 3150.0, 40.0, -6.0, -63.0);
  strip.play(3.0, [&](uint32_t, double time_s) { return one.sample(time_s) + other.sample(time_s); });
  CHECK(strip.notches().size() == 2);
}

TEST("neighbours merge when all slots are used, and what has no slot is reported") {
  HowlStrip strip;
  strip.protect({.mode = HowlMode::suppress, .most = 3, .fixed = {ring_out}});
  Loop first(strip, 2000.0, 40.0, -6.0), second(strip, 2200.0, 40.0, -6.0, -80.0), third(strip, 300.0, 40.0, -6.0, -80.0);
  for (Loop* const loop : {&first, &second, &third}) {
    strip.play(3.0, [&](uint32_t, double time_s) { return loop->sample(time_s); });
    CHECK(loop->level_db() < -60.0);
  }
  const std::vector<Notch> notches = strip.notches();
  CHECK(notches.size() == 3 && notches[0] == ring_out);
  CHECK(std::ranges::any_of(notches, [](const Notch& notch) { return notch.frequency_hz > 2000 && notch.frequency_hz < 2200; }));
  Loop fourth(strip, 9000.0, 40.0, -6.0, -80.0);
  bool has_howled = false;
  strip.play(3.0, [&](uint32_t, double time_s) { return fourth.sample(time_s); }, [&] { return has_howled |= strip.report().is_howling; });
  CHECK(has_howled);
  CHECK(strip.notches() == notches);
}

TEST("voices, noise, decaying notes and a full-scale clipped noise have no notch") {
  const std::vector<float> voices = babble(20 * 48000, 5), noise = pink_noise(20 * 48000, 6);
  std::vector<float> notes(20 * 48000), full = white_noise(5 * 48000, 7, 2.0f);
  for (float& sample : full) sample = std::clamp(sample, -1.0f, 1.0f);
  for (size_t i = 0; i < notes.size(); ++i) {
    const double time = static_cast<double>(i) / 48000.0, since = std::fmod(time, 0.7);
    const double pitch = 220.0 * std::pow(2.0, std::floor(std::fmod(time / 0.7, 12.0)) / 12.0);
    for (int partial = 1; partial < 6; ++partial) {
      notes[i] += static_cast<float>(0.2 / partial * std::exp(-3.0 * since) * std::min(1.0, since / 0.02) * sine_at(pitch * partial, time));
    }
  }
  for (const std::vector<float>* const sound : std::initializer_list<const std::vector<float>*>{&voices, &noise, &notes, &full}) {
    HowlStrip strip;
    strip.protect(suppressing);
    strip.play(static_cast<double>(sound->size()) / 48000.0, played(*sound), [&] {
      CHECK(strip.notches().empty());
      return !strip.notches().empty();
    });
  }
}

TEST("a tone that no notch changes is none of its own sound: its notch comes off and stays off") {
  HowlStrip strip;
  strip.protect(suppressing);
  const HowlStrip::Tone test_tone = [](uint32_t, double time_s) { return 0.25 * sine_at(1000.0, time_s); };
  strip.play(6.0, test_tone);
  CHECK(strip.notches().empty());
  const int calls = strip.calls;
  strip.play(6.0, test_tone);
  CHECK(strip.calls == calls);
}

TEST("silence and values that are not finite cost nothing but that sound") {
  HowlStrip strip;
  strip.protect(suppressing);
  strip.play(2.0, [](uint32_t, double) { return 0.0; });
  strip.play(0.5, [](uint32_t, double time_s) {
    return std::fmod(time_s, 0.01) < 0.001 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  });
  CHECK(strip.notches().empty());
  CHECK(std::isfinite(strip.report().headroom_db));
  Loop loop(strip, 1000.0, 40.0, -6.0);
  strip.play(2.0, [&](uint32_t, double time_s) { return loop.sample(time_s); });
  CHECK(strip.notches().size() == 1);
}

TEST("a howl that has long clipped is found within half a second") {
  HowlStrip strip;
  strip.protect(suppressing);
  const double took = strip.play(2.0, [](uint32_t, double time_s) { return std::clamp(2.0 * sine_at(1700.0, time_s), -0.5, 0.5); },
                                 [&] { return !strip.notches().empty(); });
  CHECK(took < 0.5);
}

TEST("of two legs one that howls is enough") {
  for (const uint32_t howling : {0u, 1u}) {
    HowlStrip strip;
    strip.protect(suppressing, "/channel/aux/1");
    const HowlStrip::Tone howl = growing(1000.0, 40.0);
    strip.play(1.5, [&](uint32_t leg, double time_s) { return leg == howling ? howl(leg, time_s) : 0.0; },
               [&] { return !strip.notches().empty(); });
    CHECK(strip.notches().size() == 1);
  }
}

TEST("mode detect reports and places nothing; live notches come off with the mode, the protection, and by reset") {
  HowlStrip strip;
  strip.protect({.mode = HowlMode::detect});
  CHECK(strip.play(2.0, growing(1000.0, 40.0), [&] { return strip.report().is_howling; }) < 1.5);
  CHECK(!strip.report().candidates.empty() && strip.report().candidates[0].score == 1.0);
  CHECK_NEAR(strip.report().candidates[0].frequency_hz, 1000.0, 2.0);
  for (const bool is_reset : {true, false}) {
    HowlStrip other;
    other.protect(suppressing);
    other.play(2.0, growing(1000.0, 40.0), [&] { return !other.notches().empty(); });
    CHECK(other.report().notches.size() == 1);
    const uint64_t changes = other.howl.changes();
    if (is_reset) other.howl.reset(other.number("/channel/input/1"));
    else other.howl.configure(other.number("/channel/input/1"), {.mode = HowlMode::off});
    CHECK(other.notches().empty() && other.report().notches.empty());
    CHECK(other.howl.changes() == changes + 1);
  }
}

TEST("a more sensitive strip finds a howl no later") {
  const std::vector<float> noise = pink_noise(4 * 48000, 8, 0.004f);
  double before = 100.0;
  std::vector<double> times;
  for (const double percent : {0.0, 25.0, 50.0, 75.0, 100.0}) {
    HowlStrip strip;
    strip.protect({.mode = HowlMode::suppress, .sensitivity_percent = percent});
    const HowlStrip::Tone howl = growing(1000.0, 25.0);
    const double took = strip.play(4.0, [&](uint32_t leg, double time_s) { return howl(leg, time_s) + played(noise)(leg, time_s); },
                                   [&] { return !strip.notches().empty(); });
    CHECK(took <= before);
    before = took;
    times.push_back(took);
  }
  CHECK(times.front() > times.back());
}

TEST("gaps and positions that begin anew are heard over, and the same sound gives the same notches") {
  const auto play = [](bool has_gap, bool begins_anew) {
    HowlStrip strip;
    strip.protect(suppressing);
    Loop loop(strip, 1000.0, 40.0, -9.0);
    const auto tone = [&](uint32_t, double time_s) { return loop.sample(time_s); };
    strip.play(0.2, tone);
    if (has_gap) strip.leave_out(6400);
    if (begins_anew) strip.begin_anew();
    strip.play(3.0, tone);
    return strip.notches();
  };
  CHECK(play(true, false).size() == 1);
  CHECK(play(false, true).size() == 1);
  CHECK(play(false, false) == play(false, false));
}

// Notches that the thread places in a strip whose sound grows, while it is reset and another strip is configured.
int placed_by_thread(bool after_a_render) {
  const Layout layout(counts_of(4));
  ProbeBoard board;
  std::atomic<int> placed{0};
  Howl howl(layout, board, [&](uint32_t, const std::vector<Notch>& notches) {
    if (!notches.empty()) ++placed;
    return true;
  }, true);
  howl.configure(0, suppressing);
  if (after_a_render) {
    howl.step_offline();
    howl.prepared();
  }
  State state{};
  state.lanes = layout.lanes();
  float sound[sub_block_frames];
  std::vector<float*> taps(tap_count * layout.lanes(), sound);
  state.taps = taps.data();
  const HowlStrip::Tone tone = growing(1000.0, 40.0);
  for (uint64_t block = 0; placed == 0 && block < 20000; ++block) {
    for (uint32_t frame = 0; frame < sub_block_frames; ++frame) {
      sound[frame] = static_cast<float>(tone(0, std::fmod(static_cast<double>(block * 64 + frame) / 48000.0, 2.0)));
    }
    board.take(state, block * 64, sub_block_frames, 48000.0);
    if (block % 64 == 63) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (block % 500 == 499) howl.reset(0);
    if (block % 300 == 299) howl.configure(1, {.mode = block % 600 == 299 ? HowlMode::detect : HowlMode::off});
  }
  return placed;
}

TEST("the thread hears a strip, and is reset and configured meanwhile") { CHECK(placed_by_thread(false) > 0); }

TEST("after a render the thread hears again as soon as the mixer is prepared anew") { CHECK(placed_by_thread(true) > 0); }

}  // namespace
}  // namespace rowdesk
