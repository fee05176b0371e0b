// The reading thread: follows the mixer's ring, whichever it is at the moment, and copies it to the tape. It never touches a
// disk. What the tape has no room for waits in the ring.
#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "ring_reader.h"
#include "tape.h"

namespace rowdesk::recorder {

/** What a call can't do at the moment, in words for the operator. */
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct FollowerOptions {
  std::string runtime_folder;
  /** A take without sound for so long ends. */
  double longest_silence_s = 60;
  /** Ring and tape hold so much more than the pre-roll, for a disk that stalls: a short ring takes a longer tape. */
  double stall_s = 20;
  /** Memory that a tape may have, in bytes. */
  std::function<uint64_t()> available_memory;
  /** CLOCK_MONOTONIC, in ns. */
  std::function<uint64_t()> now_ns;
  std::function<bool(uint32_t process_id)> is_alive;
};

/** With the clocks and the memory of this machine. */
FollowerOptions real_options(std::string runtime_folder);

class RingFollower {
 public:
  explicit RingFollower(FollowerOptions options);
  ~RingFollower();
  /** Starts the thread; without it `step` does the work. */
  void run();
  /** Looks for a ring, and copies what it has. */
  void step();

  /** Another length takes another tape, once no take holds this one. */
  void set_pre_roll(double seconds);

  struct State {
    /** Of the ring that is there; no tracks when there is none. */
    RingShape shape;
    /** A take can begin. */
    bool is_ready = false;
    /** Memory of the ring, and of the tape for this ring and pre-roll, in bytes. */
    uint64_t needed_bytes = 0;
    /** How long the ring holds what is not read, in seconds. */
    double ring_s = 0;
    /** Why there is a ring and no tape, in words. */
    std::string fault;
  };
  State state() const;

  struct Begin {
    std::shared_ptr<Tape> tape;
    RingShape shape;
    /** The first frame of the take on the tape, and its time by CLOCK_MONOTONIC. */
    uint64_t from;
    uint64_t from_ns;
    RingPlace place = {};
    /** What is missing before the first frame, where the ring says it. */
    std::optional<uint64_t> gap_frames = std::nullopt;
  };
  /**
   * Holds the tape from the pre-roll on; with `not_before_ns` from the first frame after this time (CLOCK_MONOTONIC) that the
   * tape has, and from `place` on where the ring has it. Throws Refusal in words.
   */
  Begin begin(std::optional<uint64_t> not_before_ns = std::nullopt, std::optional<RingPlace> place = std::nullopt);
  /** Notes that the take is split or ends at the frame that is heard now. */
  void note(TapeEvent::Kind kind, Reason reason = Reason::none);
  /** Puts all that was heard up to now on the tape. */
  void catch_up();

 private:
  void attach();
  void lose_ring();
  /** Puts at most so many frames on the tape. True when more of them wait, and the tape has room. */
  bool pull(uint64_t most = UINT64_MAX);
  void put_notes();
  void miss(uint64_t frames, uint64_t ring_frames, Reason reason);
  void miss_of_ring(uint64_t from, uint64_t frames);
  Begin read_on(const RingPlace& place);
  void watch_silence();
  uint64_t tape_frames(const RingShape& shape, uint64_t ring_frames, double pre_roll_s) const;

  const FollowerOptions options_;
  std::atomic<double> pre_roll_s_{0};
  std::atomic<bool> ends_{false};
  std::thread thread_;
  /** Guards all below against calls of other threads. */
  mutable std::mutex guard_;
  std::unique_ptr<RingReader> reader_;
  std::shared_ptr<Tape> tape_;
  /** Of the tape. */
  RingShape shape_;
  double tape_pre_roll_s_ = 0;
  /** Of a ring that is there. */
  RingShape found_;
  /** What it holds. */
  uint64_t ring_frames_ = 0;
  /** Splits and ends, before the frame of the ring that comes next when they were asked for. */
  struct Note {
    uint64_t at;
    TapeEvent event;
  };
  std::deque<Note> notes_;
  std::string fault_;
  uint64_t last_epoch_ = 0;
  /** The time of the tape's head. */
  uint64_t head_ns_ = 0;
  /** When a frame came last, by the clock of this process. */
  uint64_t heard_ns_ = 0;
  uint64_t heard_end_ = 0;
  /** The tape was full since the last frame that it got. */
  bool was_full_ = false;
  uint64_t steps_ = 0;
};

}  // namespace rowdesk::recorder
