// The smoothed clock of one side: a straight line through the positions of its blocks and the times at which they came.
#pragma once
#include <cstdint>

namespace rowdesk {

/**
 * A delay-locked loop of second order (F. Adriaensen, "Using a DLL to filter time", 2005), whose gains are those of a Kalman
 * filter for the state (time, slope): it learns as fast as its jitter permits, and ends as the loop with the time constant
 * below. A stamp that is far off pulls it no further than usual ones do; when stamps stay off, it begins anew.
 */
class ClockLine {
 public:
  enum class Event {
    none,
    /** The slope changed: the line learns anew, from where it is. */
    bent,
    /** Time or positions jumped: nothing of the line holds any more. */
    broken,
  };

  /** Forgets all. rate_hz: nominal. */
  void restart(double rate_hz);
  /** A block of `frames` that begins at `position`, due at CLOCK_MONOTONIC `ns`. Positions do not go back. */
  Event add(uint64_t position, uint32_t frames, uint64_t ns);

  /** Of the newest block: position and time, ns as a whole and a part. */
  uint64_t position() const { return position_; }
  int64_t time_ns() const { return time_ns_; }
  double time_fraction_ns() const { return fraction_ns_; }
  /** The duration of a frame. */
  double frame_ns() const { return nominal_ns_ * (1.0 + slope_); }
  /** How much longer a frame is than nominal, 1e-6 for one part per million. */
  double slope() const { return slope_; }
  /** Good enough to place sound by it: some blocks, and a quarter of a second, since it was broken. */
  bool is_settled() const { return is_settled_; }
  /** How often it was bent or broken. */
  uint32_t restarts() const { return restarts_; }

 private:
  Event judge(double error_ns, double block_ns);
  void spread(double time_variance, double slope_variance);

  double nominal_ns_ = 0;
  uint64_t position_ = 0;
  int64_t time_ns_ = 0;
  double fraction_ns_ = 0, slope_ = 0;
  /** The covariance of time (ns) and slope. */
  double time_variance_ = 0, covariance_ = 0, slope_variance_ = 0;
  /** The mean square of the jitter, ns^2. */
  double jitter_variance_ = 0;
  /** The mean error of late; that of a line that holds is 0. */
  double mean_error_ns_ = 0;
  uint64_t first_ns_ = 0;
  uint32_t blocks_ = 0, restarts_ = 0;
  bool is_settled_ = false;
};

}  // namespace rowdesk
