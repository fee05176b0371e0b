#include "feedback/howl.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace rowdesk {
namespace {

constexpr auto watch_period = std::chrono::milliseconds(10);
constexpr double report_s = 0.2;             // between two reports in which no notch changed
constexpr double least_score = 0.6;          // of a reported candidate
constexpr size_t most_candidates = 8;
constexpr double quiet_db = -65.0;           // for the headroom: a strip without any peak

bool is_same(const HowlReport& one, const HowlReport& other) {
  const auto same_live = [](const HowlReport::Live& a, const HowlReport::Live& b) {
    return a.slot == b.slot && a.notch == b.notch && a.since == b.since;
  };
  const auto same_candidate = [](const HowlReport::Candidate& a, const HowlReport::Candidate& b) {
    return a.frequency_hz == b.frequency_hz && a.score == b.score;
  };
  return one.is_howling == other.is_howling && one.headroom_db == other.headroom_db &&
         std::ranges::equal(one.notches, other.notches, same_live) &&
         std::ranges::equal(one.candidates, other.candidates, same_candidate);
}

NotchPlan::Limits limits_of(const HowlSettings& settings) {
  const auto fixed = static_cast<uint32_t>(std::min<size_t>(settings.fixed.size(), most_notches));
  const uint32_t most = std::min(settings.most, most_notches);
  return {settings.mode, most - std::min(most, fixed), settings.deepest_db, settings.lift_after_s};
}

}  // namespace

Howl::Howl(const Layout& layout, ProbeBoard& board, Send send, bool has_thread)
    : layout_(layout), board_(board), send_(std::move(send)), has_thread_(has_thread), strips_(layout.sounding_strips()) {}

Howl::~Howl() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Howl::configure(uint32_t strip, HowlSettings settings) {
  {
    const std::lock_guard lock(mutex_);
    Strip& each = strips_[strip];
    if (each.settings == settings) return;
    each.settings = std::move(settings);
    each.plan.limit(limits_of(each.settings));
    report_now(each, nullptr, each.reported);
    is_new_ = true;
    if (has_thread_ && !thread_.joinable() && each.settings.mode != HowlMode::off) thread_ = std::thread([this] { run(); });
  }
  send(strip);
  wake_.notify_all();
}

void Howl::reset(uint32_t strip) {
  {
    const std::lock_guard lock(mutex_);
    Strip& each = strips_[strip];
    if (!each.plan.clear()) return;
    report_now(each, nullptr, each.reported);
  }
  send(strip);
}

HowlReport Howl::report(uint32_t strip) const {
  const std::lock_guard lock(mutex_);
  return strips_[strip].report;
}

void Howl::step() {
  const std::lock_guard stepping(stepping_);
  hear_all();
}

void Howl::step_offline() {
  const std::lock_guard stepping(stepping_);
  is_offline_ = true;
  hear_all();
}

// Takes no lock that a step holds while it sends.
void Howl::prepared() {
  {
    const std::lock_guard lock(mutex_);
    is_offline_ = false;
    is_new_ = true;
  }
  wake_.notify_all();
}

void Howl::run() {
  for (;;) {
    bool rests = false;
    {
      const std::lock_guard stepping(stepping_);
      if (!is_offline_) hear_all();
      rests = watches_.empty();
    }
    std::unique_lock lock(mutex_);
    rests = is_offline_ || (rests && !any_unsent_);
    const auto has_news = [&] { return is_stopping_ || (is_new_ && !is_offline_); };
    if (rests) wake_.wait(lock, has_news);
    else wake_.wait_for(lock, watch_period, has_news);
    if (is_stopping_) return;
  }
}

void Howl::hear_all() {
  std::vector<uint32_t> unsent;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_new_, false)) arrange();
    if (std::exchange(any_unsent_, false)) {
      for (uint32_t strip = 0; strip < strips_.size(); ++strip) {
        if (strips_[strip].is_unsent) unsent.push_back(strip);
      }
    }
  }
  for (const uint32_t strip : unsent) send(strip);
  for (const auto& watch : watches_) {
    if (hear(*watch)) send(watch->strip());
  }
}

// Under the lock. What is watched as before goes on as it was.
void Howl::arrange() {
  auto before = std::exchange(watches_, {});
  for (uint32_t strip = 0; strip < strips_.size(); ++strip) {
    const HowlSettings& settings = strips_[strip].settings;
    const auto known = std::ranges::find_if(before, [&](const auto& each) { return each && each->strip() == strip; });
    if (settings.mode == HowlMode::off) {
      if (known == before.end()) continue;
      resting_.push_back(&(*known)->probe());
      known->reset();
      continue;
    }
    if (known != before.end()) {
      watches_.push_back(std::move(*known));
    } else {
      Probe* probe = nullptr;
      if (resting_.empty()) {
        probe = board_.add();
      } else {
        probe = resting_.back();
        resting_.pop_back();
      }
      if (probe == nullptr) continue;
      watches_.push_back(std::make_unique<HowlWatch>(*probe, strip, layout_.strips()[strip]));
    }
    watches_.back()->set_sensitivity(settings.sensitivity_percent);
  }
}

// True when a notch changed.
bool Howl::hear(HowlWatch& watch) {
  watch.listen();
  bool has_changed = false;
  while (watch.hear()) {
    const std::lock_guard lock(mutex_);
    Strip& strip = strips_[watch.strip()];
    const bool is_changed = strip.plan.step(watch.detector(), watch.position(), watch.rate());
    has_changed |= is_changed;
    const bool is_due = watch.position() < strip.reported || watch.position() - strip.reported >= report_s * watch.rate();
    if (is_changed || is_due) report_now(strip, &watch.detector(), watch.position());
  }
  return has_changed;
}

// Under the lock. Without a detector: what it last found stays as long as the strip is watched.
void Howl::report_now(Strip& strip, const HowlDetector* detector, uint64_t position) {
  HowlReport& now = now_;
  now.candidates.clear();
  now.headroom_db = 0.0;
  now.notches.assign(strip.plan.live().begin(), strip.plan.live().end());
  now.is_howling = strip.plan.is_howling();
  if (detector != nullptr) {
    for (const HowlCandidate& each : detector->candidates()) {
      if (each.score < least_score || now.candidates.size() == most_candidates) break;
      // As fine as a client needs it, so that the report rests while the strip does.
      now.candidates.push_back({std::round(each.frequency_hz), std::round(each.score * 20.0) / 20.0});
    }
    if (strip.plan.howled_db() > HowlDetector::silence_db) {
      now.headroom_db = std::round(std::max(0.0, strip.plan.howled_db() - std::max(quiet_db, detector->loudest_db())));
    }
  } else if (strip.settings.mode != HowlMode::off) {
    now.candidates = strip.report.candidates;
    now.headroom_db = strip.report.headroom_db;
  }
  strip.reported = position;
  if (is_same(now, strip.report)) return;
  strip.report = now;
  changes_.fetch_add(1, std::memory_order_release);
}

void Howl::send(uint32_t strip) {
  const std::lock_guard sending(sending_);
  std::vector<Notch> notches;
  {
    const std::lock_guard lock(mutex_);
    const Strip& each = strips_[strip];
    if (each.settings.mode != HowlMode::off) notches = each.settings.fixed;
    for (const HowlReport::Live& live : each.plan.live()) notches.push_back(live.notch);
  }
  const bool is_sent = send_(strip, notches);
  const std::lock_guard lock(mutex_);
  strips_[strip].is_unsent = !is_sent;
  any_unsent_ |= !is_sent;
}

}  // namespace rowdesk
