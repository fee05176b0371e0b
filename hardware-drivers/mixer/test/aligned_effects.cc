// Parallel processing through an fxSend: with `aligned` the dry paths wait for the return of its effect.
#include <algorithm>
#include <cmath>

#include "hosted_desk.h"

namespace rowdesk {
namespace {

constexpr std::string_view send_path = "/channel/fxSend/1";
constexpr std::string_view return_path = "/channel/fxReturn/1";
constexpr std::string_view effect_path = "/channel/fxSend/1/chain/processors/effect";
constexpr uint32_t late = 400;

// Inputs 1 to 4 to fxSend/1, main/1, matrix/1 by a mix, and a mix-minus; the effect copies, and its return is inverted: what
// is dry and what comes back cancel where they are together.
struct ParallelDesk : HostedDesk {
  explicit ParallelDesk(uint32_t block, uint32_t inputs = 1) : HostedDesk(block, whole_desk()) {
    for (uint32_t number = 1; number <= inputs; ++number) {
      const std::string input = "/channel/input/" + std::to_string(number);
      rig.patch(input, number - 1);
      rig.set_all({{input, "levelDb", 0}, {input, "mainAssigned", 1}, {input, "pan", -100}});
      rig.set(input + "/sends/fxSend/1", "levelDb", 0);
    }
    rig.set_all({{return_path, "levelDb", 0}, {return_path, "mainAssigned", 1}, {return_path, "polarityInverted", 1}, {"/channel/main/1", "levelDb", 0}});
    rig.set(send_path, "aligned", 1);
    rig.set("/console", "alignLimitMs", 50);
    rig.set(effect_path, "plugin", choice(rig, effect_path, "plugin", "builtin:delay") + 1);
    rig.prepare();
  }
  InsertRack& copy(std::string_view strip = send_path, uint32_t frames = late) { return insert(strip, 1, frames); }
  double left_db(uint32_t frames = 4800) { return peak_db(render(frames, noise(), rig.most_frames)[0]); }
};

TEST("an aligned effect's return and the dry sound are together in a main, to the sample") {
  for (const uint32_t block : {16u, 64u, 480u}) {
    ParallelDesk desk(block);
    desk.copy();
    desk.render(9600, noise(), block);
    CHECK(desk.left_db() < -120);
    desk.rig.set(return_path, "polarityInverted", 0);
    desk.render(9600, noise(), block);
    const std::vector<float> both = desk.render(4800, noise(), block)[0];
    double largest = 0;
    for (uint32_t i = 0; i < both.size(); ++i) {
      largest = std::max(largest, std::abs(both[i] - 2.0 * noise_at(0, 9600 + 4800 + 9600 + i - block - late)));
    }
    CHECK(largest < 1e-6);
    desk.rig.set(return_path, "polarityInverted", 1);
    desk.rig.set(send_path, "aligned", 0);  // an effect that nothing waits for is heard as it comes
    desk.render(9600, noise(), block);
    CHECK(desk.left_db() > -10);
  }
}

TEST("an aligned effect and dry sound are together in a matrix, a mix-minus, an aligned mix, and through a mix") {
  ParallelDesk desk(64);
  // The cue, on outputs 5 and 6, hears each bus before its fader.
  desk.rig.mixer.connect(Rig::sources(), {-1, 4, 5});
  const Slot outputs = desk.rig.slot("/cue", "outputs");
  desk.rig.mixer.apply(++desk.rig.revision, std::vector<Slot>{outputs, outputs + 1}, std::vector<double>{1.0, 2.0});
  desk.rig.set("/channel/cue/1", "levelDb", 0);
  desk.rig.set("/cue", "busMode", 0);
  desk.rig.set("/channel/mixMinus/1", "base", desk.strip_of("/channel/mix/1") + 1);
  desk.rig.set("/channel/mix/1", "aligned", 1);
  for (const std::string strip : {"/channel/input/1", "/channel/fxReturn/1"}) desk.rig.set(strip + "/sends/mix/1", "levelDb", 0);
  desk.rig.set("/channel/mix/1/sends/matrix/1", "levelDb", 0);
  desk.copy();
  for (const char* bus : {"/channel/main/1", "/channel/mix/1", "/channel/matrix/1", "/channel/mixMinus/1"}) {
    desk.rig.set(bus, "soloed", 1);
    const auto heard = [&] {
      desk.render(9600, noise(), 64);
      return peak_db(desk.render(4800, noise(), 64)[4]);
    };
    CHECK(heard() < -120);
    desk.rig.set(return_path, "muted", 1);
    CHECK(heard() > -20);
    desk.rig.set(return_path, "muted", 0);
    desk.rig.set(bus, "soloed", 0);
  }
}

TEST("strips of different latency are together in an aligned fxSend, and with their returns in the main") {
  ParallelDesk desk(64, 2);
  desk.copy();
  desk.copy("/channel/input/1", 100);
  desk.copy("/channel/input/2", 31);
  desk.render(9600, noise(), 64);
  CHECK(desk.left_db() < -120);
  for (const double excess : desk.rig.mixer.excesses_ms()) CHECK(excess == 0);
}

TEST("the routes and latencies of an aligned effect say what waits") {
  ParallelDesk desk(64);
  desk.copy();
  desk.render(9600, noise(), 64);
  const uint32_t input = desk.strip_of("/channel/input/1"), main = desk.strip_of("/channel/main/1");
  const auto wait = [&] {
    uint32_t frames = 0;
    for (const Route& route : desk.rig.mixer.routes()) {
      if (route.from == input && route.to == main) frames = route.wait_frames;
    }
    return frames;
  };
  CHECK(wait() == 64 + late);
  CHECK(desk.rig.mixer.latency(desk.strip_of(send_path)) == 64 + late);
  desk.rig.set(effect_path, "plugin", choice(desk.rig, effect_path, "plugin", "builtin:delay"));
  desk.set(send_path, 1, false);  // what is built in is late by nothing
  desk.render(9600, noise(), 64);
  CHECK(wait() == 0);
  CHECK(desk.rig.mixer.latency(desk.strip_of(send_path)) == 0);
  desk.rig.set(effect_path, "plugin", choice(desk.rig, effect_path, "plugin", "builtin:delay") + 1);
  desk.copy();
  desk.render(9600, noise(), 64);
  CHECK(wait() == 64 + late);
  desk.rig.patch(return_path, 3);  // a source takes the place of the effect
  desk.render(9600, noise(), 64);
  CHECK(wait() == 0);
}

TEST("of a linked pair of aligned fxSends the dry paths wait for the effect of the first alone") {
  ParallelDesk desk(64);
  const std::string second = "/channel/fxSend/2/chain/processors/effect";
  desk.rig.set(second, "plugin", choice(desk.rig, second, "plugin", "builtin:delay") + 1);
  desk.rig.set("/channel/fxReturn/2", "mainAssigned", 1);
  desk.copy();
  desk.copy("/channel/fxSend/2", 2000);
  for (const char* send : {"/channel/fxSend/1", "/channel/fxSend/2"}) desk.rig.set_all({{send, "aligned", 1}, {send, "stereoLink", 1}});
  desk.rig.set("/channel/input/1/sends/fxSend/1", "pan", -100);
  desk.render(9600, noise(), 64);
  CHECK(desk.left_db() < -120);
  CHECK(desk.rig.mixer.latency(desk.strip_of("/channel/fxSend/2")) == 0);
}

TEST("dry sound waits for an aligned effect up to the limit, and what is beyond it is told") {
  ParallelDesk desk(64);
  desk.rig.set("/console", "alignLimitMs", 5);
  desk.copy();
  desk.render(9600, noise(), 64);
  CHECK(desk.left_db() > -10);
  CHECK_NEAR(desk.rig.mixer.excesses_ms()[desk.strip_of("/channel/main/1")], (64 + late - 241) / 48.0, 1e-9);
}

TEST("an effect that is aligned, changes its latency, and is aligned no more crossfades the dry sound") {
  for (const uint32_t block : {16u, 64u}) {
    ParallelDesk desk(block);
    desk.rig.set(return_path, "muted", 1);
    InsertRack& rack = desk.copy();
    std::vector<float> out = desk.render(9600, tone(), block)[0];
    const auto more = [&] {
      const Channels next = desk.render(4800, tone(), block);
      out.insert(out.end(), next[0].begin(), next[0].end());
    };
    for (const double aligned : {0.0, 1.0, 0.0, 1.0}) {
      desk.rig.set(send_path, "aligned", aligned);
      more();
    }
    rack.latency = 130;
    rack.begin();
    more();
    // The waits of two sounds cross in 20 ms, and a route fades in while its line fills.
    CHECK(largest_step(out) <= step_of_tone + 4 * amplitude / 240.0 + 1e-6);
  }
}

TEST("dry sound that begins or ceases to wait has no gap, and is nowhere heard twice") {
  const Sound constant = [](uint32_t, uint64_t) { return 0.25f; };
  for (const uint32_t block : {16u, 64u}) {
    ParallelDesk desk(block);
    desk.rig.set(return_path, "muted", 1);
    InsertRack& rack = desk.copy();
    desk.render(9600, constant, block);
    const auto stays = [&] {
      const std::vector<float> left = desk.render(4800, constant, block)[0];
      for (const float sample : left) {
        // The crossfades of both are on the grid, half a step apart at most.
        CHECK_NEAR(sample, 0.25, 0.25 * 33.0 / 960.0);
      }
    };
    for (const double aligned : {0.0, 1.0, 0.0, 1.0}) {
      desk.rig.set(send_path, "aligned", aligned);
      stays();
    }
    rack.latency = 2000;
    rack.begin();
    stays();
    desk.rig.set("/channel/input/2", "mainAssigned", 1);
    stays();
    // Back before it has crossed, and another level meanwhile.
    desk.rig.set(send_path, "aligned", 0);
    desk.render(960, constant, block);
    desk.rig.set(send_path, "aligned", 1);
    const std::vector<float> left = desk.render(9600, constant, block)[0];
    for (const float sample : left) CHECK(sample < 0.5 + 1e-3);
    stays();
  }
}

}  // namespace
}  // namespace rowdesk
