#include "voice.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rowdesk::stagebox {
namespace {

uint64_t turn_of(double frequency_hz, double rate_hz) {
  return static_cast<uint64_t>(std::ldexp(std::fmod(static_cast<long double>(frequency_hz) / rate_hz, 1.0L), 64));
}

}  // namespace

void Voice::start(const InputSetup& setup, uint32_t number, double rate_hz) {
  signal_ = setup.signal;
  clip_ = setup.signal == Signal::file ? setup.clip.get() : nullptr;
  phase_ = 0;
  turn_ = turn_of(setup.frequency_hz, rate_hz);
  seed_ = number * 0xd1342543de82ef95ull + 1;
  pink_ = {};
}

void Voice::follow(const InputSetup& setup, double rate_hz) { turn_ = turn_of(setup.frequency_hz, rate_hz); }

bool Voice::plays(const InputSetup& setup) const {
  return signal_ == setup.signal && (signal_ != Signal::file || clip_ == setup.clip.get());
}

void Voice::render(double* out, uint32_t frames, uint64_t position, const rd_pink_filter& pink) {
  switch (signal_) {
    case Signal::silence:
      std::fill_n(out, frames, 0.0);
      return;
    case Signal::sine:
      for (uint32_t n = 0; n < frames; ++n) {
        // The phase is signed: its angle is within +-pi, where sin is most exact.
        const double turns = std::ldexp(static_cast<double>(static_cast<int64_t>(phase_)), -64);
        out[n] = std::sin(2 * std::numbers::pi * turns);
        phase_ += turn_;
      }
      return;
    case Signal::pink:
      for (uint32_t n = 0; n < frames; ++n) out[n] = rd_pink_noise(&pink, &pink_, rd_white_noise(&seed_));
      return;
    case Signal::white:
      for (uint32_t n = 0; n < frames; ++n) out[n] = rd_white_noise(&seed_);
      return;
    case Signal::file:
      render_file(out, frames, position);
  }
}

void Voice::render_file(double* out, uint32_t frames, uint64_t position) const {
  const uint64_t length = clip_ == nullptr ? 0 : clip_->samples.size();
  if (length == 0) {
    std::fill_n(out, frames, 0.0);
    return;
  }
  uint64_t at = clip_->loops ? position % length : position;
  for (uint32_t n = 0; n < frames; ++n) {
    out[n] = at < length ? clip_->samples[at] : 0.0;
    if (++at == length && clip_->loops) at = 0;
  }
}

}  // namespace rowdesk::stagebox
