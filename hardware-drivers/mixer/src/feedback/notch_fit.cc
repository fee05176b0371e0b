#include "feedback/notch_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rowdesk {
namespace {

constexpr double widest_q = 3.0;
constexpr double least_width_hz = 12.0;           // the resolution of the spectrum
constexpr double same_hz = 8.0, same_part = 0.005;  // apart from it: another howl
constexpr double depth_step_db = 1.0;
constexpr int centres = 8;                        // tried between the lowest and the highest howl

bool is_same_howl(double one_hz, double other_hz) { return std::abs(one_hz - other_hz) < std::max(same_hz, same_part * one_hz); }

// A howl's need as the power that may be left of it.
struct PowerNeed {
  double frequency_hz, part;
};

// A notch is so steep: with x = w - 1/w it reaches the howl where q |x| is at most this. gain: 10^(gain_db / 20). 0: nowhere.
double reach_of(const PowerNeed& need, double gain) {
  return std::sqrt(std::max(0.0, (need.part / gain - gain) / (1.0 - need.part)));
}

// The highest Q with which a notch of this centre and gain reaches the howl; 0: none does.
double most_q(double centre_hz, double gain, const PowerNeed& need) {
  if (need.part < gain * gain * (1.0 - 1e-9)) return 0.0;
  const double w = need.frequency_hz / centre_hz, x = std::abs(w - 1.0 / w);
  return x < 1e-6 ? std::numeric_limits<double>::infinity() : reach_of(need, gain) / x;
}

}  // namespace

double narrowest_q(double frequency_hz) { return std::clamp(frequency_hz / least_width_hz, 6.0, 30.0); }

double notch_gain_db(const Notch& notch, double frequency_hz) {
  const double a = std::pow(10.0, notch.gain_db / 40.0), w = frequency_hz / notch.frequency_hz;
  const double beside = (1.0 - w * w) * (1.0 - w * w), above = w * a / notch.q, below = w / (a * notch.q);
  return 10.0 * std::log10((beside + above * above) / (beside + below * below));
}

// The integral over the logarithm of the frequency: with x = w - 1/w = 2 sinh ln w that of ln (x^2 + a^2) / (x^2 + b^2),
// which is F(a) - F(b) with F(2 sin t) = 2 t (pi - t).
double notch_cost(const Notch& notch) {
  const double a = std::pow(10.0, notch.gain_db / 40.0);
  const auto of = [](double width) {
    const double t = std::asin(std::min(1.0, 0.5 * width));
    return 2.0 * t * (std::numbers::pi - t);
  };
  return 10.0 / std::numbers::ln10 / std::numbers::ln2 * (of(1.0 / (a * notch.q)) - of(a / notch.q));
}

const HowlNeed* HowlNeeds::near(double frequency_hz) const {
  const HowlNeed* nearest = nullptr;
  for (const HowlNeed& each : all()) {
    if (!is_same_howl(each.frequency_hz, frequency_hz)) continue;
    const bool is_nearer = nearest == nullptr || std::abs(each.frequency_hz - frequency_hz) < std::abs(nearest->frequency_hz - frequency_hz);
    if (is_nearer) nearest = &each;
  }
  return nearest;
}

void HowlNeeds::add(const HowlNeed& need) {
  if (const HowlNeed* const known = near(need.frequency_hz)) {
    HowlNeed& place = needs_[static_cast<size_t>(known - needs_.data())];
    place.depth_db = std::min(place.depth_db, need.depth_db);
    return;
  }
  size_t at = count_++;
  for (; at > 0 && needs_[at - 1].frequency_hz > need.frequency_hz; --at) needs_[at] = needs_[at - 1];
  needs_[at] = need;
  if (count_ > most) leave_one_out();
}

void HowlNeeds::add(const HowlNeeds& other) {
  for (const HowlNeed& each : other.all()) add(each);
}

// The one whose neighbours ask for most beside what it needs itself. The outermost stay.
void HowlNeeds::leave_one_out() {
  size_t least = 1;
  double most_spare = -1e9;
  for (size_t at = 1; at + 1 < count_; ++at) {
    const double spare = needs_[at].depth_db - std::max(needs_[at - 1].depth_db, needs_[at + 1].depth_db);
    if (spare <= most_spare) continue;
    most_spare = spare;
    least = at;
  }
  std::copy(needs_.begin() + static_cast<std::ptrdiff_t>(least) + 1, needs_.begin() + static_cast<std::ptrdiff_t>(count_),
            needs_.begin() + static_cast<std::ptrdiff_t>(least));
  --count_;
}

std::optional<Notch> HowlNeeds::fit(double deepest_db) const {
  if (count_ == 0) return {};
  std::array<PowerNeed, most> needs;
  for (size_t i = 0; i < count_; ++i) {
    needs[i] = {needs_[i].frequency_hz, std::pow(10.0, std::max(deepest_db, needs_[i].depth_db) / 10.0)};
  }
  // The widest and deepest notch of all reaches the outermost two, or none does.
  const PowerNeed &lowest = needs[0], &highest = needs[count_ - 1];
  const auto reach = [&](const PowerNeed& need) { return std::asinh(0.5 * reach_of(need, std::pow(10.0, deepest_db / 20.0)) / widest_q); };
  if (count_ > 1 && std::log(highest.frequency_hz / lowest.frequency_hz) > reach(lowest) + reach(highest)) return {};
  const double least_db = std::max(deepest_db, std::ranges::min_element(all(), {}, &HowlNeed::depth_db)->depth_db);
  std::optional<Notch> best;
  double least_cost = std::numeric_limits<double>::infinity();
  for (int centre = 0; centre <= (count_ == 1 ? 0 : centres); ++centre) {
    const double hz = lowest.frequency_hz * std::pow(highest.frequency_hz / lowest.frequency_hz, static_cast<double>(centre) / centres);
    for (double gain_db = least_db; gain_db >= deepest_db; gain_db -= depth_step_db) {
      const double gain = std::pow(10.0, gain_db / 20.0);
      double q = narrowest_q(hz);
      for (size_t i = 0; i < count_ && q >= widest_q; ++i) q = std::min(q, most_q(hz, gain, needs[i]));
      if (q < widest_q) continue;
      const Notch notch = {hz, q, gain_db};
      const double cost = notch_cost(notch);
      if (cost >= least_cost) continue;
      least_cost = cost;
      best = notch;
    }
  }
  return best;
}

}  // namespace rowdesk
