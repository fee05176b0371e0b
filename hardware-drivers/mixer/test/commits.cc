// What a commit costs the audio thread, in work and not in time, on a desk larger than any: 239 inputs into 64 mixes.
#include "rig.h"

namespace rowdesk {
namespace {

constexpr uint32_t strips = 239, mixes = 64, step = 64;
// A step may end behind the last change of what belongs together: what a strip gives to a pair of mixes.
constexpr uint64_t most_work = most_commit_work + 64;

KindCounts largest_desk() {
  KindCounts counts{};
  counts[static_cast<uint32_t>(Kind::input)] = strips;
  counts[static_cast<uint32_t>(Kind::mix)] = mixes;
  counts[static_cast<uint32_t>(Kind::main)] = 1;
  return counts;
}

std::string name(const char* kind, uint32_t index) { return std::string("/channel/") + kind + "/" + std::to_string(index); }

// All sends of all inputs, into mixes that are linked in pairs; input 1 hears 1 and is in the main, hard left.
struct Sends : Rig {
  std::vector<Slot> level_slots, pan_slots;

  explicit Sends(double level_db) : Rig(largest_desk(), "", 48000.0, {}, 320) {
    open_input_1(*this);
    set(name("input", 1), "pan", -100);
    for (uint32_t mix = 1; mix <= mixes; mix += 2) set(name("mix", mix), "stereoLink", 1);
    for (uint32_t input = 1; input <= strips; ++input) {
      for (uint32_t mix = 1; mix <= mixes; mix += 2) {
        const std::string send = name("input", input) + "/sends/mix/" + std::to_string(mix);
        level_slots.push_back(slot(send, "levelDb"));
        pan_slots.push_back(slot(send, "pan"));
      }
    }
    apply(level_slots, level_db);
    prepare();
  }

  void apply(const std::vector<Slot>& slots, double value, float fade_ms = 0.0f) {
    mixer.apply(++revision, slots, std::vector<double>(slots.size(), value),
               std::vector<float>(fade_ms > 0.0f ? slots.size() : 0, fade_ms));
  }

  struct Cost {
    uint64_t most = 0, all = 0;
    uint32_t steps = 0;  // until the commit is seen
  };
  Cost measure(uint32_t block = step) {
    Cost cost;
    for (bool is_seen = false; !is_seen;) {
      const uint64_t before = mixer.commit_work();
      render(block, constant(1.0f), block);
      const uint64_t work = mixer.commit_work() - before;
      cost.most = std::max(cost.most, work);
      cost.all += work;
      ++cost.steps;
      is_seen = mixer.revision() == revision;
      if (cost.steps > 100) break;
    }
    return cost;
  }
};

TEST("a commit of all pans while all sends fade costs the audio thread a bounded part of each step") {
  Sends rig(-40.0);
  rig.apply(rig.level_slots, 0.0, 10'000);
  const Sends::Cost fade = rig.measure();
  CHECK(fade.most <= most_work);
  CHECK(fade.steps <= 16);
  rig.render(6400, constant(1.0f));
  rig.apply(rig.pan_slots, 50.0);
  const Sends::Cost pans = rig.measure();
  CHECK(pans.most <= most_work);
  CHECK(pans.steps <= 16);
  // Two routes of each: the same for any number of fades that run.
  CHECK(pans.all <= rig.pan_slots.size() * 2 * 8);
}

TEST("a commit of everything there is costs no step more than its share, and is seen when all of it is there") {
  Sends rig(-40.0);
  std::vector<Slot> all = rig.level_slots;
  all.insert(all.end(), rig.pan_slots.begin(), rig.pan_slots.end());
  std::vector<double> values(rig.level_slots.size(), -10.0);
  values.resize(all.size(), 30.0);
  const auto also = [&](const std::string& path, const char* field, double value) {
    all.push_back(rig.slot(path, field));
    values.push_back(value);
  };
  for (uint32_t input = 1; input <= strips; ++input) {
    const std::string strip = name("input", input), chain = strip + "/chain/processors/";
    for (uint32_t mix = 1; mix <= mixes; mix += 2) also(strip + "/sends/mix/" + std::to_string(mix), "tapPoint", tap_pre_fader);
    for (const char* id : {"hpf", "gate", "eq", "comp"}) also(chain + id, "enabled", 1);
    also(strip, "levelDb", -20);
    also(strip + "/align", "delayMs", 5);
  }
  also(name("input", 1), "muted", 1);
  std::vector<float> fades_ms(all.size(), 200.0f);
  fades_ms.back() = 0.0f;
  rig.mixer.apply(++rig.revision, all, values, fades_ms);
  const double before = rig.seen(name("input", 239) + "/sends/mix/63", "levelDb");
  const uint64_t begun = rig.mixer.commit_work();
  rig.render(step, constant(1.0f));
  CHECK(rig.mixer.commit_work() - begun <= most_work);
  CHECK(rig.seen(name("input", 239) + "/sends/mix/63", "levelDb") == before);
  CHECK(rig.seen_revision < rig.revision);
  CHECK(rig.closed(name("input", 1)) != 0);  // what silences a strip comes first
  const Sends::Cost rest = rig.measure();
  CHECK(rest.most <= most_work);
  CHECK(rest.steps <= 64);
  CHECK(rig.seen(name("input", 239) + "/sends/mix/63", "levelDb") == -10.0);
}

TEST("a commit that takes several steps sounds the same in blocks of any size, and no sample of it jumps") {
  const auto hear = [](uint32_t block) {
    Sends rig(-40.0);
    rig.apply(rig.pan_slots, 100.0);
    rig.set(name("input", 1), "levelDb", -6.0);
    for (int mix = 1; mix <= 2; ++mix) rig.set_all({{name("mix", static_cast<uint32_t>(mix)), "levelDb", 0.0}});
    std::vector<float> sound;
    for (const std::vector<float>& channel : rig.render(3072, constant(1.0f), block)) sound.insert(sound.end(), channel.begin(), channel.end());
    return sound;
  };
  const std::vector<float> reference = hear(64);
  for (const uint32_t block : {17u, 1024u}) CHECK(hear(block) == reference);
  for (size_t i = 1; i < 3072; ++i) CHECK(std::abs(reference[i] - reference[i - 1]) <= 1.0 / 960 + 1e-6);
  CHECK_NEAR(reference[3071], std::pow(10.0, -6.0 / 20), 1e-5);
}

TEST("outputs that are opened behind a large commit open when it is there") {
  Sends rig(-40.0);
  rig.mixer.open(false, 0, Reason::driver);
  rig.render(step, constant(1.0f));
  rig.apply(rig.pan_slots, 50.0);
  rig.mixer.open(true, 0, Reason::driver);
  rig.render(step, constant(1.0f));
  CHECK(rig.outputs_closed() != 0);
  rig.measure();
  CHECK(rig.outputs_closed() == 0);
}

}  // namespace
}  // namespace rowdesk
