#include "clocks.h"

#include <rowdesk/clock.h>

namespace rowdesk::aes67 {
namespace {

/** Of the readings of the clocks, the tightest one counts. */
constexpr int readings = 3;

uint64_t read_ns(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * RD_NS_PER_S + static_cast<uint64_t>(now.tv_nsec);
}

class SystemClocks : public Clocks {
 public:
  ClockReading read() override {
    ClockReading best{};
    for (int n = 0; n < readings; ++n) {
      ClockReading next{};
      next.before_ns = read_ns(CLOCK_MONOTONIC);
      next.realtime_ns = read_ns(CLOCK_REALTIME);
      next.raw_ns = read_ns(CLOCK_MONOTONIC_RAW);
      next.after_ns = read_ns(CLOCK_MONOTONIC);
      if (n == 0 || next.after_ns - next.before_ns < best.after_ns - best.before_ns) best = next;
    }
    return best;
  }
  uint64_t monotonic_ns() override { return rd_monotonic_ns(); }
  void sleep_until(uint64_t monotonic_ns) override { rd_sleep_until(monotonic_ns); }
};

}  // namespace

Clocks& system_clocks() {
  static SystemClocks clocks;
  return clocks;
}

}  // namespace rowdesk::aes67
