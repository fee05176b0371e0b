// The thread of the network by given clocks: hours, and jumps of the time of day, are a moment.
#include "../src/network_thread.h"

#include <condition_variable>
#include <mutex>
#include <vector>

#include "../../lib/sound-files/test/check.h"

using namespace rowdesk;
using namespace rowdesk::aes67;

namespace {

constexpr uint64_t s = 1'000'000'000, ms = 1'000'000;
constexpr uint64_t start_realtime = 1'790'000'000 * s;

/** Clocks that pass only while the thread sleeps. What happens is ordered before it starts. */
class GivenClocks : public Clocks {
 public:
  struct Event {
    /** Since the start, by CLOCK_MONOTONIC. */
    uint64_t at_ns;
    /** By so much the time of day is set, and so much longer the thread sleeps. */
    int64_t step_ns;
    uint64_t oversleep_ns;
  };
  GivenClocks(double realtime_ppm, uint64_t length_ns, std::vector<Event> events = {})
      : realtime_ppm_(realtime_ppm), end_ns_(begin_ns + length_ns), events_(std::move(events)) {}

  ClockReading read() override {
    const auto passed = static_cast<double>(now_ns_ - begin_ns);
    const auto gained = static_cast<int64_t>(passed * realtime_ppm_ / 1e6) + stepped_ns_;
    const uint64_t realtime = start_realtime + (now_ns_ - begin_ns) + static_cast<uint64_t>(gained);
    return {now_ns_ - 20, realtime, now_ns_, now_ns_ + 20};
  }
  uint64_t monotonic_ns() override { return now_ns_; }
  void sleep_until(uint64_t monotonic_ns) override {
    if (monotonic_ns > end_ns_) return rest();
    now_ns_ = std::max(now_ns_, monotonic_ns);
    while (next_ < events_.size() && now_ns_ >= begin_ns + events_[next_].at_ns) {
      stepped_ns_ += events_[next_].step_ns;
      now_ns_ += events_[next_++].oversleep_ns;
    }
  }

  void wait_for_end() {
    std::unique_lock lock(guard_);
    changed_.wait(lock, [this] { return is_over_; });
  }
  void let_go() {
    const std::lock_guard lock(guard_);
    is_free_ = true;
    changed_.notify_all();
  }

 private:
  static constexpr uint64_t begin_ns = 1000 * s;

  void rest() {
    std::unique_lock lock(guard_);
    is_over_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return is_free_; });
  }

  const double realtime_ppm_;
  const uint64_t end_ns_;
  const std::vector<Event> events_;
  uint64_t now_ns_ = begin_ns;
  int64_t stepped_ns_ = 0;
  size_t next_ = 0;
  std::mutex guard_;
  std::condition_variable changed_;
  bool is_over_ = false, is_free_ = false;
};

/** Positions of blocks, without sound. */
struct Noting {
  uint64_t frames = 0, next = 0, gaps = 0, gap_frames = 0;
  rd_processor processor{sizeof(rd_processor), RD_ABI, this, [](void*, double, uint32_t, uint32_t, uint32_t) { return 0; },
                         [](void*) {},
                         [](void* self, const float* const*, float* const*, uint32_t frames, const rd_block_time* time) {
                           auto& noting = *static_cast<Noting*>(self);
                           if (time->frame_position != noting.next) {
                             ++noting.gaps;
                             noting.gap_frames += time->frame_position - noting.next;
                           }
                           noting.frames += frames;
                           noting.next = time->frame_position + frames;
                         }};
};

struct Outcome {
  Noting noting;
  ThreadFigures::Read figures;
  uint64_t steps;
  double deviation_ppm;
};

Outcome pass(GivenClocks& clocks, uint32_t block_frames = 1024) {
  Outcome outcome;
  Cycles cycles("test", 0, 0);
  cycles.start(outcome.noting.processor, 48000);
  {
    NetworkThread thread({48000, block_frames, 37}, cycles, 0, 0, std::make_unique<Plan>(), clocks);
    clocks.wait_for_end();
    outcome.figures = cycles.figures().thread;
    outcome.steps = thread.steps();
    outcome.deviation_ppm = thread.deviation_ppm();
    clocks.let_go();
    // The thread runs one block more, and sees that it ends.
  }
  cycles.stop();
  return outcome;
}

}  // namespace

TEST("twelve hours of a grandmaster that is 80 ppm fast have each frame of its time once") {
  constexpr uint64_t hours = 12 * 3600;
  GivenClocks clocks(80, hours * s);
  const Outcome outcome = pass(clocks);
  CHECK(outcome.steps == 0 && outcome.figures.xruns == 0 && outcome.noting.gaps == 0);
  const double expected = 48000.0 * hours * (1 + 80e-6);
  CHECK_NEAR(static_cast<double>(outcome.figures.frames), expected, 2 * 1024.0);
  CHECK_NEAR(outcome.deviation_ppm, 80, 0.1);
}

TEST("the time of day is set on by a minute, and back by an hour: sound goes on, and both are counted") {
  GivenClocks clocks(0, 600 * s, {{60 * s, 60 * static_cast<int64_t>(s), 0}, {300 * s, -3600 * static_cast<int64_t>(s), 0}});
  const Outcome outcome = pass(clocks);
  CHECK(outcome.steps == 2 && outcome.figures.xruns == 2 && outcome.noting.gaps == 2);
  // A jump of the time costs no more than the block that it is in, and the one after it.
  CHECK(outcome.noting.gap_frames > 0 && outcome.noting.gap_frames <= 4 * 1024);
  CHECK_NEAR(static_cast<double>(outcome.figures.frames + outcome.figures.lost_frames), 48000.0 * 600, 2 * 1024.0);
}

TEST("a thread that gets no time for 0.2 s catches up, and one without it for 2 s goes on in the present") {
  GivenClocks clocks(0, 60 * s, {{10 * s, 0, 200 * ms}, {30 * s, 0, 2 * s}});
  const Outcome outcome = pass(clocks);
  CHECK(outcome.steps == 0 && outcome.figures.xruns == 1 && outcome.noting.gaps == 1);
  CHECK_NEAR(static_cast<double>(outcome.noting.gap_frames), 2.0 * 48000, 2 * 1024.0);
  CHECK_NEAR(static_cast<double>(outcome.figures.frames + outcome.figures.lost_frames), 48000.0 * 60, 2 * 1024.0);
}
