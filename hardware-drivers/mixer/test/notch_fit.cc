// Which notch lowers howls at the least cost.
#include "feedback/notch_choice.h"

#include <algorithm>
#include <cmath>

#include "check.h"

namespace rowdesk {
namespace {

constexpr double deepest_db = -18.0;

HowlNeeds needs_of(std::initializer_list<HowlNeed> all) {
  HowlNeeds needs;
  for (const HowlNeed& each : all) needs.add(each);
  return needs;
}

StandingNotch standing(std::initializer_list<HowlNeed> all) {
  StandingNotch one{{}, needs_of(all), true};
  const auto notch = one.needs.fit(deepest_db);
  CHECK(notch.has_value());
  if (notch) one.notch = *notch;
  return one;
}

HowlToLower howl_at(double frequency_hz) { return {frequency_hz, -6.0, deepest_db, {frequency_hz, narrowest_q(frequency_hz), -6.0}}; }

TEST("one howl has a notch at its frequency, as narrow as the spectrum resolves, and as deep as it needs") {
  for (const auto& [hz, q] : {std::pair{100.0, 8.333}, {50.0, 6.0}, {1000.0, 30.0}, {8000.0, 30.0}}) {
    for (const double depth : {-6.0, -9.0, -18.0}) {
      const auto notch = needs_of({{hz, depth}}).fit(deepest_db);
      CHECK(notch.has_value());
      if (!notch) continue;
      CHECK_NEAR(notch->frequency_hz, hz, 1e-9);
      CHECK_NEAR(notch->q, q, 0.001);
      CHECK_NEAR(notch->gain_db, depth, 1e-9);
    }
  }
}

TEST("what a notch takes is its area over octaves") {
  for (const Notch& notch : {Notch{1000.0, 30.0, -6.0}, {1000.0, 3.0, -12.0}, {200.0, 6.0, -18.0}}) {
    double area = 0.0;
    for (double octave = -12.0; octave < 12.0; octave += 0.0005) area -= notch_gain_db(notch, notch.frequency_hz * std::exp2(octave)) * 0.0005;
    CHECK_NEAR(notch_cost(notch), area, 0.01 * area);
  }
}

TEST("howls of a notch all have what they need, and no notch that does so takes less") {
  for (const HowlNeeds& needs : {needs_of({{1000.0, -6.0}, {1100.0, -6.0}}), needs_of({{2000.0, -12.0}, {2150.0, -3.0}}),
                                 needs_of({{300.0, -6.0}, {330.0, -9.0}, {360.0, -6.0}}), needs_of({{5000.0, -18.0}, {5100.0, -18.0}})}) {
    const auto notch = needs.fit(-24.0);
    CHECK(notch.has_value());
    if (!notch) continue;
    for (const HowlNeed& each : needs.all()) CHECK(notch_gain_db(*notch, each.frequency_hz) <= each.depth_db + 0.01);
    for (double hz = 0.9 * needs.all().front().frequency_hz; hz < 1.1 * needs.all().back().frequency_hz; hz *= 1.01) {
      for (double gain_db = -3.0; gain_db >= -24.0; gain_db -= 1.5) {
        for (double q = 30.0; q > 3.0; q *= 0.9) {
          const Notch other{hz, q, gain_db};
          const bool reaches = std::ranges::all_of(needs.all(), [&](const HowlNeed& each) { return notch_gain_db(other, each.frequency_hz) <= each.depth_db; });
          // Centres and depths are tried on a grid.
          if (reaches) CHECK(notch_cost(other) > 0.93 * notch_cost(*notch));
        }
      }
    }
  }
}

TEST("howls that are too far apart for one notch have none, and howls beyond the twelfth leave the outermost in place") {
  CHECK(!needs_of({{300.0, -6.0}, {3000.0, -6.0}}).fit(deepest_db));
  HowlNeeds many;
  for (int each = 0; each < 40; ++each) many.add({2000.0 + 20.0 * ((each * 17) % 40), each == 5 ? -12.0 : -6.0});
  CHECK(many.all().size() == HowlNeeds::most);
  CHECK(many.all().front().frequency_hz == 2000.0 && many.all().back().frequency_hz == 2780.0);
  CHECK(std::ranges::any_of(many.all(), [](const HowlNeed& each) { return each.depth_db == -12.0; }));
}

TEST("a howl has a notch of its own while a slot is free; then the notch that takes least more is shared") {
  const std::vector<StandingNotch> all = {standing({{500.0, -6.0}}), standing({{2000.0, -6.0}}), standing({{2100.0, -6.0}})};
  const auto free = choose_notch(all, NotchChoice::none, true, howl_at(1000.0));
  CHECK(free && free->has_own && free->joined == NotchChoice::none);
  // 2000 and 2100 Hz become one notch, and 1000 Hz has its own.
  const auto used = choose_notch(all, NotchChoice::none, false, howl_at(1000.0));
  CHECK(used && used->has_own && used->joined == 1 && used->merged == 2);
  const auto near = choose_notch(all, NotchChoice::none, false, howl_at(515.0));
  CHECK(near && !near->has_own && near->joined == 0 && near->needs.all().size() == 2);
  const auto deeper = choose_notch(all, 0, false, {500.0, -3.0, deepest_db, {500.0, 30.0, -6.0}});
  CHECK(deeper && deeper->joined == 0 && deeper->merged == NotchChoice::none);
  if (deeper) CHECK_NEAR(deeper->notch.gain_db, -9.0, 1e-9);
}

TEST("a notch that may stand at a note is shared with no howl") {
  std::vector<StandingNotch> all = {standing({{500.0, -6.0}}), standing({{530.0, -6.0}})};
  for (StandingNotch& each : all) each.is_proven = false;
  CHECK(!choose_notch(all, NotchChoice::none, false, howl_at(515.0)));
}

}  // namespace
}  // namespace rowdesk
