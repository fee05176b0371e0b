#include "../src/media_clock.h"

#include "../../lib/sound-files/test/check.h"

using namespace rowdesk::aes67;

namespace {

constexpr uint64_t s = 1'000'000'000, ms = 1'000'000;
constexpr uint64_t start_realtime = 1'790'000'000 * s;

/** A machine whose CLOCK_REALTIME runs by other seconds than its CLOCK_MONOTONIC. */
struct Machine {
  double realtime_ppm = 0, raw_ppm = 0;
  int64_t stepped_ns = 0;
  uint64_t monotonic_ns = 1000 * s;
  uint64_t wide_ns = 40;
  /** Where in the reading the realtime clock was read. */
  double place = 0.5;

  ClockReading read() const {
    const double passed = static_cast<double>(monotonic_ns - 1000 * s);
    const auto at = [&](double ppm) { return static_cast<uint64_t>(static_cast<int64_t>(passed * ppm / 1e6)); };
    const uint64_t realtime = start_realtime + (monotonic_ns - 1000 * s) + at(realtime_ppm) + static_cast<uint64_t>(stepped_ns);
    const auto before = static_cast<uint64_t>(static_cast<double>(wide_ns) * place);
    return {monotonic_ns - before, realtime, 500 * s + (monotonic_ns - 1000 * s) + at(raw_ppm), monotonic_ns - before + wide_ns};
  }
  bool pass(MediaClock& clock, uint64_t ns) {
    monotonic_ns += ns;
    return clock.follow(read());
  }
  /** Media time less TAI, in ns. */
  double error_ns(const MediaClock& clock, int64_t utc_offset_s = 37) const {
    const uint64_t tai = read().realtime_ns + static_cast<uint64_t>(utc_offset_s) * s;
    const auto now = static_cast<double>(clock.due_ns((tai / s + 1) * 48000) - monotonic_ns);
    return static_cast<double>(s - tai % s) - now;
  }
};

}  // namespace

TEST("media time is TAI in frames, at each rate") {
  for (const uint32_t rate : {44100u, 48000u, 88200u, 96000u}) {
    Machine machine;
    const MediaClock clock(rate, 37, machine.read());
    const uint64_t tai_s = start_realtime / s + 37;
    CHECK(clock.position_at(machine.monotonic_ns) == tai_s * rate);
    CHECK(clock.position_at(machine.monotonic_ns - 1) == tai_s * rate - 1);
    CHECK(clock.due_ns(tai_s * rate) == machine.monotonic_ns);
    // A frame is there when it is due, and not before.
    for (uint64_t n = 1; n < 1000; ++n) {
      const uint64_t due = clock.due_ns(tai_s * rate + n);
      CHECK(clock.position_at(due) == tai_s * rate + n && clock.position_at(due - 1) == tai_s * rate + n - 1);
    }
  }
}

TEST("a realtime clock that is 100 ppm fast is followed without a step") {
  Machine machine{.realtime_ppm = 100};
  MediaClock clock(48000, 37, machine.read());
  uint64_t last = clock.position_at(machine.monotonic_ns);
  for (int block = 0; block < 20'000; ++block) {
    CHECK(!machine.pass(clock, ms));
    const uint64_t position = clock.position_at(machine.monotonic_ns);
    CHECK(position - last >= 47 && position - last <= 49);
    last = position;
  }
  CHECK(clock.steps() == 0);
  CHECK_NEAR(machine.error_ns(clock), 0, 60);
  CHECK_NEAR(clock.deviation_ppm(), 100, 0.02);
}

TEST("an error of 4 ms is slewed away by 500 ppm") {
  Machine machine;
  MediaClock clock(48000, 37, machine.read());
  machine.stepped_ns = 4 * ms;
  for (int block = 0; block < 4000; ++block) CHECK(!machine.pass(clock, ms));
  CHECK_NEAR(machine.error_ns(clock), -2.0 * ms, 50);
  for (int block = 0; block < 4100; ++block) machine.pass(clock, ms);
  CHECK_NEAR(machine.error_ns(clock), 0, 50);
  CHECK(clock.steps() == 0);
}

TEST("a step of the realtime clock is followed at once, and counted") {
  for (const int64_t step : {6 * int64_t{ms}, -6 * int64_t{ms}, 86400 * int64_t{s}, -86400 * int64_t{s}}) {
    Machine machine;
    MediaClock clock(48000, 37, machine.read());
    for (int n = 0; n < 10'000; ++n) machine.pass(clock, ms);
    machine.stepped_ns = step;
    CHECK(machine.pass(clock, ms));
    CHECK(!machine.pass(clock, ms));
    CHECK(clock.steps() == 1);
    CHECK_NEAR(machine.error_ns(clock), 0, 50);
    CHECK_NEAR(clock.deviation_ppm(), 0, 1e-9);
  }
}

TEST("another offset of UTC is a step, and none together with the leap second") {
  Machine machine;
  MediaClock clock(48000, 37, machine.read());
  clock.set_utc_offset(36);
  CHECK(machine.pass(clock, ms));
  CHECK_NEAR(machine.error_ns(clock, 36), 0, 50);
  const uint64_t before = clock.position_at(machine.monotonic_ns);
  clock.set_utc_offset(37);
  machine.stepped_ns = -static_cast<int64_t>(s);
  CHECK(!machine.pass(clock, ms));
  CHECK(clock.position_at(machine.monotonic_ns) - before == 48);
  CHECK(clock.steps() == 1);
}

TEST("the jitter of readings moves nothing, however wide they are") {
  Machine machine{.wide_ns = 200'000};
  MediaClock clock(48000, 37, machine.read());
  for (int n = 0; n < 5000; ++n) {
    machine.place = n % 2 == 0 ? 0.01 : 0.99;
    CHECK(!machine.pass(clock, ms));
    CHECK_NEAR(machine.error_ns(clock), 0, 1);
  }
}

TEST("a reading of a thread that slept within it is no step") {
  Machine machine;
  MediaClock clock(48000, 37, machine.read());
  machine.wide_ns = 40 * ms;
  machine.place = 0.95;
  CHECK(!machine.pass(clock, 50 * ms));
  CHECK_NEAR(machine.error_ns(clock), 0, 1);
}

TEST("the arrival of a packet is in media time, while media time still slews") {
  Machine machine;
  MediaClock clock(48000, 37, machine.read());
  machine.stepped_ns = 3 * ms;
  machine.pass(clock, ms);
  // What arrives now has the media time of now, however far CLOCK_REALTIME is ahead.
  const MediaTime now = clock.at_realtime(machine.read().realtime_ns);
  CHECK(now.frames == clock.position_at(machine.monotonic_ns));
  CHECK(now.fraction >= 0 && now.fraction < 1);
  const MediaTime later = clock.at_realtime(machine.read().realtime_ns + ms / 4);
  CHECK_NEAR(static_cast<double>(later.frames - now.frames) + later.fraction - now.fraction, 12, 0.001);
}
