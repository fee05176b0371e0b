#include "feedback/notch_plan.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

constexpr double first_db = -6.0, step_db = 3.0;
constexpr double reached_db = 0.5;           // so near to the deepest a howl has all that its notch may take
constexpr double settle_s = 0.2;            // until a spectrum shows what the last change did
constexpr double falls_within_s = 0.12;     // of a change: later it is a note that ends
constexpr double begins_to_fall_db = 0.5, grows_db_s = 6.0;
constexpr double prove_s = 0.6, steady_prove_s = 0.35, most_prove_s = 1.0, goes_on_s = 0.3;
constexpr double proof_db = 3.0;            // a component that falls by so much with its notch was feedback
// What grew so far behind its notch, and to here, may have reached a limit.
constexpr double limited_db = -12.0, least_grown_db = 9.0;
constexpr double falls_db_s = -5.0;         // a howl that falls so fast is tamed
constexpr double lift_part = 0.1, least_lift_s = 2.0;  // between two steps of lifting, of lift_after_s, and at least
constexpr uint32_t most_relapses = 3;       // each doubles the time until the next lifting
constexpr uint32_t notes_of_phrase = 2;     // from so many tones on the next one is hardly feedback

bool covers(const Notch& notch, double frequency_hz) {
  return std::abs(std::log(frequency_hz / notch.frequency_hz)) * notch.q < 1.0;
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
    if (standing_[at].notch.gain_db >= limits.deepest_db) continue;
    standing_[at].notch.gain_db = limits.deepest_db;
    live_[at].notch.gain_db = std::max(live_[at].notch.gain_db, limits.deepest_db);
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
    tones_.clear();
  }
  now_ = position;
  rate_ = rate;
  is_howling_ = false;
  bool has_changed = false;
  if (limits_.mode == HowlMode::off) return false;
  tones_.hear(detector, position, rate);
  for (const HowlCandidate& candidate : detector.candidates()) {
    if (candidate.score < 1.0) break;
    if (tones_.holds(candidate)) continue;
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
  const auto distance = [&](uint32_t of) { return std::abs(std::log(howl.frequency_hz / live_[of].notch.frequency_hz)); };
  for (uint32_t at = 0; at < count_; ++at) {
    if (standing_[at].needs.near(howl.frequency_hz) != nullptr) return deepen(at, howl);
    if (covers(live_[at].notch, howl.frequency_hz) && (nearest == count_ || distance(at) < distance(nearest))) nearest = at;
  }
  if (nearest < count_) return deepen(nearest, howl);
  const bool has_changed = lower(howl, first_db, count_);
  is_howling_ |= !has_changed;
  return has_changed;
}

bool NotchPlan::is_at_limit(const Course& course, double level_db) {
  return level_db > std::max(limited_db, course.placed_db + least_grown_db);
}

bool NotchPlan::deepen(uint32_t at, const HowlCandidate& howl) {
  Course& course = courses_[at];
  Notch& notch = live_[at].notch;
  const bool grows = !howl.is_steady && howl.slope_db_s > grows_db_s;
  const bool is_limited = is_at_limit(course, howl.level_db), is_shared = standing_[at].needs.all().size() > 1;
  if (standing_[at].is_proven && howl.is_steady && !(is_shared && is_limited)) {
    // As loud as without its notch, and steady: a note. Where it is none, it grows again.
    if (howl.level_db < course.level_db - proof_db || seconds_since(course.changed) < steady_prove_s) return false;
    tones_.remember(howl.frequency_hz, howl.level_db, now_);
    if (is_shared) return false;
    remove(at);
    return true;
  }
  course.howled = now_;
  course.is_steady |= howl.is_steady;
  if (seconds_since(course.changed) < settle_s || howl.slope_db_s < falls_db_s) return false;
  if (grows) course.grown = now_;
  if (notch != standing_[at].notch) {
    // It was lifted too early.
    course.relapses = std::min(course.relapses + 1, most_relapses);
    change(at, standing_[at].notch, howl.level_db);
    return true;
  }
  // What does not grow may be at its limit: only a deep notch shows whether it is feedback.
  const bool is_deepest = notch_gain_db(notch, howl.frequency_hz) <= limits_.deepest_db + reached_db;
  if (!is_deepest && !grows && !is_limited && tones_.count() >= notes_of_phrase) return false;
  if (!is_deepest && lower(howl, grows ? -step_db : limits_.deepest_db, at)) return true;
  is_howling_ |= grows || is_limited;
  return false;
}

void NotchPlan::change(uint32_t at, const Notch& notch, double level_db) {
  live_[at].notch = notch;
  Course& course = courses_[at];
  standing_[at].notch = notch;
  course.level_db = level_db;
  course.changed = now_;
  course.is_judged = course.is_falling = course.is_steady = false;
}

// Lowers it by so much more. at: the notch that it was found under; count_ for none. False when no notch does.
bool NotchPlan::lower(const HowlCandidate& howl, double deeper_db, uint32_t at) {
  if (limits_.slots == 0) return false;
  const double own_db = std::max(std::min(first_db, deeper_db), limits_.deepest_db);
  const Notch own = {howl.frequency_hz, narrowest_q(howl.frequency_hz), own_db};
  const HowlToLower wanted = {howl.frequency_hz, deeper_db, limits_.deepest_db, own};
  const auto choice = choose_notch({standing_.data(), count_}, at, count_ < limits_.slots, wanted);
  if (!choice) return false;
  if (choice->joined != NotchChoice::none) {
    Course& course = courses_[choice->joined];
    standing_[choice->joined].needs = choice->needs;
    course.howled = now_;
    if (choice->merged != NotchChoice::none) remove(choice->merged);
    change(choice->joined, choice->notch, howl.level_db);
  }
  if (choice->has_own) place(howl, own);
  return true;
}

void NotchPlan::place(const HowlCandidate& howl, const Notch& notch) {
  live_[count_] = {count_, notch, now_};
  courses_[count_] = {.level_db = howl.level_db, .placed_db = howl.level_db, .howled = now_, .changed = now_};
  standing_[count_] = {notch, {}};
  standing_[count_].needs.add({notch.frequency_hz, notch.gain_db});
  ++count_;
}

// A notch is behind the tap of the detector: only what comes back falls there, and at once. True when a notch changed.
bool NotchPlan::prove(const HowlDetector& detector) {
  bool has_changed = false;
  for (uint32_t at = 0; at < count_;) {
    const Notch& notch = live_[at].notch;
    const double level_db = detector.level_near(notch.frequency_hz, 1.0 + 0.5 / notch.q);
    if (prove(at, level_db)) {
      ++at;
      continue;
    }
    if (courses_[at].is_steady) tones_.remember(notch.frequency_hz, courses_[at].level_db, now_);
    remove(at);
    has_changed = true;
  }
  return has_changed;
}

// False for a notch that changes nothing of what the strip hears.
bool NotchPlan::prove(uint32_t at, double level_db) {
  Course& course = courses_[at];
  if (standing_[at].is_proven) return true;
  const double since_s = seconds_since(course.changed);
  course.level_db = std::max(course.level_db, level_db);
  const bool has_fallen = level_db < course.level_db - proof_db;
  if (!course.is_judged) {
    course.is_falling = level_db < course.level_db - begins_to_fall_db;
    course.is_judged = since_s >= falls_within_s;
  }
  // What was steady and falls later is a note that ends.
  if (has_fallen && (course.is_falling || !course.is_steady)) {
    standing_[at].is_proven = true;
    return true;
  }
  if (since_s < (course.is_steady ? steady_prove_s : prove_s)) return true;
  if (course.is_falling && !has_fallen && since_s < most_prove_s) return true;
  const bool grows = course.grown > 0 && seconds_since(course.grown) < goes_on_s;
  return grows || is_at_limit(course, level_db);
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
    standing_[next - 1] = standing_[next];
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
