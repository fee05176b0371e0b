#include "feedback/notch_plan.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

constexpr double first_db = -6.0, step_db = 3.0;
constexpr double narrowest_q = 30.0, widest_q = 3.0;
constexpr double least_width_hz = 12.0;     // the resolution of the spectrum
constexpr double settle_s = 0.2;            // until a spectrum shows what the last change did
constexpr double prove_s = 0.6, goes_on_s = 0.5;
constexpr double proof_db = 3.0;            // a component that falls by so much after its notch was feedback
constexpr double falls_db_s = -5.0;         // a howl that falls so fast is tamed
constexpr double lift_part = 0.1, least_lift_s = 2.0;  // between two steps of lifting, of lift_after_s, and at least
constexpr uint32_t most_relapses = 3;       // each doubles the time until the next lifting
constexpr double tone_factor = 1.02, tone_forgotten_s = 1.0;

double q_at(double frequency_hz) { return std::clamp(frequency_hz / least_width_hz, 6.0, narrowest_q); }

// Half of the bandwidth on each side.
double lower_edge(const Notch& notch) { return notch.frequency_hz * (1.0 - 0.5 / notch.q); }
double upper_edge(const Notch& notch) { return notch.frequency_hz * (1.0 + 0.5 / notch.q); }

bool covers(const Notch& notch, double frequency_hz) {
  return std::abs(std::log(frequency_hz / notch.frequency_hz)) * notch.q < 1.0;
}

Notch merged(const Notch& one, const Notch& other) {
  const double low = std::min(lower_edge(one), lower_edge(other)), high = std::max(upper_edge(one), upper_edge(other));
  const double mid = std::sqrt(low * high);
  return {mid, mid / (high - low), std::min(one.gain_db, other.gain_db)};
}

}  // namespace

bool NotchPlan::limit(const Limits& limits) {
  limits_ = limits;
  if (limits.mode != HowlMode::suppress) {
    if (limits.mode == HowlMode::off) is_howling_ = false;
    return clear();
  }
  bool has_changed = false;
  while (count_ > limits.slots) {
    remove(quietest());
    has_changed = true;
  }
  for (uint32_t at = 0; at < count_; ++at) {
    if (live_[at].notch.gain_db >= limits.deepest_db) continue;
    live_[at].notch.gain_db = limits.deepest_db;
    has_changed = true;
  }
  return has_changed;
}

bool NotchPlan::clear() {
  const bool had = count_ > 0;
  count_ = 0;
  return had;
}

bool NotchPlan::step(const HowlDetector& detector, uint64_t position, double rate) {
  if (position < now_) {
    // The engine began anew.
    for (uint32_t at = 0; at < count_; ++at) live_[at].since = courses_[at].howled = courses_[at].changed = position;
    tone_heard_ = 0;
  }
  now_ = position;
  rate_ = rate;
  is_howling_ = false;
  bool has_changed = false;
  if (limits_.mode == HowlMode::off) return false;
  if (tone_hz_ > 0.0 && detector.level_near(tone_hz_, tone_factor) > HowlDetector::silence_db) tone_heard_ = now_;
  if (tone_hz_ > 0.0 && seconds_since(tone_heard_) > tone_forgotten_s) tone_hz_ = 0.0;
  for (const HowlCandidate& candidate : detector.candidates()) {
    if (candidate.score < 1.0) break;
    const bool is_tone = tone_hz_ > 0.0 && std::abs(std::log(candidate.frequency_hz / tone_hz_)) < std::log(tone_factor);
    if (is_tone && candidate.is_steady) continue;
    howled_db_ = candidate.level_db;
    if (limits_.mode == HowlMode::suppress) has_changed |= meet(candidate);
    else is_howling_ = true;
  }
  has_changed |= prove(detector);
  has_changed |= lift();
  return has_changed;
}

bool NotchPlan::meet(const HowlCandidate& howl) {
  uint32_t nearest = count_;
  for (uint32_t at = 0; at < count_; ++at) {
    if (!covers(live_[at].notch, howl.frequency_hz)) continue;
    const auto distance = [&](uint32_t of) { return std::abs(std::log(howl.frequency_hz / live_[of].notch.frequency_hz)); };
    if (nearest == count_ || distance(at) < distance(nearest)) nearest = at;
  }
  if (nearest < count_) return deepen(nearest, howl);
  return place(howl);
}

bool NotchPlan::deepen(uint32_t at, const HowlCandidate& howl) {
  Course& course = courses_[at];
  Notch& notch = live_[at].notch;
  course.howled = now_;
  if (seconds_since(course.changed) < settle_s || howl.slope_db_s < falls_db_s) return false;
  if (notch.gain_db > course.reached_db) {
    // It was lifted too early.
    notch.gain_db = course.reached_db;
    course.relapses = std::min(course.relapses + 1, most_relapses);
  } else if (notch.gain_db > limits_.deepest_db) {
    notch.gain_db = std::max(limits_.deepest_db, notch.gain_db - step_db);
  } else if (course.is_proven && notch.q * 0.7 >= widest_q) {
    notch.q *= 0.7;
  } else {
    is_howling_ = true;
    return false;
  }
  course.reached_db = std::min(course.reached_db, notch.gain_db);
  course.changed = now_;
  return true;
}

bool NotchPlan::place(const HowlCandidate& howl) {
  const Notch notch = {howl.frequency_hz, q_at(howl.frequency_hz), std::max(first_db, limits_.deepest_db)};
  if (count_ >= limits_.slots && (limits_.slots == 0 || !merge_nearest())) {
    is_howling_ = true;
    return false;
  }
  live_[count_] = {count_, notch, now_};
  courses_[count_] = {howl.level_db, notch.gain_db, now_, now_, 0, false, !howl.is_steady};
  ++count_;
  return true;
}

// The two that need the narrowest notch together. False when that is too wide.
bool NotchPlan::merge_nearest() {
  double narrowest = widest_q;
  uint32_t first = count_, second = count_;
  for (uint32_t one = 0; one < count_; ++one) {
    for (uint32_t other = one + 1; other < count_; ++other) {
      const double q = merged(live_[one].notch, live_[other].notch).q;
      if (q <= narrowest) continue;
      narrowest = q;
      first = one;
      second = other;
    }
  }
  if (first == count_) return false;
  live_[first].notch = merged(live_[first].notch, live_[second].notch);
  Course& course = courses_[first];
  course.reached_db = live_[first].notch.gain_db;
  course.howled = std::max(course.howled, courses_[second].howled);
  course.changed = now_;
  course.is_proven = true;
  remove(second);
  return true;
}

// A notch is before the strip's sound goes out: only what comes back falls at its input.
bool NotchPlan::prove(const HowlDetector& detector) {
  bool has_changed = false;
  for (uint32_t at = 0; at < count_;) {
    Course& course = courses_[at];
    const Notch& notch = live_[at].notch;
    const double level = course.is_proven ? course.level_db : detector.level_near(notch.frequency_hz, 1.0 + 0.5 / notch.q);
    course.level_db = std::max(course.level_db, level);
    if (!course.is_proven && level < course.level_db - proof_db) course.is_proven = true;
    const bool goes_on =
        seconds_since(course.howled) < goes_on_s && (course.has_grown || notch.gain_db > limits_.deepest_db);
    if (course.is_proven || goes_on || seconds_since(course.changed) < prove_s) {
      ++at;
      continue;
    }
    tone_hz_ = notch.frequency_hz;
    tone_heard_ = now_;
    remove(at);
    has_changed = true;
  }
  return has_changed;
}

bool NotchPlan::lift() {
  if (limits_.lift_after_s <= 0.0) return false;
  bool has_changed = false;
  for (uint32_t at = 0; at < count_;) {
    Course& course = courses_[at];
    Notch& notch = live_[at].notch;
    const double quiet_s = limits_.lift_after_s * static_cast<double>(1u << course.relapses);
    const bool is_due = seconds_since(course.howled) >= quiet_s && seconds_since(course.changed) >= std::max(least_lift_s, quiet_s * lift_part);
    if (!is_due) {
      ++at;
      continue;
    }
    has_changed = true;
    notch.gain_db += step_db;
    course.changed = now_;
    if (notch.gain_db > -step_db) remove(at);
    else ++at;
  }
  return has_changed;
}

void NotchPlan::remove(uint32_t at) {
  for (uint32_t next = at + 1; next < count_; ++next) {
    live_[next - 1] = live_[next];
    live_[next - 1].slot = next - 1;
    courses_[next - 1] = courses_[next];
  }
  --count_;
}

uint32_t NotchPlan::quietest() const {
  uint32_t at = 0;
  for (uint32_t other = 1; other < count_; ++other) {
    if (courses_[other].howled < courses_[at].howled) at = other;
  }
  return at;
}

}  // namespace rowdesk
