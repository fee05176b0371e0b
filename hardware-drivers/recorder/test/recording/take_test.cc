#include <atomic>
#include <condition_variable>

#include "../../src/recording/take_writer.h"
#include "ring_fixture.h"

namespace {

using namespace rowdesk::recorder;
using namespace rowdesk::recorder::test;

/** A recorder in steps: the test says what time passes, and when the disk has time. */
struct Machine {
  Folder folder;
  uint32_t channels;
  std::unique_ptr<FakeRing> ring;
  uint64_t now_ns = 0;
  bool is_alive = true;
  uint64_t memory = uint64_t{1} << 40;
  FakeDisk disk;
  RingFollower follower;
  std::unique_ptr<TakeWriter> writer;

  explicit Machine(double pre_roll_s = 1, uint32_t channel_count = 2)
      : channels(channel_count),
        ring(std::make_unique<FakeRing>(folder.path, channel_count)),
        follower({.runtime_folder = folder.path,
                  .available_memory = [this] { return memory; },
                  .now_ns = [this] { return now_ns; },
                  .is_alive = [this](uint32_t) { return is_alive; }}) {
    follower.set_pre_roll(pre_roll_s);
    look();
  }
  /** As often as the link is looked at. */
  void look() {
    for (int n = 0; n < 20; ++n) follower.step();
  }
  /** This much of the signal is played; the reading thread has its steps. */
  void play(double seconds) {
    for (auto left = static_cast<uint64_t>(seconds * ring->rate + 0.5); left > 0;) {
      const uint64_t frames = std::min<uint64_t>(left, 4800);
      ring->write(frames);
      now_ns += frames * 1'000'000'000 / ring->rate;
      follower.step();
      left -= frames;
    }
  }
  void start(TakeOrder order = {}) {
    auto begin = follower.begin(order.ended_ns > 0 ? std::optional(order.ended_ns) : std::nullopt);
    writer = std::make_unique<TakeWriter>(std::move(begin), order, std::make_unique<FakeFiles>(disk, channels));
  }
  bool write() { return writer->step(true); }
  void stop() {
    follower.note(TapeEvent::end, Reason::stopped);
    // What waits in the ring is brought to the tape as that has room.
    for (int n = 0; write(); ++n) {
      CHECK(n < 100);
      follower.step();
    }
  }
  /** So many frames of a part are the signal from this frame of the clock on, in all channels. */
  bool is_signal(size_t part, uint64_t at, uint64_t frames, uint64_t clock) const {
    for (uint32_t c = 0; c < channels; ++c) {
      const auto& samples = disk.parts[part].channels[c];
      for (uint64_t n = 0; n < frames; ++n) {
        if (at + n >= samples.size() || samples[at + n] != sample_at(clock + n, c)) return false;
      }
    }
    return true;
  }
  uint64_t length(size_t part) const { return disk.parts[part].channels.back().size(); }
};

constexpr uint64_t second = 48000;

TEST("a take begins so long before its start as the pre-roll is, and ends at the frame of its stop") {
  Machine machine(2);
  machine.play(5);
  machine.start();
  machine.play(3.5);
  machine.ring->write(77);
  machine.stop();
  CHECK(machine.disk.is_closed);
  CHECK(machine.disk.parts.size() == 1);
  CHECK(machine.length(0) == 5 * second + second / 2 + 77);
  CHECK(machine.is_signal(0, 0, machine.length(0), 3 * second));
  const auto state = machine.writer->state();
  CHECK(state.is_complete && !state.has_failed && state.fault.empty() && state.dropout_count == 0);
  CHECK(machine.writer->position() == machine.length(0));
}

TEST("the next take has the sound of before, too") {
  Machine machine(2);
  machine.play(3);
  machine.start();
  machine.play(1);
  machine.stop();
  machine.play(0.5);
  machine.disk = {};
  machine.start();
  machine.play(1);
  machine.stop();
  CHECK(machine.length(0) == 3 * second);
  CHECK(machine.is_signal(0, 0, machine.length(0), 5 * second / 2));
}

TEST("a disk that stalls for ten seconds costs nothing, and the buffer tells of it") {
  Machine machine(1);
  machine.play(2);
  machine.start();
  machine.write();
  machine.play(10);
  CHECK_NEAR(machine.writer->fill(), 10.0 / 21, 0.001);
  CHECK(machine.writer->position() == 11 * second);
  machine.write();
  CHECK(machine.writer->fill() == 0);
  machine.play(1);
  machine.stop();
  CHECK(machine.writer->state().dropout_count == 0);
  CHECK(machine.length(0) == 12 * second);
  CHECK(machine.is_signal(0, 0, machine.length(0), second));
}

TEST("a disk that stalls for longer than the buffer costs one dropout of the right length") {
  Machine machine(1);
  machine.play(2);
  machine.start();
  machine.play(30);
  machine.write();
  machine.play(1);
  machine.stop();
  const auto state = machine.writer->state();
  const auto dropouts = machine.writer->dropouts();
  CHECK(state.dropout_count == 1 && dropouts.size() == 1);
  CHECK(dropouts[0].reason == Reason::disk);
  // From where the tape ends: the ring has the newest sound.
  CHECK(dropouts[0].at == 21 * second - FakeRing::capacity);
  CHECK(machine.length(0) == 32 * second);
  CHECK(machine.is_signal(0, 0, dropouts[0].at, second));
  const uint64_t after = dropouts[0].at + dropouts[0].frames;
  CHECK(after <= 31 * second + second / 4);
  CHECK(machine.is_signal(0, after, 32 * second - after, second + after));
  CHECK(!state.has_failed);
}

TEST("a disk that is too slow costs counted dropouts, each where it was") {
  Machine machine(0);
  machine.play(1);
  machine.start();
  // While a second of sound is written, two are heard.
  machine.disk.before_write = [&] {
    if (machine.ring->clock < 120 * second) machine.play(2);
  };
  while (machine.ring->clock < 120 * second) {
    machine.play(0.5);
    machine.write();
  }
  machine.disk.before_write = [] {};
  machine.stop();
  const auto dropouts = machine.writer->dropouts();
  CHECK(machine.writer->state().dropout_count == dropouts.size());
  CHECK(dropouts.size() > 1);
  uint64_t at = 0;
  for (const Dropout& dropout : dropouts) {
    CHECK(dropout.reason == Reason::disk);
    CHECK(machine.is_signal(0, at, dropout.at - at, second + at));
    at = dropout.at + dropout.frames;
  }
  CHECK(machine.is_signal(0, at, machine.length(0) - at, second + at));
  CHECK(machine.length(0) == machine.ring->clock - second);
}

TEST("frames that the mixer lost are silence, with their reason") {
  Machine machine(0);
  machine.start();
  machine.play(1);
  machine.ring->lose(960);
  machine.play(1);
  machine.stop();
  const auto dropouts = machine.writer->dropouts();
  CHECK(dropouts.size() == 1 && dropouts[0].at == second && dropouts[0].frames == 960);
  CHECK(dropouts[0].reason == Reason::xrun);
  CHECK(machine.length(0) == 2 * second + 960);
  CHECK(machine.disk.parts[0].channels[0][second + 480] == 0);
  CHECK(machine.is_signal(0, second + 960, second, second + 960));
}

TEST("silence without a clock is one dropout, and is not made longer") {
  Machine machine(0);
  machine.start();
  machine.play(1);
  machine.ring->note(64, RD_RECORD_GAP_SILENT);
  for (int n = 0; n < 100; ++n) {
    if (n > 0) machine.ring->ring->gaps[0].frames += 64;
    machine.ring->write(64, true);
    machine.follower.step();
    if (n % 7 == 0) machine.write();
  }
  machine.play(1);
  machine.stop();
  const auto dropouts = machine.writer->dropouts();
  CHECK(dropouts.size() == 1 && dropouts[0].at == second && dropouts[0].frames == 6400);
  CHECK(dropouts[0].reason == Reason::clock);
  CHECK(machine.length(0) == 2 * second + 6400);
}

TEST("the sample that follows a split is the right one") {
  Machine machine(0.5);
  machine.play(1);
  machine.start();
  machine.play(1);
  machine.ring->write(123);
  machine.follower.note(TapeEvent::split);
  machine.play(1);
  machine.stop();
  CHECK(machine.disk.parts.size() == 2);
  CHECK(machine.length(0) == 3 * second / 2 + 123);
  CHECK(machine.disk.parts[1].order.at == machine.length(0));
  CHECK(machine.is_signal(0, 0, machine.length(0), second / 2));
  CHECK(machine.is_signal(1, 0, second, 2 * second + 123));
  CHECK(machine.writer->state().parts[1].gap_frames == 0);
}

TEST("parts of a fixed length are that long to the sample, also through silence") {
  Machine machine(0);
  machine.start({.split_frames = 2 * second});
  machine.play(3);
  machine.ring->lose(4 * second);
  machine.play(1);
  machine.stop();
  CHECK(machine.disk.parts.size() == 4);
  for (size_t n = 0; n < 4; ++n) {
    CHECK(machine.length(n) == 2 * second);
    CHECK(machine.disk.parts[n].order.number == n + 1 && machine.disk.parts[n].order.at == 2 * second * n);
  }
  CHECK(machine.is_signal(1, 0, second, 2 * second));
  CHECK(machine.is_signal(3, second, second, 7 * second));
}

TEST("a mixer that crashes and comes back gives the take another part, with the gap between") {
  Machine machine(0);
  machine.start();
  machine.play(2);
  machine.is_alive = false;
  machine.look();
  CHECK(machine.follower.state().shape.channels == 0);
  CHECK(machine.write());
  machine.is_alive = true;
  auto next = std::make_unique<FakeRing>(machine.folder.path, 2, 48000, 2);
  next->clock = machine.ring->clock + 3 * second;
  next->write(100);
  machine.ring = std::move(next);
  machine.look();
  machine.play(1);
  machine.stop();
  CHECK(machine.disk.parts.size() == 2);
  CHECK(machine.length(0) == 2 * second && machine.length(1) == second + 100);
  const auto parts = machine.writer->state().parts;
  CHECK(parts[1].gap_frames == 3 * second);
  CHECK(machine.disk.parts[1].order.at == 5 * second);
  CHECK(machine.is_signal(1, 0, second + 100, 5 * second));
  CHECK(machine.writer->state().fault.empty());
}

TEST("a ring that is seen before its first frame gives the take the gap up to that frame") {
  Machine machine(0);
  machine.start();
  machine.play(2);
  auto next = std::make_unique<FakeRing>(machine.folder.path, 2, 48000, 2);
  next->clock = machine.ring->clock + 3 * second;
  machine.ring->ring->has_ended = 1;
  machine.ring = std::move(next);
  machine.look();
  machine.play(1);
  machine.look();
  machine.stop();
  CHECK(machine.disk.parts.size() == 2);
  CHECK(machine.length(1) == second);
  CHECK(machine.writer->state().parts.back().gap_frames == 3 * second);
}

TEST("a ring with other tracks, one with another rate, and one with both end the take, and the reason says which") {
  struct Other {
    uint32_t channels, rate_hz;
    const char* words;
  };
  for (const Other other : {Other{2, 96000, "came back at another rate: the take has ended"},
                            Other{3, 48000, "came back with other tracks: the take has ended"},
                            Other{3, 96000, "came back at another rate and with other tracks: the take has ended"}}) {
    Machine machine(1);
    machine.start();
    machine.play(2);
    auto next = std::make_unique<FakeRing>(machine.folder.path, other.channels, other.rate_hz, 2);
    machine.ring->ring->has_ended = 1;
    machine.ring = std::move(next);
    machine.look();
    CHECK(!machine.write());
    const auto state = machine.writer->state();
    CHECK(state.is_complete && state.fault.find(other.words) != std::string::npos);
    CHECK(!state.has_failed);
    CHECK(machine.length(0) == 2 * second);
    machine.look();
    machine.channels = machine.ring->ring->channels;
    machine.disk = {};
    machine.play(1);
    machine.start();
    machine.play(1);
    machine.stop();
    CHECK(machine.length(0) == 2 * machine.ring->rate);
  }
}

TEST("a minute without sound ends the take") {
  Machine machine(0);
  machine.start();
  machine.play(1);
  machine.ring->ring->has_ended = 1;
  machine.now_ns += 59'000'000'000;
  machine.look();
  CHECK(machine.write());
  machine.now_ns += 2'000'000'000;
  machine.look();
  CHECK(!machine.write());
  CHECK(machine.writer->state().fault.find("no sound for a minute") != std::string::npos);
  CHECK(machine.length(0) == second);
}

TEST("a write error ends the take in order, and the next one has its pre-roll") {
  Machine machine(2);
  machine.play(3);
  machine.start();
  machine.play(1);
  machine.write();
  machine.disk.fails_with = "01.wav: Input/output error";
  machine.play(1);
  CHECK(!machine.write());
  const auto state = machine.writer->state();
  CHECK(state.is_complete && state.has_failed && state.fault == "01.wav: Input/output error");
  CHECK(machine.disk.is_closed);
  CHECK(state.parts[0].frames == 3 * second);
  machine.play(1);
  machine.disk = {};
  machine.start();
  machine.play(1);
  machine.stop();
  CHECK(machine.length(0) == 3 * second);
  CHECK(machine.is_signal(0, 0, 3 * second, 4 * second));
}

TEST("a take whose files can't be made says so") {
  Machine machine(0);
  machine.disk.fails_with = "01.wav: Read-only file system";
  machine.start();
  CHECK(!machine.write());
  CHECK(!machine.writer->state().has_begun && machine.writer->state().fault == "01.wav: Read-only file system");
  CHECK(machine.writer->position() == 0);
}

TEST("a take that goes on has its next part, and the time between as a gap") {
  Machine machine(3);
  machine.play(4);
  // It ended at second 2.5 of the clock, whose first frame was heard at second 1.
  machine.start({.first_part = 3, .frames_before = 10 * second, .ended_ns = 3'500'000'000});
  machine.play(1);
  machine.stop();
  const auto parts = machine.writer->state().parts;
  CHECK(parts.size() == 1 && parts[0].number == 3 && parts[0].gap_frames == 0);
  CHECK(machine.disk.parts[0].order.at == 10 * second);
  CHECK(machine.is_signal(0, 0, 5 * second / 2, 5 * second / 2));
  machine.disk = {};
  machine.play(1);
  machine.start({.first_part = 4, .frames_before = 10 * second, .ended_ns = 500'000'000});
  machine.stop();
  CHECK(machine.writer->state().parts[0].gap_frames == second / 2);
  CHECK(machine.disk.parts[0].order.at == 21 * second / 2);
  CHECK(machine.is_signal(0, 0, 6 * second, 0));
}

TEST("what needs more memory than there is is refused in words, and taken once there is") {
  Machine machine(60);
  const uint64_t needed = 2 * 80 * second * 4;
  CHECK(machine.follower.state().is_ready && machine.follower.state().needed_bytes == needed);
  machine.follower.set_pre_roll(30);
  machine.memory = 1000;
  machine.look();
  CHECK(!machine.follower.state().is_ready);
  std::string words;
  try {
    machine.start();
  } catch (const Refusal& refusal) {
    words = refusal.what();
  }
  CHECK(words.find("recording needs 18 MB of memory") != std::string::npos);
  machine.memory = uint64_t{1} << 40;
  machine.look();
  CHECK(machine.follower.state().is_ready && machine.follower.state().fault.empty());
}

TEST("without a ring nothing is recorded") {
  Machine machine;
  machine.ring->ring->has_ended = 1;
  machine.look();
  bool is_refused = false;
  try {
    machine.start();
  } catch (const Refusal&) {
    is_refused = true;
  }
  CHECK(is_refused);
}

TEST("the threads: a disk that blocks in a write holds up neither the reading nor a question") {
  Machine machine(1);
  std::mutex guard;
  std::condition_variable freed;
  bool is_blocked = true;
  std::atomic<bool> is_waiting{false};
  machine.disk.before_write = [&] {
    std::unique_lock lock(guard);
    is_waiting = true;
    freed.wait(lock, [&] { return !is_blocked; });
  };
  machine.play(2);
  machine.start();
  machine.writer->run();
  CHECK(machine.writer->wait_begun(60));
  while (!is_waiting) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  machine.play(10);
  CHECK(machine.writer->position() == 11 * second);
  CHECK(machine.writer->fill() > 0.5);
  CHECK(!machine.writer->wait_complete(0));
  machine.follower.note(TapeEvent::end, Reason::stopped);
  {
    const std::lock_guard lock(guard);
    is_blocked = false;
    freed.notify_all();
  }
  CHECK(machine.writer->wait_complete(60));
  CHECK(machine.length(0) == 11 * second);
  CHECK(machine.is_signal(0, 0, 11 * second, second));
}

TEST("a recorder that stands still for as long as the ring holds loses nothing") {
  Machine machine(0);
  machine.start();
  machine.play(1);
  for (int n = 0; n < 10; ++n) {
    machine.ring->write(FakeRing::capacity - 4096);
    machine.follower.step();
    CHECK(machine.write());
  }
  machine.stop();
  CHECK(machine.writer->state().dropout_count == 0);
  CHECK(machine.length(0) == second + 10 * (FakeRing::capacity - 4096));
  CHECK(machine.is_signal(0, 0, machine.length(0), 0));
}

TEST("what waits in the ring for the disk is in the take, up to the frame of the stop, and splits have their place") {
  Machine machine(0);
  machine.start();
  // The tape is full, and most of the ring.
  machine.play(19.5);
  CHECK(machine.writer->position() == 39 * second / 2);
  machine.follower.note(TapeEvent::split);
  machine.play(0.25);
  CHECK_NEAR(machine.writer->fill(), 19.75 / 20, 0.001);
  machine.stop();
  CHECK(machine.writer->state().dropout_count == 0);
  CHECK(machine.disk.parts.size() == 2);
  CHECK(machine.length(0) == 39 * second / 2 && machine.length(1) == second / 4);
  CHECK(machine.is_signal(0, 0, machine.length(0), 0) && machine.is_signal(1, 0, second / 4, 39 * second / 2));
}

TEST("what waits in the ring of a mixer that has crashed is read before the next ring") {
  Machine machine(0);
  machine.start();
  machine.play(19.5);
  auto next = std::make_unique<FakeRing>(machine.folder.path, 2, 48000, 2);
  next->clock = machine.ring->clock + 3 * second;
  next->write(100);
  machine.ring->ring->has_ended = 1;
  machine.ring = std::move(next);
  machine.look();
  for (int n = 0; n < 10; ++n) {
    CHECK(machine.write());
    machine.look();
  }
  machine.play(1);
  machine.stop();
  CHECK(machine.writer->state().dropout_count == 0);
  CHECK(machine.length(0) == 39 * second / 2 && machine.length(1) == second + 100);
  CHECK(machine.writer->state().parts[1].gap_frames == 3 * second);
  CHECK(machine.is_signal(0, 0, machine.length(0), 0) && machine.is_signal(1, 0, second + 100, 45 * second / 2));
}

/** Where the frame behind so many of the take is: the last place before it, and what follows. */
RingPlace place_behind(const FakeDisk& disk, uint64_t frames) {
  uint64_t at = disk.parts.back().order.at;
  RingPlace place = disk.parts.back().order.place;
  for (const auto& [from, other] : disk.places) {
    if (from >= at && from <= frames) at = from, place = other;
  }
  place.is_behind_gap = at == frames;
  place.frame += frames - at;
  return place;
}

TEST("another recorder reads on from the very frame behind those that are in the files") {
  for (const bool has_xrun : {false, true}) {
    Machine machine(0.5);
    machine.play(1);
    machine.start();
    machine.play(1);
    if (has_xrun) machine.ring->lose(960);
    machine.play(0.5);
    machine.write();
    const uint64_t written = machine.length(0);
    const RingPlace place = place_behind(machine.disk, written);
    // Heard, and in no file of the recorder that is killed now.
    machine.play(0.25);
    if (has_xrun) machine.ring->lose(480);
    machine.play(0.25);
    FakeDisk disk;
    RingFollower other({.runtime_folder = machine.folder.path,
                        .available_memory = [] { return uint64_t{1} << 40; },
                        .now_ns = [&] { return machine.now_ns; },
                        .is_alive = [](uint32_t) { return true; }});
    for (int n = 0; n < 20; ++n) other.step();
    TakeWriter writer(other.begin(1, place), {.first_part = 2, .frames_before = written, .ended_ns = 1},
                      std::make_unique<FakeFiles>(disk, 2));
    machine.ring->write(second / 4);
    other.step();
    other.note(TapeEvent::end, Reason::stopped);
    CHECK(!writer.step(true));
    CHECK(writer.state().parts[0].gap_frames == 0);
    const uint64_t lost = has_xrun ? 480 : 0, clock = second / 2 + written;
    CHECK(disk.parts[0].channels[0].size() == 3 * second / 4 + lost);
    machine.disk = disk;
    CHECK(machine.is_signal(0, 0, second / 4, clock));
    CHECK(machine.is_signal(0, second / 4 + lost, second / 2, clock + second / 4 + lost));
  }
}

TEST("another recorder that comes too late says to the frame what it lacks") {
  Machine machine(0);
  machine.start();
  machine.play(1);
  machine.write();
  const RingPlace place = place_behind(machine.disk, second);
  machine.play(3);
  FakeDisk disk;
  RingFollower other({.runtime_folder = machine.folder.path,
                      .available_memory = [] { return uint64_t{1} << 40; },
                      .now_ns = [&] { return machine.now_ns; },
                      .is_alive = [](uint32_t) { return true; }});
  for (int n = 0; n < 20; ++n) other.step();
  TakeWriter writer(other.begin(1, place), {.first_part = 2, .frames_before = second, .ended_ns = 1},
                    std::make_unique<FakeFiles>(disk, 2));
  other.step();
  other.note(TapeEvent::end, Reason::stopped);
  CHECK(!writer.step(true));
  const uint64_t gap = writer.state().parts[0].gap_frames;
  CHECK(gap > 0 && gap + disk.parts[0].channels[0].size() == 3 * second);
  machine.disk = disk;
  CHECK(machine.is_signal(0, 0, disk.parts[0].channels[0].size(), second + gap));
}

}  // namespace
