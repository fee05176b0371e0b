#include "feedback/notch_choice.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

constexpr double need_step_db = 0.5;

HowlNeed need_of(const StandingNotch& of, const HowlToLower& howl) {
  const double depth_db = notch_gain_db(of.notch, howl.frequency_hz) + howl.deeper_db;
  return {howl.frequency_hz, std::max(howl.deepest_db, std::floor((depth_db + 0.01) / need_step_db) * need_step_db)};
}

std::optional<NotchChoice> joined(std::span<const StandingNotch> standing, uint32_t at, const HowlToLower& howl) {
  const StandingNotch& one = standing[at];
  NotchChoice choice{.joined = at, .needs = one.needs};
  choice.needs.add(need_of(one, howl));
  const auto notch = choice.needs.fit(howl.deepest_db);
  if (!notch) return {};
  choice.notch = *notch;
  choice.cost = notch_cost(*notch) - notch_cost(one.notch);
  return choice;
}

std::optional<NotchChoice> merged(std::span<const StandingNotch> standing, uint32_t at, uint32_t above, const HowlToLower& howl) {
  const StandingNotch &one = standing[at], &other = standing[above];
  NotchChoice choice{.joined = at, .merged = above, .has_own = true, .needs = one.needs};
  choice.needs.add(other.needs);
  const auto notch = choice.needs.fit(howl.deepest_db);
  if (!notch) return {};
  choice.notch = *notch;
  choice.cost = notch_cost(*notch) + notch_cost(howl.own) - notch_cost(one.notch) - notch_cost(other.notch);
  return choice;
}

}  // namespace

std::optional<NotchChoice> choose_notch(std::span<const StandingNotch> standing, uint32_t at, bool has_free_slot, const HowlToLower& howl) {
  std::optional<NotchChoice> best;
  const auto weigh = [&](const std::optional<NotchChoice>& choice) {
    if (choice && (!best || choice->cost < best->cost)) best = choice;
  };
  const bool is_under = at < standing.size();
  const bool is_known = is_under && standing[at].needs.near(howl.frequency_hz) != nullptr;
  if (is_under) weigh(joined(standing, at, howl));
  if (has_free_slot) {
    if (!is_known) weigh(NotchChoice{.cost = notch_cost(howl.own), .has_own = true});
    return best;
  }
  for (uint32_t one = 0; one < standing.size(); ++one) {
    if (!standing[one].is_proven) continue;
    if (one != at) weigh(joined(standing, one, howl));
    for (uint32_t above = one + 1; !is_known && above < standing.size(); ++above) {
      if (standing[above].is_proven) weigh(merged(standing, one, above, howl));
    }
  }
  return best;
}

}  // namespace rowdesk
