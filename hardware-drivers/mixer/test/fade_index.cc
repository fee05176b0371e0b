// The index of running fades: each ramp moves as if its fade were the only one, and a change costs the same for any number.
#include <algorithm>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <vector>

#include "check.h"
#include "control/fade_law.h"
#include "engine/fades.h"
#include "engine/ramp.h"

namespace rowdesk {
namespace {

bool are_same(const Ramp& one, const Ramp& other) { return std::memcmp(&one, &other, sizeof one) == 0; }

// What the kernels do with a ramp in one step.
void advance(Ramp& ramp) { ramp.remaining = std::max(0.0f, ramp.remaining - sub_block_frames); }

// Many ramps with one index, and beside each a ramp whose fades have no other to be found among.
class Pair {
 public:
  Pair(size_t ramps, size_t most, Fades::Factors factors) : together_(ramps), alone_(ramps), most_(most) {
    for (size_t i = 0; i < ramps; ++i) together_[i] = alone_[i] = {0.5f, 0.0f, 0.0f};
    fades_ = std::make_unique<Fades>(together_.data(), ramps, most, factors);
    for (Ramp& ramp : alone_) models_.push_back(std::make_unique<Fades>(&ramp, 1, 1, factors));
  }

  // change: of one ramp by its Fades; true where it begins, moves or redirects a fade.
  template <typename Change>
  void change(size_t i, Change change, bool adds) {
    if (adds && count() == most_ && models_[i]->count() == 0) CHECK(!change(*fades_, together_[i]));
    else CHECK(change(*fades_, together_[i]) == change(*models_[i], alone_[i]));
    check();
  }

  // Ramp number `stopped` is not computed in this step.
  void step(size_t stopped) {
    fades_->tick();
    for (auto& model : models_) model->tick();
    check();
    for (size_t i = 0; i < together_.size(); ++i) {
      if (i == stopped) continue;
      advance(together_[i]);
      advance(alone_[i]);
    }
  }

  void settle() {
    fades_->settle();
    for (auto& model : models_) model->settle();
    check();
  }

 private:
  size_t count() const {
    return static_cast<size_t>(std::ranges::count_if(models_, [](const auto& model) { return model->count() != 0; }));
  }

  void check() const {
    CHECK(fades_->count() == count());
    for (size_t i = 0; i < together_.size(); ++i) {
      CHECK(are_same(together_[i], alone_[i]));
      CHECK(fades_->runs(together_[i]) == models_[i]->runs(alone_[i]));
    }
  }

  std::vector<Ramp> together_, alone_;
  size_t most_;
  std::unique_ptr<Fades> fades_;
  std::vector<std::unique_ptr<Fades>> models_;
};

template <typename T, size_t count>
T any_of(const T (&values)[count], std::mt19937& random) {
  return values[random() % count];
}

constexpr float gains[] = {0.0f, 1e-5f, 1e-4f, 0.01f, 0.5f, 0.7f, 1.0f, 3.0f};
constexpr float durations[] = {0.0f, 63.0f, 64.0f, 200.0f, 1000.0f, 4800.0f};

TEST("fades that are begun, redirected, cut off and over in any order leave every other as it was") {
  constexpr size_t ramps = 24;
  for (const uint32_t seed : {1u, 2u, 3u}) {
    std::mt19937 random(seed);
    Pair pair(ramps, ramps / 2, Fades::Factors::one);
    for (int i = 0; i < 10'000; ++i) {
      const size_t ramp = random() % ramps;
      const float gain = any_of(gains, random), frames = any_of(durations, random);
      const uint32_t what = random() % 16;
      if (what < 5) pair.change(ramp, [=](Fades& fades, Ramp& each) { return fades.begin(each, gain, frames); }, true);
      else if (what < 8) pair.change(ramp, [=](Fades& fades, Ramp& each) { return fades.redirect(each, gain); }, false);
      else if (what < 9) pair.change(ramp, [=](Fades& fades, Ramp& each) { return fades.turn(each, gain, frames), false; }, false);
      else if (what < 10) pair.change(ramp, [=](Fades& fades, Ramp& each) { return fades.set(each, gain), false; }, false);
      else if (i % 1000 == 0) pair.settle();
      else pair.step(random() % 200);
    }
  }
}

TEST("fades of two factors keep both of them, whichever fades end") {
  constexpr size_t ramps = 16;
  constexpr float parts[] = {-1.0f, 0.0f, 64.0f, 500.0f, 3000.0f};
  std::mt19937 random(4);
  Pair pair(ramps, ramps / 2, Fades::Factors::two);
  for (int i = 0; i < 10'000; ++i) {
    const size_t ramp = random() % ramps;
    const Fades::Part level{any_of(gains, random), any_of(gains, random), any_of(parts, random)};
    const Fades::Part group{any_of(gains, random), any_of(gains, random), any_of(parts, random)};
    const uint32_t what = random() % 8;
    if (what < 3) {
      pair.change(ramp, [=](Fades& fades, Ramp& each) { return fades.move(each, level.end * group.end, level, group, 960.0f); }, true);
    } else if (what < 4) {
      pair.change(ramp, [=](Fades& fades, Ramp& each) { return fades.turn(each, level.end, 960.0f), false; }, false);
    } else {
      pair.step(random() % 200);
    }
  }
}

TEST("a planned course is the course that the audio thread would find, and none where the ramp is elsewhere") {
  constexpr uint32_t steps = 75;
  for (const float from : {0.5f, 0.25f}) {
    Ramp planned = {from, 0.0f, 0.0f}, found = planned;
    Fades with(&planned, 1, 1), without(&found, 1, 1);
    const bool is_there = with.begin(planned, 2.0f, {0.5f, steps, fade_factor(0.5, 2.0, steps)});
    CHECK(is_there == (from == 0.5f));
    CHECK(is_there || with.begin(planned, 2.0f, 4800.0f));
    CHECK(without.begin(found, 2.0f, 4800.0f));
    for (uint32_t step = 0; step < steps; ++step) {
      with.tick();
      without.tick();
      CHECK(are_same(planned, found));
      advance(planned);
      advance(found);
    }
    CHECK(planned.target == 2.0f && !with.runs(planned));
  }
}

double thread_ns() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// Processor time of one change of a fade while `running` others run: the least of many, so that other load does not count.
double cost(size_t running) {
  std::vector<Ramp> ramps(2 * running, Ramp{0.5f, 0.0f, 0.0f});
  Fades fades(ramps.data(), ramps.size(), running);
  double least = 1e18;
  for (int repeat = 0; repeat < 20; ++repeat) {
    constexpr size_t changes = 40;
    for (size_t i = 0; i < running; ++i) CHECK(fades.begin(ramps[2 * i], 1.0f, 48'000.0f));
    const double begun = thread_ns();
    for (size_t i = 0; i < changes; ++i) {
      Ramp& ramp = ramps[2 * (running - 1 - i * (running / changes))];
      fades.redirect(ramp, 0.7f);
      fades.turn(ramp, 0.6f, 960.0f);
      fades.begin(ramp, 0.9f, 4800.0f);
    }
    const double spent = thread_ns() - begun;
    least = std::min(least, spent / changes);
    fades.settle();
    for (Ramp& ramp : ramps) set(ramp, 0.5f);
  }
  return least;
}

TEST("a change costs the same while 4000 fades run as while 40 run") { CHECK(cost(4000) <= 8.0 * cost(40)); }

}  // namespace
}  // namespace rowdesk
