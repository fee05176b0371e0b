#include "feedback/notch_plan.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

constexpr double first_db = -6.0, step_db = 3.0;
constexpr double narrowest_q = 30.0, widest_q = 3.0;
constexpr double least_width_hz = 12.0;     // the resolution of the spectrum
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
constexpr double tone_factor = 1.02, phrase_s = 10.0;
constexpr double louder_db = 4.0;           // a note of the phrase is not so much louder than it was
constexpr uint32_t notes_of_phrase = 2;     // from so many tones on the next one is hardly feedback

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
    tone_count_ = 0;
  }
  now_ = position;
  rate_ = rate;
  is_howling_ = false;
  bool has_changed = false;
  if (limits_.mode == HowlMode::off) return false;
  hear_tones(detector);
  for (const HowlCandidate& candidate : detector.candidates()) {
    if (candidate.score < 1.0) break;
    const Tone* const tone = tone_at(candidate.frequency_hz);
    if (tone != nullptr && (candidate.is_steady || candidate.level_db < tone->level_db + louder_db)) continue;
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

bool NotchPlan::is_at_limit(const Course& course, double level_db) {
  return level_db > std::max(limited_db, course.placed_db + least_grown_db);
}

bool NotchPlan::deepen(uint32_t at, const HowlCandidate& howl) {
  Course& course = courses_[at];
  Notch& notch = live_[at].notch;
  const bool grows = !howl.is_steady && howl.slope_db_s > grows_db_s;
  if (course.is_proven && howl.is_steady) {
    // As loud as without its notch, and steady: a note. Where it is none, it grows again.
    if (howl.level_db < course.level_db - proof_db || seconds_since(course.changed) < steady_prove_s) return false;
    remember(howl.frequency_hz, howl.level_db);
    remove(at);
    return true;
  }
  course.howled = now_;
  course.is_steady |= howl.is_steady;
  if (seconds_since(course.changed) < settle_s || howl.slope_db_s < falls_db_s) return false;
  const bool is_limited = is_at_limit(course, howl.level_db);
  if (notch.gain_db > course.reached_db) {
    // It was lifted too early.
    notch.gain_db = course.reached_db;
    course.relapses = std::min(course.relapses + 1, most_relapses);
  } else if (notch.gain_db > limits_.deepest_db) {
    // What does not grow may be at its limit: only a deep notch shows whether it is feedback.
    if (!grows && !is_limited && tone_count_ >= notes_of_phrase) return false;
    notch.gain_db = grows ? std::max(limits_.deepest_db, notch.gain_db - step_db) : limits_.deepest_db;
  } else if (course.is_proven && notch.q * 0.7 >= widest_q) {
    notch.q *= 0.7;
  } else {
    is_howling_ = grows || is_limited;
    if (grows) course.grown = now_;
    return false;
  }
  if (grows) course.grown = now_;
  course.reached_db = std::min(course.reached_db, notch.gain_db);
  course.level_db = howl.level_db;
  course.changed = now_;
  course.is_judged = course.is_falling = course.is_steady = false;
  return true;
}

bool NotchPlan::place(const HowlCandidate& howl) {
  const Notch notch = {howl.frequency_hz, q_at(howl.frequency_hz), std::max(first_db, limits_.deepest_db)};
  if (count_ >= limits_.slots && (limits_.slots == 0 || !merge_nearest())) {
    is_howling_ = true;
    return false;
  }
  live_[count_] = {count_, notch, now_};
  courses_[count_] = {.level_db = howl.level_db, .placed_db = howl.level_db, .reached_db = notch.gain_db, .howled = now_, .changed = now_};
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
    if (courses_[at].is_steady) remember(notch.frequency_hz, courses_[at].level_db);
    remove(at);
    has_changed = true;
  }
  return has_changed;
}

// False for a notch that changes nothing of what the strip hears.
bool NotchPlan::prove(uint32_t at, double level_db) {
  Course& course = courses_[at];
  if (course.is_proven) return true;
  const double since_s = seconds_since(course.changed);
  course.level_db = std::max(course.level_db, level_db);
  const bool has_fallen = level_db < course.level_db - proof_db;
  if (!course.is_judged) {
    course.is_falling = level_db < course.level_db - begins_to_fall_db;
    course.is_judged = since_s >= falls_within_s;
  }
  // What was steady and falls later is a note that ends.
  if (has_fallen && (course.is_falling || !course.is_steady)) {
    course.is_proven = true;
    return true;
  }
  if (since_s < (course.is_steady ? steady_prove_s : prove_s)) return true;
  if (course.is_falling && !has_fallen && since_s < most_prove_s) return true;
  const bool grows = course.grown > 0 && seconds_since(course.grown) < goes_on_s;
  return grows || is_at_limit(course, level_db);
}

void NotchPlan::hear_tones(const HowlDetector& detector) {
  for (uint32_t at = 0; at < tone_count_;) {
    Tone& tone = tones_[at];
    if (detector.level_near(tone.frequency_hz, tone_factor) > HowlDetector::silence_db) tone.heard = now_;
    if (seconds_since(tone.heard) <= phrase_s) ++at;
    else tone = tones_[--tone_count_];
  }
}

NotchPlan::Tone* NotchPlan::tone_at(double frequency_hz) {
  for (uint32_t at = 0; at < tone_count_; ++at) {
    if (std::abs(std::log(frequency_hz / tones_[at].frequency_hz)) < std::log(tone_factor)) return &tones_[at];
  }
  return nullptr;
}

void NotchPlan::remember(double frequency_hz, double level_db) {
  if (Tone* const known = tone_at(frequency_hz)) {
    *known = {frequency_hz, std::max(known->level_db, level_db), now_};
    return;
  }
  Tone& place = tone_count_ < tones_.size() ? tones_[tone_count_++] : *std::ranges::min_element(tones_, {}, &Tone::heard);
  place = {frequency_hz, level_db, now_};
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
