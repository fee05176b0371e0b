#include "analysis/analysis.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace rowdesk {
namespace {

constexpr auto analysis_period = std::chrono::milliseconds(10);
constexpr double analysed_s = 2.5;  // longer than a segment of an alignment, at any rate, and all delays of a strip
constexpr int background = 10;  // nice: sound and answers come first

// The last tap of a strip that neither its fader nor its mutes can help: outputs are behind them.
Tap last_tap(const StripPlace& strip) { return holds(speaker_kinds, strip.kind) ? tap_at_outputs : tap_pre_fader; }

}  // namespace

Analysis::Analysis(const Layout& layout, ProbeBoard& board, DelayOf delay_s, bool has_thread)
    : layout_(layout), board_(board), delay_s_(std::move(delay_s)), has_thread_(has_thread) {}

Analysis::~Analysis() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Analysis::order(AnalysisOrder order) {
  {
    const std::lock_guard lock(mutex_);
    ordered_ = std::move(order);
    is_new_ = true;
  }
  wake_.notify_all();
  if (has_thread_ && !thread_.joinable()) thread_ = std::thread([this] { run(); });
}

AnalysisResults Analysis::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(results_, AnalysisResults());
}

void Analysis::run() {
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), background);
  for (;;) {
    step();
    std::unique_lock lock(mutex_);
    const auto has_news = [this] { return is_stopping_ || is_new_; };
    if (listeners_.empty()) wake_.wait(lock, has_news);
    else wake_.wait_for(lock, analysis_period, has_news);
    if (is_stopping_) return;
  }
}

void Analysis::step() {
  AnalysisOrder order;
  bool is_new = false;
  {
    const std::lock_guard lock(mutex_);
    is_new = std::exchange(is_new_, false);
    if (is_new) {
      order = ordered_;
      results_ = {};
    }
  }
  if (is_new) arrange(order);
  for (const auto& listener : listeners_) listener->listen();
  for (Spectrum& spectrum : spectra_) measure(spectrum);
  for (AlignmentInWork& alignment : alignments_) measure(alignment);
}

// What is ordered as before goes on as it was.
void Analysis::arrange(const AnalysisOrder& order) {
  auto before = std::exchange(listeners_, {});
  auto spectra = std::exchange(spectra_, {});
  auto alignments = std::exchange(alignments_, {});
  for (const SpectrumOrder& each : order.spectra) {
    if (spectra_.size() == most_spectra) break;
    Listener* listener = listen_to(each.strip, tap_pre_fader, before);
    if (listener == nullptr) break;
    const auto known = std::ranges::find(spectra, each, &Spectrum::order);
    spectra_.push_back({each, listener, known == spectra.end() ? 0 : known->due});
  }
  for (const AlignmentOrder& each : order.alignments) {
    Listener* strip = listen_to(each.strip, tap_top_of_channel, before);
    Listener* reference = strip == nullptr ? nullptr : listen_to(each.reference, tap_top_of_channel, before);
    if (reference == nullptr) break;
    const auto known = std::ranges::find(alignments, each, &AlignmentInWork::order);
    AlignmentInWork& alignment = alignments_.emplace_back();
    if (known != alignments.end()) alignment = std::move(*known);
    alignment.order = each;
    alignment.before.sound = strip;
    alignment.before.reference = reference;
  }
  for (AlignmentInWork& alignment : alignments_) {
    const auto [number, strip, reference] = alignment.order;
    alignment.after.sound = listen_to(strip, last_tap(layout_.strips()[strip]), before);
    alignment.after.reference = listen_to(reference, last_tap(layout_.strips()[reference]), before);
  }
  for (const auto& listener : before) {
    if (listener != nullptr) resting_.push_back(&listener->probe());
  }
}

Listener* Analysis::listen_to(uint32_t strip, Tap tap, std::vector<std::unique_ptr<Listener>>& before) {
  const auto is_it = [&](const auto& listener) { return listener != nullptr && listener->hears(strip, tap); };
  const auto there = std::ranges::find_if(listeners_, is_it);
  if (there != listeners_.end()) return there->get();
  const auto known = std::ranges::find_if(before, is_it);
  if (known != before.end()) return listeners_.emplace_back(std::move(*known)).get();
  Probe* probe = nullptr;
  if (resting_.empty()) {
    probe = board_.add();
  } else {
    probe = resting_.back();
    resting_.pop_back();
  }
  if (probe == nullptr) return nullptr;
  const StripPlace& place = layout_.strips()[strip];
  return listeners_.emplace_back(std::make_unique<Listener>(*probe, strip, tap, place.first_lane, place.legs, analysed_s)).get();
}

void Analysis::measure(Spectrum& spectrum) {
  const Listener& listener = *spectrum.listener;
  if (listener.rate() == 0) return;
  const uint64_t end = listener.end();
  const auto interval = static_cast<uint64_t>(spectrum.order.interval_s * listener.rate());
  if (spectrum.due > end + interval) spectrum.due = end;  // the sound began anew
  if (end < spectrum.due) return;
  set_rate(listener.rate());
  const SpectrumBands& bands = bands_for(spectrum.order.bands_per_octave);
  louder_.assign(bands.bands(), -144.0f);
  levels_.resize(bands.bands());
  for (uint32_t leg = 0; leg < listener.legs(); ++leg) {
    if (!listener.history(leg).copy(end, power_->sound())) return;
    bands.measure(power_->measure(), levels_);
    for (size_t band = 0; band < levels_.size(); ++band) louder_[band] = std::max(louder_[band], levels_[band]);
  }
  // On a grid, so that the mean pace is the interval, unless more than one was missed.
  spectrum.due += interval;
  if (spectrum.due <= end) spectrum.due = end + interval;
  const std::lock_guard lock(mutex_);
  if (is_new_) return;
  results_.rate = listener.rate();
  results_.spectra[spectrum.order.number] = louder_;
}

void Analysis::measure(AlignmentInWork& alignment) {
  Comparison& before = alignment.before;
  const double rate = before.sound->rate();
  if (rate == 0 || rate != before.reference->rate()) return;
  if (before.estimate == nullptr || alignment.rate != rate) {
    alignment.rate = rate;
    alignment.end = 0;
    before.estimate = std::make_unique<DelayEstimate>(rate);
    alignment.after.estimate = nullptr;
    alignment.found_after = {};
  }
  const uint64_t heard = std::min(before.sound->end(), before.reference->end());
  const size_t frames = before.estimate->segment_frames();
  if (alignment.end == 0 || alignment.end > heard + frames) alignment.end = heard + frames;
  for (; alignment.end <= heard; alignment.end += frames / 2) {
    if (!compare(before, alignment.end)) {
      alignment.end = heard + frames;  // there is a gap before
      return;
    }
    compare_after(alignment);
    if (!before.estimate->is_due()) continue;
    const EstimatedDelay found = before.estimate->estimate();
    const std::lock_guard lock(mutex_);
    if (is_new_) return;
    results_.rate = alignment.rate;
    results_.alignments[alignment.order.number] = {found, alignment.found_after};
  }
}

// The delays of both are known, so that what is left of them is looked for where it must be: a difference between two
// delays may be longer than an estimate can find.
void Analysis::compare_after(AlignmentInWork& alignment) {
  Comparison& after = alignment.after;
  if (after.sound == nullptr || after.reference == nullptr) return;
  const double apart_s = delay_s_(alignment.order.strip) - delay_s_(alignment.order.reference);
  const int64_t shift = std::llround(apart_s * alignment.rate);
  if (after.estimate == nullptr || after.shift != shift) {
    after.shift = shift;
    after.estimate = std::make_unique<DelayEstimate>(alignment.rate);
    alignment.found_after = {};
  }
  if (!compare(after, alignment.end) || !after.estimate->is_due()) return;
  const EstimatedDelay found = after.estimate->estimate();
  alignment.found_after = {};
  if (found.confidence > 0.0) alignment.found_after = {found.frames + static_cast<double>(shift), found.confidence};
}

bool Analysis::compare(Comparison& comparison, uint64_t end) {
  const size_t frames = comparison.estimate->segment_frames();
  segment_.resize(frames);
  reference_segment_.resize(frames);
  const auto earlier = [end](int64_t by) { return end - std::min(end, static_cast<uint64_t>(std::max<int64_t>(by, 0))); };
  if (!copy_sum(*comparison.sound, earlier(-comparison.shift), segment_)) return false;
  if (!copy_sum(*comparison.reference, earlier(comparison.shift), reference_segment_)) return false;
  comparison.estimate->add(segment_, reference_segment_);
  return true;
}

bool Analysis::copy_sum(const Listener& listener, uint64_t end, std::vector<float>& to) {
  if (!listener.history(0).copy(end, to)) return false;
  if (listener.legs() == 1) return true;
  leg_.resize(to.size());
  if (!listener.history(1).copy(end, leg_)) return false;
  for (size_t i = 0; i < to.size(); ++i) to[i] = 0.5f * (to[i] + leg_[i]);
  return true;
}

const SpectrumBands& Analysis::bands_for(uint32_t bands_per_octave) {
  return bands_.try_emplace(bands_per_octave, rate_, bands_per_octave).first->second;
}

void Analysis::set_rate(double rate) {
  if (rate == rate_) return;
  rate_ = rate;
  power_ = std::make_unique<PowerSpectrum>(rate);
  bands_.clear();
}

}  // namespace rowdesk
