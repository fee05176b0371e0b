#include "clock_line.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

constexpr double ns_per_s = 1e9;
/**
 * What the filter supposes: stamps with a jitter of 20 us at blocks of 5 ms, and of less power in longer ones, so that the
 * loop has one time constant at any size of block: 20 s. Its slope wanders by as much as gives that constant.
 */
constexpr double jitter_density = 20e3 * 20e3 * 5e6;  // ns^3
constexpr double time_constant_ns = 20 * ns_per_s;
constexpr double wander = jitter_density / (time_constant_ns * time_constant_ns * time_constant_ns * time_constant_ns);
/** Of a line that knows nothing: 1 ms, and 300 ppm. */
constexpr double unknown_time = 1e6 * 1e6;
constexpr double unknown_slope = 300e-6 * 300e-6;
/** What the line takes for jitter at first, and at least: stamps of a simulation may have none. */
constexpr double first_jitter = 100e3 * 100e3, least_jitter = 5e3 * 5e3;
/** An error of so many times the jitter is an outlier. */
constexpr double usual = 4;
/** Over which the jitter is taken, and the mean error; the latter over 16 blocks at least. */
constexpr double jitter_ns = 5e9, mean_ns = 100e6;
/** So much of an error counts in the mean: some late blocks, one after the other, do not move it far. */
constexpr double most_counted_ns = 300e3;
/** Mean errors beyond which a clock has another slope, or another time. Stamps that beat with the millisecond of USB stay below. */
constexpr double bent_ns = 100e3, broken_ns = 250e3;
/** What is between them; and a time that is off by so much at once is another time. */
constexpr double bend_ns = 0.5e6, jump_ns = 50e6;
constexpr uint32_t settled_blocks = 4;
constexpr double settled_ns = 250e6;

}  // namespace

void ClockLine::restart(double rate_hz) {
  nominal_ns_ = ns_per_s / rate_hz;
  slope_ = 0;
  jitter_variance_ = first_jitter;
  blocks_ = 0;
  mean_error_ns_ = 0;
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
  const Event event = judge(error_ns, block_ns);
  if (event != Event::none) {
    ++restarts_;
    mean_error_ns_ = 0;
    if (event == Event::broken) {
      blocks_ = 1;
      jitter_variance_ = first_jitter;
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
  jitter_variance_ += (taken_ns * taken_ns - jitter_variance_) * std::min(std::max(block_ns / jitter_ns, 1.0 / blocks_), 1.0);
  jitter_variance_ = std::max(jitter_variance_, least_jitter);
  is_settled_ = is_settled_ || (blocks_ >= settled_blocks && static_cast<double>(ns - first_ns_) > settled_ns);
  return event;
}

ClockLine::Event ClockLine::judge(double error_ns, double block_ns) {
  const double counted_ns = std::clamp(error_ns, -most_counted_ns, most_counted_ns);
  mean_error_ns_ += (counted_ns - mean_error_ns_) * std::min(block_ns / mean_ns, 1.0 / 16);
  if (std::fabs(error_ns) > jump_ns) return Event::broken;
  if (std::fabs(error_ns) > bend_ns) return std::fabs(mean_error_ns_) > broken_ns ? Event::broken : Event::none;
  return std::fabs(mean_error_ns_) > bent_ns ? Event::bent : Event::none;
}

}  // namespace rowdesk
