#include "ring_follower.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>

#include "memory.h"

namespace rowdesk::recorder {
namespace {

constexpr auto interval = std::chrono::milliseconds(15);
/** What the tape has beside the pre-roll at least: the writing thread has as much to write at once. */
constexpr double least_tape_s = 2;
/** Frames that a question waits for: half a second of a full desk is copied within some milliseconds. */
constexpr uint64_t most_per_turn = 24'000;
constexpr uint64_t kept_for_desk_bytes = 256 << 20;
/** The link is looked at once in so many steps while a ring is read. */
constexpr uint64_t steps_per_look = 16;

/** Why a take of the one goes on with none of the other. */
Reason difference_of(const RingShape& one, const RingShape& other) {
  if (one.rate_hz == other.rate_hz) return Reason::other_tracks;
  return one.tracks == other.tracks ? Reason::other_rate : Reason::other_rate_and_tracks;
}

uint64_t megabytes(uint64_t bytes) { return (bytes + (1 << 20) - 1) >> 20; }

}  // namespace

FollowerOptions real_options(std::string runtime_folder) {
  return {.runtime_folder = std::move(runtime_folder),
          .available_memory = available_memory,
          .now_ns =
              [] {
                timespec now{};
                clock_gettime(CLOCK_MONOTONIC, &now);
                return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
              },
          .is_alive = [](uint32_t id) { return kill(static_cast<pid_t>(id), 0) == 0 || errno != ESRCH; }};
}

RingFollower::RingFollower(FollowerOptions options) : options_(std::move(options)) {}

RingFollower::~RingFollower() {
  ends_ = true;
  if (thread_.joinable()) thread_.join();
}

void RingFollower::run() {
  thread_ = std::thread([this] {
    while (!ends_) {
      step();
      std::this_thread::sleep_for(interval);
    }
  });
  pthread_setname_np(thread_.native_handle(), "rec-read");
}

void RingFollower::set_pre_roll(double seconds) { pre_roll_s_ = seconds; }

uint64_t RingFollower::tape_frames(const RingShape& shape, uint64_t ring_frames, double pre_roll_s) const {
  const auto most = static_cast<uint64_t>((options_.stall_s - least_tape_s) * shape.rate_hz);
  return static_cast<uint64_t>((pre_roll_s + options_.stall_s) * shape.rate_hz) - std::min(ring_frames, most);
}

void RingFollower::step() {
  {
    std::unique_lock lock(guard_);
    while (pull(most_per_turn)) {
      // Questions of other threads come between.
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
    if (reader_ && (reader_->has_ended() || (steps_ % steps_per_look == 0 && !options_.is_alive(reader_->process_id())))) {
      // What came between the last pull and the end; what the tape has no room for is still read.
      pull();
      if (reader_->backlog() == 0) lose_ring();
    }
    watch_silence();
  }
  const bool has_tape = tape_ && found_ == shape_ && tape_pre_roll_s_ == pre_roll_s_;
  if (steps_++ % (reader_ && has_tape ? steps_per_look : 4) == 0) attach();
}

void RingFollower::attach() {
  // Another one may be set meanwhile: it is for the next look.
  const double pre_roll_s = pre_roll_s_;
  std::unique_ptr<RingReader> found;
  std::string fault;
  try {
    found = RingReader::open(options_.runtime_folder, reader_ ? reader_->epoch() : last_epoch_);
  } catch (const RingError& error) {
    fault = error.what();
  }
  if (found && reader_) {
    const std::lock_guard lock(guard_);
    pull();
    // The end of the ring before waits for the disk.
    if (reader_->backlog() > 0) return;
  }
  if (found && (found->has_ended() || !options_.is_alive(found->process_id()))) found.reset();
  // The gap before a take's next part ends with the ring's first frame: until then nothing says how long the gap is.
  const bool goes_on = found && tape_ && tape_->is_held() && found->shape() == shape_;
  if (goes_on && !found->has_begun()) found.reset();
  const RingShape shape = found ? found->shape() : reader_ ? reader_->shape() : RingShape{};
  const uint64_t ring_frames = found ? found->capacity() : ring_frames_;
  const bool is_other = shape.channels > 0 && (shape != shape_ || (tape_pre_roll_s_ != pre_roll_s && !tape_->is_held()));
  std::shared_ptr<Tape> tape = tape_;
  if (is_other && tape && tape->is_held()) {
    // The take can't go on with this ring; the tape is needed until its last frame is on the disk.
    const std::lock_guard lock(guard_);
    if (reader_) {
      pull();
      lose_ring();
    }
    found_ = shape;
    tape_->note({.kind = TapeEvent::end, .reason = difference_of(shape, shape_)});
    return;
  }
  if (is_other || (shape.channels > 0 && !tape)) {
    {
      const std::lock_guard lock(guard_);
      // A take has begun meanwhile.
      if (tape_ && tape_->is_held()) return;
      tape_.reset();
      shape_ = {};
    }
    // Beyond the guard: this takes time, and frees the memory of the one before first.
    tape.reset();
    const uint64_t frames = tape_frames(shape, ring_frames, pre_roll_s), needed = Tape::bytes_of(shape.channels, frames);
    const uint64_t available = options_.available_memory();
    if (needed + kept_for_desk_bytes > available) {
      fault = "recording needs " + std::to_string(megabytes(needed)) + " MB of memory; of " +
              std::to_string(megabytes(available)) + " MB that are available " +
              std::to_string(megabytes(kept_for_desk_bytes)) + " MB are kept for the desk: arm fewer strips, or shorten preRollS";
    } else {
      try {
        tape = std::make_shared<Tape>(shape.channels, frames);
      } catch (const std::bad_alloc&) {
        fault = "there is no memory for " + std::to_string(megabytes(needed)) + " MB of recording";
      }
    }
  }
  const std::lock_guard lock(guard_);
  fault_ = fault;
  found_ = shape;
  ring_frames_ = ring_frames;
  if (is_other || !tape_) {
    tape_ = tape;
    shape_ = tape ? shape : RingShape{};
    tape_pre_roll_s_ = pre_roll_s;
  }
  if (!tape_) {
    // The ring is looked at again once there may be memory.
    reader_.reset();
    last_epoch_ = 0;
    return;
  }
  if (!found) return;
  if (reader_) {
    pull();
    lose_ring();
  }
  reader_ = std::move(found);
  last_epoch_ = reader_->epoch();
  was_full_ = false;
  const uint64_t begins_ns = reader_->next_ns();
  if (tape_->is_held()) {
    const uint64_t passed_ns = begins_ns > head_ns_ ? begins_ns - head_ns_ : 0;
    const auto frames = static_cast<uint64_t>(static_cast<double>(passed_ns) * shape.rate_hz / 1e9);
    tape_->note({.kind = TapeEvent::new_ring, .frames = frames, .at_ns = head_ns_ + passed_ns, .place = reader_->place()});
  } else {
    tape_->clear();
  }
  head_ns_ = begins_ns;
  heard_ns_ = options_.now_ns();
}

void RingFollower::lose_ring() {
  put_notes();
  if (tape_) tape_->set_waiting(0, ring_frames_);
  last_epoch_ = reader_->epoch();
  reader_.reset();
  found_ = {};
}

void RingFollower::watch_silence() {
  if (!tape_ || !tape_->is_held()) return;
  if (static_cast<double>(options_.now_ns() - heard_ns_) / 1e9 < options_.longest_silence_s) return;
  tape_->note({.kind = TapeEvent::end, .reason = Reason::no_ring});
  heard_ns_ = options_.now_ns();
}

RingFollower::State RingFollower::state() const {
  const std::lock_guard lock(guard_);
  return {.shape = found_,
          .is_ready = tape_ && found_ == shape_ && reader_ != nullptr && tape_pre_roll_s_ == pre_roll_s_,
          .needed_bytes = Tape::bytes_of(found_.channels, ring_frames_ + tape_frames(found_, ring_frames_, pre_roll_s_)),
          .ring_s = found_.rate_hz > 0 ? static_cast<double>(ring_frames_) / found_.rate_hz : 0,
          .fault = fault_};
}

RingFollower::Begin RingFollower::begin(std::optional<uint64_t> not_before_ns, std::optional<RingPlace> place) {
  const std::lock_guard lock(guard_);
  if (!fault_.empty()) throw Refusal(fault_);
  if (!reader_ || !tape_) throw Refusal("there is nothing to record: no strip is armed, or the mixer gives no sound");
  if (tape_->is_held()) throw Refusal("the take before is still being written");
  notes_.clear();
  if (place && reader_->has(*place)) return read_on(*place);
  pull();
  const uint64_t head = tape_->head(), oldest = tape_->oldest();
  const auto rate = static_cast<double>(shape_.rate_hz);
  // From here on the tape needs room for a disk that stalls.
  const auto most = static_cast<uint64_t>(std::min(tape_pre_roll_s_, pre_roll_s_.load()) * rate);
  uint64_t frames = std::min(most, head - oldest);
  if (not_before_ns) {
    const double since_s = head_ns_ > *not_before_ns ? static_cast<double>(head_ns_ - *not_before_ns) / 1e9 : 0;
    const uint64_t longest = tape_->capacity() / 2;
    frames = std::min({static_cast<uint64_t>(since_s * rate), longest, head - oldest});
  }
  tape_->hold(head - frames);
  heard_ns_ = options_.now_ns();
  const auto ns = static_cast<uint64_t>(static_cast<double>(frames) / rate * 1e9);
  return {.tape = tape_,
          .shape = shape_,
          .from = head - frames,
          .from_ns = head_ns_ > ns ? head_ns_ - ns : 0,
          .place = {.epoch = reader_->epoch(), .frame = reader_->place().frame - tape_->ring_frames_from(head - frames)}};
}

/** What the tape has of the ring is not needed: the reading thread copies it anew, from the right frame on. */
RingFollower::Begin RingFollower::read_on(const RingPlace& place) {
  const uint64_t lost = reader_->go_to(place);
  tape_->clear();
  const uint64_t head = tape_->head();
  tape_->hold(head);
  head_ns_ = reader_->next_ns();
  heard_ns_ = options_.now_ns();
  return {.tape = tape_, .shape = shape_, .from = head, .from_ns = head_ns_, .place = reader_->place(), .gap_frames = lost};
}

void RingFollower::note(TapeEvent::Kind kind, Reason reason) {
  const std::lock_guard lock(guard_);
  if (!tape_ || !tape_->is_held()) return;
  pull(most_per_turn);
  const TapeEvent event{.kind = kind, .reason = reason};
  // What waits in the ring comes before it.
  if (reader_ && reader_->backlog() > 0) notes_.push_back({.at = reader_->end().frame, .event = event});
  else tape_->note(event);
}

void RingFollower::catch_up() {
  const std::lock_guard lock(guard_);
  pull(most_per_turn);
}

}  // namespace rowdesk::recorder
