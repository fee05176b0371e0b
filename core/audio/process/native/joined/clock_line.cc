#include "clock_line.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

constexpr double ns_per_s = 1e9;
/**
 * What the filter supposes: stamps with a jitter of 20 us at blocks of 5 ms, and of less power in longer ones, so that the
 * loop has one time constant at any size of block: 15 s. Its slope wanders by as much as gives that constant.
 */
constexpr double jitter_density = 20e3 * 20e3 * 5e6;  // ns^3
constexpr double time_constant_ns = 15 * ns_per_s;
constexpr double wander = jitter_density / (time_constant_ns * time_constant_ns * time_constant_ns * time_constant_ns);
/** Of a line that knows nothing: 1 ms, and 300 ppm. */
constexpr double unknown_time = 1e6 * 1e6;
constexpr double unknown_slope = 300e-6 * 300e-6;
/** What the line takes for jitter at first, and at least: stamps of a simulation may have none. */
constexpr double first_jitter = 100e3 * 100e3, least_jitter = 5e3 * 5e3;
constexpr double usual = 4;
/** Stamps that stay off for so long say that the clock has changed. */
constexpr double patience_ns = 60e6;
constexpr int patience_blocks = 8;
/** A time that is off by this much at once is another time; below half a millisecond it is another slope. */
constexpr double jump_ns = 50e6, bend_ns = 0.5e6;
constexpr uint32_t settled_blocks = 4;
constexpr double settled_ns = 250e6;

}  // namespace

void ClockLine::restart(double rate_hz) {
  nominal_ns_ = ns_per_s / rate_hz;
  slope_ = 0;
  jitter_variance_ = first_jitter;
  blocks_ = 0;
  off_ = 0;
  is_settled_ = false;
  ++restarts_;
}

void ClockLine::spread(double time_variance, double slope_variance) {
  time_variance_ = time_variance;
  slope_variance_ = slope_variance;
  covariance_ = 0;
}

ClockLine::Event ClockLine::add(uint64_t position, uint32_t frames, uint64_t ns) {
  const double block_ns = frames * nominal_ns_;
  const double noise = jitter_density / block_ns;
  if (blocks_++ == 0) {
    position_ = position;
    time_ns_ = static_cast<int64_t>(ns);
    fraction_ns_ = 0;
    first_ns_ = ns;
    spread(unknown_time, unknown_slope);
    return Event::none;
  }
  const double passed_ns = static_cast<double>(position - position_) * frame_ns();
  position_ = position;
  fraction_ns_ += passed_ns;
  const double whole = std::floor(fraction_ns_);
  time_ns_ += static_cast<int64_t>(whole);
  fraction_ns_ -= whole;
  time_variance_ += passed_ns * (2 * covariance_ + passed_ns * slope_variance_);
  covariance_ += passed_ns * slope_variance_;
  slope_variance_ += wander * passed_ns;

  const double error_ns = static_cast<double>(static_cast<int64_t>(ns) - time_ns_) - fraction_ns_;
  const double limit_ns = usual * std::sqrt(time_variance_ + jitter_variance_);
  const double taken_ns = std::clamp(error_ns, -limit_ns, limit_ns);
  const Event event = judge(error_ns, limit_ns, passed_ns);
  if (event != Event::none) {
    ++restarts_;
    off_ = 0;
    jitter_variance_ = std::max(jitter_variance_, first_jitter);
    if (event == Event::broken) {
      blocks_ = 1;
      is_settled_ = false;
      first_ns_ = ns;
      time_ns_ = static_cast<int64_t>(ns);
      fraction_ns_ = 0;
      spread(unknown_time, unknown_slope);
      return event;
    }
    spread(error_ns * error_ns, unknown_slope);
  }
  const double sum = time_variance_ + noise;
  const double time_gain = time_variance_ / sum, slope_gain = covariance_ / sum;
  fraction_ns_ += time_gain * taken_ns;
  slope_ += slope_gain * taken_ns;
  slope_variance_ -= slope_gain * covariance_;
  covariance_ *= 1 - time_gain;
  time_variance_ *= 1 - time_gain;
  // Over a second or so, at least over 16 blocks.
  jitter_variance_ += (taken_ns * taken_ns - jitter_variance_) * std::min(block_ns / ns_per_s, 1.0 / 16);
  jitter_variance_ = std::max(jitter_variance_, least_jitter);
  is_settled_ = is_settled_ || (blocks_ >= settled_blocks && static_cast<double>(ns - first_ns_) > settled_ns);
  return event;
}

ClockLine::Event ClockLine::judge(double error_ns, double limit_ns, double) {
  if (std::fabs(error_ns) > jump_ns) return Event::broken;
  if (std::fabs(error_ns) < limit_ns) {
    off_ = 0;
    return Event::none;
  }
  const int side = error_ns > 0 ? 1 : -1;
  if (off_ * side <= 0) {
    off_ = side;
    off_since_ns_ = static_cast<uint64_t>(time_ns_) + static_cast<uint64_t>(static_cast<int64_t>(error_ns));
    off_since_position_ = position_;
    return Event::none;
  }
  off_ += side;
  // A late side that catches up computes many blocks in no time: neither their number nor their duration says enough.
  const double stamps_ns = static_cast<double>(time_ns_) + error_ns - static_cast<double>(off_since_ns_);
  const double frames_ns = static_cast<double>(position_ - off_since_position_) * nominal_ns_;
  if (off_ * side < patience_blocks || stamps_ns < patience_ns || frames_ns < patience_ns) return Event::none;
  return std::fabs(error_ns) < bend_ns ? Event::bent : Event::broken;
}

}  // namespace rowdesk
