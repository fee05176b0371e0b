#include "media_clock.h"

#include <algorithm>
#include <cstdlib>

namespace rowdesk::aes67 {
namespace {

constexpr uint64_t ns_per_s = 1'000'000'000;
/** Nanoseconds of centuries times a rate have more than 64 bits. */
__extension__ using Wide = unsigned __int128;

/** CLOCK_MONOTONIC when the realtime clock was read, at most half of the reading's width wrong. */
uint64_t middle_of(const ClockReading& reading) {
  return reading.before_ns + (reading.after_ns - reading.before_ns) / 2;
}

}  // namespace

MediaClock::MediaClock(uint32_t rate_hz, int32_t utc_offset_s, const ClockReading& first)
    : rate_hz_(rate_hz),
      utc_offset_ns_(utc_offset_s * int64_t{ns_per_s}),
      offset_ns_(seen_offset_ns(first)),
      seen_offset_ns_(offset_ns_),
      last_ns_(middle_of(first)) {
  mark(first);
}

int64_t MediaClock::seen_offset_ns(const ClockReading& reading) const {
  return static_cast<int64_t>(reading.realtime_ns - middle_of(reading)) + utc_offset_ns_;
}

bool MediaClock::follow(const ClockReading& reading) {
  const uint64_t now_ns = middle_of(reading);
  const int64_t read = seen_offset_ns(reading);
  const int64_t difference = read - offset_ns_;
  // What is within the width of the reading says nothing.
  const auto doubt = static_cast<int64_t>((reading.after_ns - reading.before_ns + 1) / 2);
  const int64_t sure = std::max<int64_t>(std::abs(difference) - doubt, 0);
  const bool is_step = sure > static_cast<int64_t>(step_ns);
  seen_offset_ns_ = offset_ns_ + (difference < 0 ? -sure : sure);
  if (is_step) {
    offset_ns_ = seen_offset_ns_ = read;
    ++steps_;
    marks_made_ = 0;
    deviation_ppm_ = 0;
  } else {
    const uint64_t passed_ns = now_ns > last_ns_ ? now_ns - last_ns_ : 0;
    const auto most = static_cast<int64_t>(std::min(passed_ns, ns_per_s) * slew_ppm / 1'000'000);
    offset_ns_ += difference < 0 ? -std::min(sure, most) : std::min(sure, most);
  }
  last_ns_ = now_ns;
  if (marks_made_ == 0 || reading.raw_ns - marks_[(marks_made_ - 1) % mark_count].raw_ns >= mark_ns) mark(reading);
  return is_step;
}

void MediaClock::mark(const ClockReading& reading) {
  const Mark now{reading.raw_ns, tai_at(middle_of(reading))};
  marks_[marks_made_++ % mark_count] = now;
  if (marks_made_ < mark_count) return;
  const Mark& then = marks_[marks_made_ % mark_count];
  const auto raw = static_cast<double>(now.raw_ns - then.raw_ns);
  deviation_ppm_ = (static_cast<double>(now.tai_ns - then.tai_ns) - raw) / raw * 1e6;
}

uint64_t MediaClock::due_ns(uint64_t position) const {
  const Wide tai_ns = (static_cast<Wide>(position) * ns_per_s + rate_hz_ - 1) / rate_hz_;
  return static_cast<uint64_t>(tai_ns) - static_cast<uint64_t>(offset_ns_);
}

MediaTime MediaClock::at_realtime(uint64_t realtime_ns) const {
  const int64_t behind_ns = seen_offset_ns_ - utc_offset_ns_;
  return frames_of(tai_at(realtime_ns - static_cast<uint64_t>(behind_ns)));
}

MediaTime MediaClock::frames_of(uint64_t tai_ns) const {
  const Wide scaled = static_cast<Wide>(tai_ns) * rate_hz_;
  const auto frames = static_cast<uint64_t>(scaled / ns_per_s);
  return {frames, static_cast<double>(static_cast<uint64_t>(scaled % ns_per_s)) / static_cast<double>(ns_per_s)};
}

}  // namespace rowdesk::aes67
