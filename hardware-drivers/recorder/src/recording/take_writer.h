// The writing thread of one take: from the tape to the files, with parts, splits, and silence for what is missing.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "reason.h"
#include "ring_follower.h"
#include "take_files.h"
#include "tape.h"

namespace rowdesk::recorder {

struct WrittenPart {
  uint32_t number = 1;
  /** CLOCK_MONOTONIC of the first frame. */
  uint64_t at_ns = 0;
  uint64_t frames = 0;
  /** Between the part before and this one. */
  uint64_t gap_frames = 0;
  /** Tracks without a file in this part, from 0. */
  std::vector<uint32_t> missing = {};
};

struct Dropout {
  /** From the start of the take. */
  uint64_t at = 0;
  uint64_t frames = 0;
  Reason reason = Reason::none;
};

struct TakeOrder {
  /** A part of this many frames is followed by another; 0: never. */
  uint64_t split_frames = 0;
  /** A take that goes on: its next part, its frames so far, and the time of its end (CLOCK_MONOTONIC), 0 for a new one. */
  uint32_t first_part = 1;
  uint64_t frames_before = 0;
  uint64_t ended_ns = 0;
};

class TakeWriter {
 public:
  /** `begin` is what the follower gave: the tape is released when the take is complete. */
  TakeWriter(RingFollower::Begin begin, TakeOrder order, std::unique_ptr<TakeFiles> files);
  /** Waits for the files. */
  ~TakeWriter();
  /** Starts the thread; without it `step` does the work. */
  void run();
  /** Writes what is on the tape. False when the take is complete. `renew`: as after its interval. */
  bool step(bool renew);

  struct State {
    bool has_begun = false;
    bool is_complete = false;
    /** Why it ended by itself, or what failed, also of single tracks while it goes on. */
    std::string fault;
    /** True when frames that were heard are not in the files. */
    bool has_failed = false;
    std::vector<WrittenPart> parts;
    uint64_t dropout_count = 0;
    uint64_t dropout_frames = 0;
  };
  State state() const;
  /** The first thousand. */
  std::vector<Dropout> dropouts() const;
  /** The frame heard now, from the start of the take. */
  uint64_t position() const;
  /** What waits on the tape for the disk, 0 to 1 of the tape. */
  double fill() const;
  /** Waits until the first files are there, or failed. False when that takes longer. */
  bool wait_begun(double seconds) const;
  bool wait_complete(double seconds) const;
  const RingShape& shape() const { return begin_.shape; }

 private:
  void write_all();
  void write(uint64_t frames, bool is_sound);
  void write_missing(const TapeEvent& event);
  bool handle(const TapeEvent& event);
  void begin_part(uint64_t gap_frames, uint64_t at_ns);
  void note_dropout(uint64_t frames, Reason reason);
  void complete(const std::string& fault, bool has_failed);
  uint64_t part_frames() const { return position_ - part_at_; }

  const RingFollower::Begin begin_;
  const TakeOrder order_;
  const std::unique_ptr<TakeFiles> files_;
  std::thread thread_;
  // Of the writing thread.
  std::vector<const float*> planes_;
  uint32_t part_ = 0;
  uint64_t part_at_ = 0;
  uint64_t part_ns_ = 0;
  /** Of the next frame. */
  RingPlace place_;
  bool is_ended_ = false;
  Reason end_reason_ = Reason::none;

  mutable std::mutex guard_;
  mutable std::condition_variable changed_;
  /** The next frame on the tape, and from the start of the take. */
  uint64_t tape_at_ = 0;
  uint64_t position_ = 0;
  State state_;
  std::vector<Dropout> dropouts_;
};

}  // namespace rowdesk::recorder
