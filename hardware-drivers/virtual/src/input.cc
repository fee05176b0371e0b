#include "input.h"

#include <algorithm>
#include <cmath>

namespace rowdesk::stagebox {
namespace {

constexpr double fade_s = 0.010;
constexpr double ramp_s = 0.020;
constexpr uint32_t part_frames = 256;

}  // namespace

void Input::prepare(const Setup& setup, uint32_t number, double rate_hz, bool converts) {
  converts_ = converts;
  clipped_.store(0, std::memory_order_relaxed);
  number_ = number;
  rate_hz_ = rate_hz;
  fade_frames_ = static_cast<uint32_t>(fade_s * rate_hz);
  adopt(setup, true);
}

void Input::adopt(const Setup& setup, bool at_once) {
  setup_ = &setup;
  if (at_once) {
    fade_left_ = 0;
    now_.start(wanted(), number_, rate_hz_);
    now_.amplitude.jump(wanted_amplitude());
  } else if (now_.plays(wanted())) {
    now_.follow(wanted(), rate_hz_);
    now_.amplitude.move(wanted_amplitude(), static_cast<uint32_t>(ramp_s * rate_hz_));
  } else if (fade_left_ == 0) {
    change_voice();
  }
  // During a fade the voice changes when the fade ends.
}

void Input::change_voice() {
  before_ = now_;
  now_.start(wanted(), number_, rate_hz_);
  now_.amplitude.jump(wanted_amplitude());
  fade_left_ = fade_frames_;
}

void Input::render(float* out, uint32_t frames, uint64_t position, const rd_pink_filter& pink) {
  for (uint32_t done = 0; done < frames;) {
    uint32_t part = std::min(frames - done, part_frames);
    if (fade_left_ > 0) part = std::min(part, fade_left_);
    render_part(out + done, part, position + done, pink);
    done += part;
    if (fade_left_ == 0 && !now_.plays(wanted())) change_voice();
  }
}

void Input::render_part(float* out, uint32_t frames, uint64_t position, const rd_pink_filter& pink) {
  double sum[part_frames];
  double full_scale = now_.full_scale();
  now_.render(sum, frames, position, pink);
  for (uint32_t n = 0; n < frames; ++n) sum[n] *= now_.amplitude.next();
  if (fade_left_ > 0) {
    double old[part_frames];
    full_scale = std::max(full_scale, before_.full_scale());
    before_.render(old, frames, position, pink);
    for (uint32_t n = 0; n < frames; ++n) {
      const double share = static_cast<double>(fade_left_ - n) / fade_frames_;
      sum[n] = sum[n] * (1 - share) + old[n] * before_.amplitude.next() * share;
    }
    fade_left_ -= frames;
  }
  if (converts_) convert(sum, frames, full_scale);
  for (uint32_t n = 0; n < frames; ++n) out[n] = static_cast<float>(sum[n]);
}

void Input::convert(double* sum, uint32_t frames, double full_scale) {
  uint64_t clipped = 0;
  for (uint32_t n = 0; n < frames; ++n) {
    if (!std::isfinite(sum[n]) || std::abs(sum[n]) <= full_scale) continue;
    sum[n] = std::copysign(full_scale, sum[n]);
    ++clipped;
  }
  // The audio thread is the only writer: a store suffices, without a read-modify-write.
  if (clipped > 0) clipped_.store(clipped_.load(std::memory_order_relaxed) + clipped, std::memory_order_relaxed);
}

void Input::skip(uint64_t frames) {
  now_.skip(frames);
  before_.skip(frames);
}

}  // namespace rowdesk::stagebox
