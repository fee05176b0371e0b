// Levels that scenes move: between audible levels linear in dB, from and to silence (-80 dB) equal power (rows.md "Show").
#include <numbers>

#include "desk.h"
#include "rig.h"

namespace rowdesk {
namespace {

constexpr double frames_per_ms = 48.0;

double db(float sample) { return sample == 0.0f ? -1000.0 : 20.0 * std::log10(std::abs(sample)); }

// Input 1 hard left at this level, fed with 1.
struct Playing : Rig {
  explicit Playing(double level_db, bool is_muted = false, const KindCounts& counts = counts_of(4)) : Rig(counts) {
    open_input_1(*this);
    set_all({{input, "pan", -100}, {input, "levelDb", level_db}, {input, "muted", is_muted ? 1.0 : 0.0}});
    prepare();
    render(640, constant(1.0f));
  }
  std::vector<float> hear(double ms, uint32_t block = 64) {
    return render(static_cast<uint32_t>(ms * frames_per_ms), constant(1.0f), block)[0];
  }
  static constexpr std::string_view input = "/channel/input/1";
};

// The level at 25, 50 and 75 % of the fade, and how steep it is at most.
void check_law(const std::vector<float>& samples, double from_db, double to_db, double ms) {
  for (const double part : {0.25, 0.5, 0.75}) {
    const auto frame = static_cast<size_t>(part * ms * frames_per_ms);
    CHECK_NEAR(db(samples[frame]), from_db + (to_db - from_db) * part, 0.2);
  }
  // A straight line in dB is steepest where it is loudest.
  const double loudest = std::pow(10.0, std::max(from_db, to_db) / 20.0);
  const double slope = loudest * std::log(10.0) / 20.0 * std::abs(to_db - from_db) / (ms * frames_per_ms);
  double steepest = 0;
  for (size_t i = 1; i < samples.size(); ++i) steepest = std::max(steepest, double{std::abs(samples[i] - samples[i - 1])});
  CHECK(steepest <= slope * 1.05 + 1e-6);
}

// Equal power: the gain goes along a quarter of a sine up to, or of a cosine down from, this level.
void check_equal_power(const std::vector<float>& samples, double level_db, bool rises, double ms) {
  const double loud = std::pow(10.0, level_db / 20.0), quarter = std::numbers::pi / 2.0;
  const auto frames = static_cast<size_t>(ms * frames_per_ms);
  double steepest = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    const double part = std::min(1.0, static_cast<double>(i + 1) / static_cast<double>(frames));
    CHECK_NEAR(samples[i], loud * (rises ? std::sin(part * quarter) : std::cos(part * quarter)), loud * 0.003);
    if (i > 0) steepest = std::max(steepest, double{std::abs(samples[i] - samples[i - 1])});
  }
  CHECK(steepest <= loud * quarter / static_cast<double>(frames) * 1.05 + 1e-6);
  CHECK_NEAR(samples.back(), rises ? loud : 0.0, loud * 1.01e-4);
}

TEST("a fader fades in a straight line in dB and ends where it is desired") {
  Playing rig(-30.0);
  rig.set_all({{Playing::input, "levelDb", -6.0}}, 2000);
  const std::vector<float> sound = rig.hear(2100);
  check_law(sound, -30.0, -6.0, 2000);
  CHECK_NEAR(db(sound.back()), -6.0, 1e-4);
}

TEST("a fade from or to silence is of equal power, and ends in silence") {
  for (const double silence_db : {-144.0, -80.0}) {
    Playing rig(silence_db);
    rig.set_all({{Playing::input, "levelDb", 0.0}}, 1000);
    check_equal_power(rig.hear(1100), 0.0, true, 1000);
    rig.set_all({{Playing::input, "levelDb", silence_db}}, 1000);
    const std::vector<float> sound = rig.hear(1100);
    check_equal_power(sound, 0.0, false, 1000);
    CHECK(sound.back() == (silence_db == -144.0 ? 0.0f : static_cast<float>(std::pow(10.0, -4.0))));
  }
}

// The power of both, of sounds that have nothing to do with each other.
TEST("a crossfade of two strips by their faders, by their mutes or by both at once has no hole") {
  for (const bool mutes : {false, true}) {
    for (const bool levels : {false, true}) {
      if (!mutes && !levels) continue;
      Desk desk;
      for (int n = 1; n <= 2; ++n) {
        const std::string input = Desk::name("input", n);
        desk.feed(n);
        desk.set_all({{input, "mainAssigned", 1.0}, {input, "pan", n == 1 ? -100.0 : 100.0}});
      }
      const std::string going = Desk::name("input", 1), coming = Desk::name("input", 2);
      const double off_db = levels ? -144.0 : 0.0;
      desk.set_all({{coming, "levelDb", off_db}, {coming, "muted", mutes ? 1.0 : 0.0}});
      desk.render(9600, constant(1.0f));
      desk.set_all({{going, "levelDb", off_db}, {going, "muted", mutes ? 1.0 : 0.0}, {coming, "levelDb", 0.0}, {coming, "muted", 0.0}}, 1000);
      const Channels out = desk.render(52800, constant(1.0f));
      for (size_t i = 0; i < out[0].size(); ++i) {
        const double power = static_cast<double>(out[0][i]) * out[0][i] + static_cast<double>(out[1][i]) * out[1][i];
        CHECK_NEAR(10 * std::log10(power), 0.0, 0.03);
      }
      CHECK(out[0].back() == 0.0f);
    }
  }
}

TEST("a send that rises from silence while its pan is moved goes on rising, and has no hole") {
  Desk desk;
  desk.feed(1);
  const std::string send = Desk::name("input", 1) + "/sends/mix/1";
  desk.set("/channel/mix/1", "stereoLink", 1);
  desk.set_all({{send, "levelDb", -144.0}, {send, "pan", -50.0}});
  for (const char* mix : {"/channel/mix/1", "/channel/mix/2"}) desk.set(mix, "soloed", 1);
  desk.render(9600, constant(1.0f));
  desk.set_all({{send, "levelDb", 0.0}}, 1000);
  std::vector<double> powers;
  for (int step = 0; step < 22; ++step) {
    if (step == 10) desk.set(send, "pan", 50.0);
    const Channels out = desk.render(2400, constant(1.0f));
    powers.push_back(std::pow(out[Desk::left].back(), 2) + std::pow(out[Desk::right].back(), 2));
  }
  for (int step = 1; step < 20; ++step) CHECK(powers[step] > powers[step - 1]);
  CHECK_NEAR(powers.back(), 1.0, 1e-5);
}

TEST("a strip that fades out is muted from when it is silent, and at once where another reason closes it meanwhile") {
  Playing rig(-6.0);
  rig.set_all({{Playing::input, "muted", 1.0}}, 1000);
  rig.hear(990);
  CHECK(rig.closed(Playing::input) == 0);
  rig.hear(20);
  CHECK(rig.closed(Playing::input) == bit(Reason::mute));
  rig.set(Playing::input, "muted", 0.0);
  rig.hear(100);
  CHECK(rig.closed(Playing::input) == 0);
  rig.set_all({{Playing::input, "muted", 1.0}}, 1000);
  rig.hear(500);
  rig.set("/safety/panic", "scope", static_cast<double>(PanicScope::all));
  rig.hear(1);
  CHECK(rig.closed(Playing::input) == (bit(Reason::mute) | bit(Reason::panic)));
}

TEST("what is desired is what is seen from the first block on, and no difference while it fades") {
  Playing rig(-30.0);
  rig.set_all({{Playing::input, "levelDb", -6.0}}, 2000);
  rig.hear(10);
  CHECK(rig.seen(Playing::input, "levelDb") == -6.0);
  CHECK(rig.seen_revision == rig.revision);
}

TEST("a level that is set while it fades goes there from where it is, over 20 ms") {
  Playing rig(-60.0);
  rig.set_all({{Playing::input, "levelDb", 0.0}}, 1000);
  const float there = rig.hear(500).back();
  CHECK_NEAR(db(there), -30.0, 0.2);
  rig.set(Playing::input, "levelDb", -20.0);
  const std::vector<float> sound = rig.hear(1000);
  CHECK_NEAR(sound[479], 0.5 * (there + 0.1), 1e-4);
  for (size_t i = 960; i < sound.size(); ++i) CHECK(sound[i] == 0.1f);
}

TEST("setting it to where it is just now holds it there") {
  Playing rig(-60.0);
  rig.set_all({{Playing::input, "levelDb", 0.0}}, 1000);
  const double there_db = db(rig.hear(500).back());
  rig.set(Playing::input, "levelDb", there_db);
  rig.hear(30);
  CHECK_NEAR(db(rig.hear(300).back()), there_db, 0.001);
}

TEST("other changes leave a fade alone") {
  Playing rig(-60.0);
  rig.set_all({{Playing::input, "levelDb", 0.0}}, 1000);
  std::vector<float> sound = rig.hear(200);
  rig.set("/channel/input/2", "levelDb", -10.0);
  rig.set(Playing::input, "sourceSelected", 0.0);
  const std::vector<float> rest = rig.hear(900);
  sound.insert(sound.end(), rest.begin(), rest.end());
  check_law(sound, -60.0, 0.0, 1000);
}

TEST("another fade goes on from where the first one is, also within one block") {
  Playing rig(-60.0);
  rig.set_all({{Playing::input, "levelDb", 0.0}}, 1000);
  rig.hear(500);
  rig.set_all({{Playing::input, "levelDb", 0.0}}, 60'000);
  rig.set_all({{Playing::input, "levelDb", -50.0}}, 1000);
  const std::vector<float> sound = rig.hear(1100);
  check_law(sound, -30.0, -50.0, 1000);
  CHECK_NEAR(db(sound.back()), -50.0, 1e-3);
}

TEST("a strip that becomes audible unmutes at silence and fades up to its new level") {
  Playing rig(-5.0, true);
  rig.set_all({{Playing::input, "muted", 0.0}, {Playing::input, "levelDb", -10.0}}, 1000);
  check_equal_power(rig.hear(1100), -10.0, true, 1000);
  CHECK(rig.closed(Playing::input) == 0);
}

TEST("a strip that was muted at silence fades up too") {
  Playing rig(-144.0, true);
  rig.set_all({{Playing::input, "muted", 0.0}, {Playing::input, "levelDb", -10.0}}, 1000);
  check_equal_power(rig.hear(1100), -10.0, true, 1000);
}

TEST("a strip that is muted fades out first, and comes back at its new level at once") {
  for (const double then_db : {-5.0, -20.0, -144.0}) {
    Playing rig(-5.0);
    rig.set_all({{Playing::input, "muted", 1.0}, {Playing::input, "levelDb", then_db}}, 1000);
    const std::vector<float> sound = rig.hear(1100);
    check_equal_power(sound, -5.0, false, 1000);
    CHECK(sound.back() == 0.0f);
    rig.set(Playing::input, "muted", 0.0);
    CHECK_NEAR(rig.hear(100).back(), then_db == -144.0 ? 0.0 : std::pow(10.0, then_db / 20.0), 1e-6);
  }
}

TEST("a mute by hand ends a slow one at once, and an unmute brings it back") {
  Playing rig(-6.0);
  rig.set_all({{Playing::input, "muted", 1.0}}, 10'000);
  rig.hear(1000);
  rig.set(Playing::input, "muted", 0.0);
  CHECK_NEAR(db(rig.hear(30).back()), -6.0, 1e-3);
  rig.set_all({{Playing::input, "muted", 1.0}}, 10'000);
  rig.hear(500);
  rig.set(Playing::input, "sourceSelected", 0.0);
  CHECK(rig.hear(10).back() > 0.1f);
}

TEST("panic silences at once what fades out, and what fades in") {
  for (const bool is_muted : {false, true}) {
    Playing rig(-6.0, is_muted);
    rig.set_all({{Playing::input, "muted", is_muted ? 0.0 : 1.0}}, 2000);
    CHECK(rig.hear(1000).back() > 0.0f);
    rig.set("/safety/panic", "scope", 2);
    CHECK(rig.hear(12).back() == 0.0f);
    rig.hear(3000);
    CHECK(rig.hear(10).back() == 0.0f);
  }
}

TEST("under panic a recall stays silent, and is there when panic is lifted") {
  Playing rig(-144.0, true);
  rig.set("/safety/panic", "scope", 2);
  rig.hear(20);
  rig.set_all({{Playing::input, "muted", 0.0}, {Playing::input, "levelDb", -10.0}}, 500);
  for (const float sample : rig.hear(1000)) CHECK(sample == 0.0f);
  rig.set("/safety/panic", "scope", 0);
  CHECK_NEAR(db(rig.hear(250).back()), -10.0, 1e-3);
}

TEST("a DCA carries its members along in dB") {
  Playing rig(-10.0);
  rig.set(Playing::input, "dcas", 1);
  rig.hear(30);
  rig.set_all({{"/channel/dca/1", "levelDb", -40.0}}, 1000);
  const std::vector<float> sound = rig.hear(1100);
  check_law(sound, -10.0, -50.0, 1000);
  CHECK_NEAR(db(sound.back()), -50.0, 1e-3);
}

TEST("a DCA that is moved while its members fade is heard at once, and they fade on") {
  Playing rig(-60.0);
  rig.set(Playing::input, "dcas", 1);
  rig.hear(30);
  rig.set_all({{Playing::input, "levelDb", 0.0}}, 1000);
  CHECK_NEAR(db(rig.hear(500).back()), -30.0, 0.2);
  rig.set("/channel/dca/1", "levelDb", -10.0);
  CHECK_NEAR(db(rig.hear(50).back()), -27.0 - 10.0, 0.2);
  CHECK_NEAR(db(rig.hear(250).back()), -12.0 - 10.0, 0.2);
  rig.set("/channel/dca/1", "levelDb", -144.0);
  CHECK(db(rig.hear(25).back()) < -140.0);
  rig.set("/channel/dca/1", "levelDb", 0.0);
  CHECK_NEAR(db(rig.hear(75).back()), -6.0, 0.2);
  CHECK_NEAR(db(rig.hear(150).back()), 0.0, 1e-4);
}

TEST("a DCA pulled down silences what fades out") {
  Playing rig(0.0);
  rig.set(Playing::input, "dcas", 1);
  rig.hear(30);
  rig.set_all({{Playing::input, "levelDb", -144.0}}, 10'000);
  rig.hear(500);
  rig.set("/channel/dca/1", "levelDb", -144.0);
  CHECK(db(rig.hear(25).back()) < -140.0);
}

TEST("a strip that comes to a DCA while it fades takes the DCA's level at once, and fades on") {
  Playing rig(-60.0);
  rig.set("/channel/dca/1", "levelDb", -10.0);
  rig.set_all({{Playing::input, "levelDb", 0.0}}, 1000);
  rig.hear(500);
  rig.set(Playing::input, "dcas", 1);
  CHECK_NEAR(db(rig.hear(50).back()), -37.0, 0.2);
  CHECK_NEAR(db(rig.hear(500).back()), -10.0, 1e-3);
}

TEST("of a strip and its DCA that both fade, each can be taken over while the other fades on") {
  for (const bool is_strip : {true, false}) {
    Playing rig(-40.0);
    rig.set(Playing::input, "dcas", 1);
    rig.hear(30);
    rig.set_all({{Playing::input, "levelDb", 0.0}, {"/channel/dca/1", "levelDb", -20.0}}, 1000);
    CHECK_NEAR(db(rig.hear(500).back()), -20.0 - 10.0, 0.2);
    rig.set(is_strip ? Playing::input : "/channel/dca/1", "levelDb", -5.0);
    CHECK_NEAR(db(rig.hear(250).back()), is_strip ? -5.0 - 15.0 : -10.0 - 5.0, 0.2);
    CHECK_NEAR(db(rig.hear(300).back()), is_strip ? -25.0 : -5.0, 1e-3);
  }
}

TEST("a DCA that is moved while it fades goes there over 20 ms") {
  Playing rig(0.0);
  rig.set(Playing::input, "dcas", 1);
  rig.hear(30);
  rig.set_all({{"/channel/dca/1", "levelDb", -40.0}}, 10'000);
  rig.hear(500);
  rig.set("/channel/dca/1", "levelDb", -10.0);
  CHECK_NEAR(db(rig.hear(25).back()), -10.0, 1e-3);
}

TEST("a mute group silences at once what fades, and what has nothing to do with a slow mute leaves it") {
  Rig::FieldValue mute{Playing::input, "muted", 1.0};
  Playing rig(0.0, false, whole_desk());
  rig.set(Playing::input, "muteGroups", 1);
  rig.set_all({mute}, 1000);
  std::vector<float> sound = rig.hear(200);
  rig.set("/channel/muteGroup/1", "muted", 0);
  rig.set(Playing::input, "dcas", 2);
  const std::vector<float> rest = rig.hear(600);
  sound.insert(sound.end(), rest.begin(), rest.end());
  CHECK_NEAR(sound[24000], half_power, 0.01);
  CHECK_NEAR(sound[36000], std::cos(0.75 * std::numbers::pi / 2), 0.01);
  rig.set("/channel/muteGroup/1", "muted", 1);
  CHECK(rig.hear(12).back() == 0.0f);
}

TEST("asked for the value where it fades to, a level, a mute and a send are there at once") {
  Playing level(-60.0);
  level.set_all({{Playing::input, "levelDb", 0.0}}, 10'000);
  level.hear(100);
  level.set(Playing::input, "levelDb", 0.0);
  CHECK_NEAR(db(level.hear(25).back()), 0.0, 1e-4);
  for (const double muted : {1.0, 0.0}) {
    Playing mute(-6.0, muted == 0.0);
    mute.set_all({{Playing::input, "muted", muted}}, 10'000);
    mute.hear(100);
    mute.set(Playing::input, "muted", muted);
    CHECK_NEAR(mute.hear(12).back(), muted == 1.0 ? 0.0 : std::pow(10.0, -6.0 / 20.0), 1e-6);
  }
  Desk desk;
  desk.feed(1);
  desk.send(Desk::name("input", 1), "mix/1", -60.0);
  desk.set("/channel/mix/1", "soloed", 1);
  desk.render(4096, constant(1.0f));
  const std::string send = Desk::name("input", 1) + "/sends/mix/1";
  desk.set_all({{send, "levelDb", 0.0}}, 10'000);
  desk.render(4800, constant(1.0f));
  desk.set(send, "levelDb", 0.0);
  CHECK_NEAR(desk.render(1200, constant(1.0f))[Desk::left].back(), half_power, 1e-4);
}

TEST("a send fades in dB, and so does its being switched on") {
  Desk desk;
  desk.feed(1);
  desk.send(Desk::name("input", 1), "mix/1", -40.0);
  desk.set("/channel/mix/1", "soloed", 1);
  desk.render(4096, constant(1.0f));
  const std::string send = Desk::name("input", 1) + "/sends/mix/1";
  const auto hear = [&] {
    std::vector<float> sound = desk.render(52'800, constant(1.0f))[Desk::left];
    for (float& sample : sound) sample = static_cast<float>(sample / half_power);
    return sound;
  };
  desk.set_all({{send, "levelDb", 0.0}}, 1000);
  check_law(hear(), -40.0, 0.0, 1000);
  desk.set_all({{send, "on", 0.0}}, 1000);
  const std::vector<float> out = hear();
  check_equal_power(out, 0.0, false, 1000);
  desk.set_all({{send, "on", 1.0}, {send, "levelDb", -20.0}}, 1000);
  const std::vector<float> in = hear();
  check_equal_power(in, -20.0, true, 1000);
  CHECK_NEAR(db(in.back()), -20.0, 1e-3);
}

TEST("a pan that is moved while its send fades goes along, and the level does not jump") {
  Desk desk;
  desk.feed(1);
  desk.set("/channel/mix/1", "stereoLink", 1);
  desk.send(Desk::name("input", 1), "mix/1", -60.0);
  for (const char* mix : {"/channel/mix/1", "/channel/mix/2"}) desk.set(mix, "soloed", 1);
  desk.render(4096, constant(1.0f));
  const std::string send = Desk::name("input", 1) + "/sends/mix/1";
  desk.set_all({{send, "levelDb", 0.0}}, 1000);
  const float half_way = desk.render(24'000, constant(1.0f))[Desk::left].back();
  desk.set(send, "pan", -100);
  const float soon = desk.render(2400, constant(1.0f))[Desk::left].back();
  CHECK_NEAR(db(soon) - db(half_way), 3.2, 0.5);
  const Channels end = desk.render(24'000, constant(1.0f));
  CHECK_NEAR(db(end[Desk::left].back()) - db(half_way), 30.0 + 3.0, 0.3);
  CHECK(end[Desk::right].back() == 0.0f);
}

TEST("another tap of a send is a crossfade of 20 ms, also in a fade: in dB there would be a hole") {
  Desk desk;
  desk.feed(1);
  desk.send(Desk::name("input", 1), "mix/1", 0.0);
  desk.set("/channel/mix/1", "soloed", 1);
  desk.render(4096, constant(1.0f));
  const std::string send = Desk::name("input", 1) + "/sends/mix/1";
  desk.set_all({{send, "tapPoint", static_cast<double>(tap_post_trim)}, {send, "levelDb", -6.0}}, 1000);
  const std::vector<float> sound = desk.render(4800, constant(1.0f))[Desk::left];
  CHECK_NEAR(db(sound[1920]) - 20 * std::log10(half_power), -6.0, 1e-3);
  for (const float sample : sound) CHECK(sample > 0.49f * half_power);
}

TEST("blocks of any size give the same fade") {
  std::vector<float> first;
  for (const uint32_t block : {64u, 128u, 960u, 4096u}) {
    Playing rig(-60.0);
    rig.set_all({{Playing::input, "levelDb", 0.0}}, 500);
    const std::vector<float> sound = rig.hear(600, block);
    if (first.empty()) first = sound;
    CHECK(sound == first);
  }
}

TEST("a fade that begins off the grid of frames is a fade") {
  Playing rig(-60.0);
  rig.render(37, constant(1.0f));
  rig.set_all({{Playing::input, "levelDb", 0.0}}, 500);
  check_law(rig.hear(600, 100), -60.0, 0.0, 500);
}

TEST("after a change of rate a fade is at its end") {
  Playing rig(-60.0);
  rig.set_all({{Playing::input, "levelDb", -6.0}, {Playing::input, "muted", 0.0}}, 5000);
  rig.hear(500);
  rig.prepare();
  CHECK_NEAR(db(rig.hear(100).back()), -6.0, 1e-3);
}

TEST("a scene over 100 strips fades on all of them") {
  Rig rig(counts_of(100));
  rig.set("/channel/main/1", "levelDb", 0);
  std::vector<std::string> paths;
  for (int strip = 1; strip <= 100; ++strip) paths.push_back("/channel/input/" + std::to_string(strip));
  for (const std::string& path : paths) {
    rig.patch(path, 0);
    rig.set_all({{path, "pan", -100}, {path, "levelDb", -40}});
  }
  rig.prepare();
  std::vector<Rig::FieldValue> changes;
  for (const std::string& path : paths) changes.push_back({path, "levelDb", 0.0});
  rig.set_all(changes, 1000);
  const std::vector<float> sound = rig.render(52'800, constant(0.01f))[0];
  check_law(sound, -40.0, 0.0, 1000);
  CHECK_NEAR(sound.back(), 1.0, 1e-4);
}

TEST("more fades than there is room for are changes as ever") {
  Ramp ramps[3] = {{0.5f, 0, 0}, {0.5f, 0, 0}, {0.5f, 0, 0}};
  Fades fades(ramps, 3, 2);
  CHECK(fades.begin(ramps[0], 1.0f, 4800));
  CHECK(fades.begin(ramps[1], 1.0f, 4800));
  CHECK(!fades.begin(ramps[2], 1.0f, 4800));
  CHECK(ramps[2].target == 0.5f);
  fades.settle();
  CHECK(fades.count() == 0);
  CHECK(ramps[0].target == 1.0f);
  CHECK(fades.begin(ramps[2], 1.0f, 4800));
}

}  // namespace
}  // namespace rowdesk
