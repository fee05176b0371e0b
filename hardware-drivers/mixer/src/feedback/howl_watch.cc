#include "feedback/howl_watch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rowdesk {
namespace {

constexpr double watched_s = 0.6;

}  // namespace

HowlWatch::HowlWatch(Probe& probe, uint32_t number, const StripPlace& strip)
    : strip_(number), listener_(probe, number, howl_tap, strip.first_lane, strip.legs, watched_s) {}

void HowlWatch::set_sensitivity(double percent) {
  sensitivity_percent_ = percent;
  if (detector_ != nullptr) detector_->set_sensitivity(percent);
}

void HowlWatch::listen() {
  listener_.listen();
  if (listener_.rate() != rate_) begin(listener_.rate());
}

void HowlWatch::begin(double rate) {
  rate_ = rate;
  const size_t frames = howl_spectrum_frames(rate);
  hop_ = howl_hop_frames(rate);
  due_ = 0;
  detector_ = std::make_unique<HowlDetector>(rate);
  detector_->set_sensitivity(sensitivity_percent_);
  fft_ = std::make_unique<RealFft>(frames);
  window_.resize(frames);
  sound_.resize(frames);
  powers_.resize(frames / 2 + 1);
  bins_.resize(powers_.size());
  for (size_t i = 0; i < frames; ++i) {
    const double turn = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(frames);
    window_[i] = static_cast<float>(0.5 - 0.5 * std::cos(turn));
  }
}

bool HowlWatch::hear() {
  const uint64_t end = listener_.end();
  if (rate_ == 0.0) return false;
  if (due_ > end + 2 * hop_) due_ = 0;  // the sound began anew
  if (due_ == 0) {
    detector_->forget();
    due_ = std::max<uint64_t>(1, (end - std::min<uint64_t>(end, listener_.history(0).filled()) + sound_.size() + hop_ - 1) / hop_) * hop_;
  }
  if (end < due_) return false;
  std::ranges::fill(powers_, 0.0f);
  for (uint32_t leg = 0; leg < listener_.legs(); ++leg) {
    if (!listener_.history(leg).copy(due_, sound_)) {
      // Sound is missing: what comes after the gap is heard anew.
      due_ = 0;
      return hear();
    }
    for (size_t i = 0; i < sound_.size(); ++i) sound_[i] *= window_[i];
    fft_->forward(sound_, bins_);
    for (size_t bin = 0; bin < powers_.size(); ++bin) powers_[bin] += std::norm(bins_[bin]);
  }
  detector_->hear(powers_);
  due_ += hop_;
  return true;
}

}  // namespace rowdesk
