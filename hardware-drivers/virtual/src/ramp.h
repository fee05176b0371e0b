// A linear ramp to a target, independent of the block size.
#pragma once
#include <cstdint>

namespace rowdesk::stagebox {

class Ramp {
 public:
  double value() const { return done_ >= total_ ? to_ : from_ + step_ * done_; }
  bool is_moving() const { return done_ < total_; }

  void jump(double target) {
    from_ = to_ = target;
    done_ = total_ = 0;
  }

  /** Begins a ramp from the present value to `target` over `frames` frames. */
  void move(double target, uint32_t frames) {
    if (target == to_) return;
    from_ = value();
    to_ = target;
    done_ = 0;
    total_ = frames;
    step_ = frames == 0 ? 0 : (to_ - from_) / frames;
  }

  /** Returns the value of this frame and advances to the next. */
  double next() {
    const double now = value();
    if (done_ < total_) ++done_;
    return now;
  }

 private:
  double from_ = 0, to_ = 0, step_ = 0;
  uint32_t done_ = 0, total_ = 0;
};

}  // namespace rowdesk::stagebox
