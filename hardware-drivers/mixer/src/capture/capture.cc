#include "capture/capture.h"

#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "control/reason.h"

namespace rowdesk {
namespace {

constexpr auto period = std::chrono::milliseconds(10);
constexpr const char* lease_ended = "nothing asked for the capture for 3 s";

uint64_t frames_of_seconds(double seconds, double rate) { return static_cast<uint64_t>(std::llround(seconds * rate)); }

uint64_t total_of(const CaptureOrder& order, double rate) {
  return order.frames > 0 ? order.frames : frames_of_seconds(order.seconds, rate);
}

// Each of these reasons once, with a space before it.
std::string names_of(uint32_t bits) {
  std::string words;
  for (uint32_t reason = 0; reason < std::size(reason_names); ++reason) {
    const std::string word = std::string(" ") + reason_names[reason];
    if ((bits >> reason & 1u) != 0 && words.find(word) == std::string::npos) words += word;
  }
  return words;
}

void check(const CaptureOrder& order, double rate) {
  if (order.tracks.empty() || order.tracks.size() > most_capture_tracks) {
    throw std::invalid_argument("tracks must be a list of 1 to 8");
  }
  const uint64_t total = total_of(order, rate);
  if (total < 1 || total > frames_of_seconds(longest_capture_s, rate)) {
    throw std::invalid_argument("the capture must have from 1 frame to 60 s");
  }
  if (!order.stimulus) return;
  if (order.stimulus->targets.empty()) throw std::invalid_argument("stimulus targets must be a list of buses");
  check_stimulus(*order.stimulus, rate);
}

}  // namespace

struct Capture::Run {
  CaptureOrder order;
  double rate;
  std::shared_ptr<StimulusSignals> signals;
  std::unique_ptr<Stimulus> stimulus;  // until it is sent
  std::unique_ptr<CaptureFile> file;
  std::optional<uint64_t> begun;  // engine position of the file's frame 0
};

Capture::Capture(const Layout& layout, Engine& engine, Send send, bool has_thread)
    : layout_(layout), engine_(engine), send_(std::move(send)), has_thread_(has_thread) {
  report_.state = CaptureState::done;
}

Capture::~Capture() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

uint32_t Capture::start(const CaptureOrder& order, double rate) {
  check(order, rate);
  if (engine_.urgent().panic() != PanicScope::none) throw std::runtime_error("panic is on");
  uint32_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (report_.state == CaptureState::running) throw std::runtime_error("another capture runs");
    ordered_ = order;
    rate_ = rate;
    ended_.clear();
    signals_ = std::make_shared<StimulusSignals>();
    renew_lease();
    report_ = {};
    report_.total = total_of(order, rate);
    report_.peaks.resize(order.tracks.size());
    number = ++number_;
  }
  wake_.notify_all();
  if (has_thread_ && !thread_.joinable()) thread_ = std::thread([this] { run(); });
  return number;
}

void Capture::renew_lease() {
  signals_->lease_until.store(engine_.position() + frames_of_seconds(capture_lease_s, rate_), std::memory_order_relaxed);
}

std::optional<CaptureReport> Capture::report(uint32_t number) {
  const std::lock_guard lock(mutex_);
  if (number == 0 || number != number_) return std::nullopt;
  if (report_.state == CaptureState::running) renew_lease();
  return report_;
}

void Capture::end(uint32_t number) {
  const std::lock_guard lock(mutex_);
  if (number == number_) end_for("it was ended");
}

void Capture::device_began() {
  const std::lock_guard lock(mutex_);
  end_for("the audio device began anew");
}

void Capture::end_for(const char* reason) {
  if (report_.state != CaptureState::running) return;
  if (ended_.empty()) ended_ = reason;
  signals_->is_ended.store(true, std::memory_order_relaxed);
}

void Capture::run() {
  for (;;) {
    step();
    std::unique_lock lock(mutex_);
    const auto has_news = [this] { return is_stopping_ || (run_ == nullptr && ordered_); };
    if (run_ == nullptr && sent_ == nullptr) wake_.wait(lock, has_news);
    else wake_.wait_for(lock, period, has_news);
    if (is_stopping_) return;
  }
}

void Capture::step() {
  take_stimulus_back();
  std::string ended;
  {
    const std::lock_guard lock(mutex_);
    if (run_ == nullptr && ordered_) {
      run_ = std::make_unique<Run>(Run{*std::exchange(ordered_, std::nullopt), rate_, signals_, nullptr, nullptr, {}});
    }
    ended = ended_;
  }
  if (run_ == nullptr) return;
  if (ended.empty() && engine_.panic() != PanicScope::none) ended = "panic";
  if (ended.empty() && engine_.position() >= run_->signals->lease_until.load(std::memory_order_relaxed)) ended = lease_ended;
  if (!ended.empty()) return finish(CaptureState::failed, ended);
  try {
    go_on(*run_);
  } catch (const std::exception& error) {
    finish(CaptureState::failed, error.what());
  }
}

// Without a stimulus the file begins where all tracks are there.
void Capture::go_on(Run& run) {
  if (run.file == nullptr) prepare(run);
  if (!run.begun && !run.file->hears_all()) return;
  if (!run.begun && run.order.stimulus) {
    run.file->drop_until(run.signals->begun_at);
    if (!sends(run)) return;
    const uint64_t begun = run.signals->begun_at.load(std::memory_order_acquire);
    if (begun == StimulusSignals::never) return;
    run.begun = begun;
  }
  if (!run.begun) run.begun = run.file->first_position();
  run.file->write(*run.begun);
  if (run.file->is_full()) run.file->finish();
  publish(run);
  if (run.file->is_full()) finish(CaptureState::done, "");
}

void Capture::prepare(Run& run) {
  while (probes_.size() < run.order.tracks.size()) probes_.push_back(engine_.capture_probes().add());
  const auto rate = static_cast<uint32_t>(std::lround(run.rate));
  run.file = std::make_unique<CaptureFile>(run.order.file, layout_, run.order.tracks, probes_, total_of(run.order, run.rate), rate);
  if (!run.order.stimulus) return;
  const StimulusOrder& order = *run.order.stimulus;
  run.stimulus = std::make_unique<Stimulus>();
  run.stimulus->sound = render_stimulus(order, run.rate);
  run.stimulus->lead_frames = frames_of_seconds(order.lead_s, run.rate);
  run.stimulus->period_frames = run.stimulus->sound.size() + frames_of_seconds(order.silence_s, run.rate);
  run.stimulus->frames = run.stimulus->lead_frames + order.repeats * run.stimulus->period_frames;
  run.stimulus->signals = run.signals;
  for (const uint32_t target : order.targets) {
    const StripPlace& strip = layout_.strips()[target];
    for (uint32_t leg = 0; leg < strip.legs; ++leg) {
      if (has_leg(order, leg)) run.stimulus->buses.push_back(layout_.row_of(strip.first_lane + leg));
    }
  }
}

// The stimulus is on its way, or there; one before is given back first.
bool Capture::sends(Run& run) {
  if (run.stimulus == nullptr) return true;
  if (sent_ != nullptr || !send_(run.stimulus)) return false;
  sent_ = run.signals;
  return true;
}

void Capture::take_stimulus_back() {
  if (sent_ == nullptr || !sent_->is_over.load(std::memory_order_acquire)) return;
  std::unique_ptr<Stimulus> none;
  if (send_(none)) sent_ = nullptr;
}

void Capture::publish(const Run& run) {
  if (run.order.stimulus) {
    for (const uint32_t target : run.order.stimulus->targets) closed_[layout_.strips()[target].path + " is"] |= engine_.silent_for(target);
    closed_["all outputs are"] |= engine_.outputs_closed();
  }
  std::string words;
  for (const auto& [subject, bits] : closed_) {
    if (bits != 0) words += (words.empty() ? "" : "; ") + subject + " closed:" + names_of(bits);
  }
  const std::lock_guard lock(mutex_);
  report_.frames = run.file->written();
  report_.dropouts = run.file->dropouts();
  report_.peaks = run.file->peaks();
  report_.reason = words;
}

void Capture::finish(CaptureState state, const std::string& reason) {
  run_->signals->is_ended.store(true, std::memory_order_relaxed);
  run_.reset();
  closed_.clear();
  const std::lock_guard lock(mutex_);
  report_.state = state;
  if (!reason.empty()) report_.reason = reason;
}

}  // namespace rowdesk
