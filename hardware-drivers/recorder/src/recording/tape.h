// The recorder's own buffer: the last seconds of all channels, and what happened between their frames. The reading thread
// appends; the writing thread of a take reads behind it. Between takes the buffer is the pre-roll.
#pragma once
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "reason.h"
#include "ring_place.h"

namespace rowdesk::recorder {

/** What stands before tape frame `at`. */
struct TapeEvent {
  enum Kind {
    missing,  /**< `frames` frames are missing here */
    silent,   /**< from here on `frames` frames are silence; they are on the tape */
    new_ring, /**< the frames from here on are of another ring; `frames` frames of time passed between */
    split,    /**< the next files of the take begin here */
    end       /**< the take ends here */
  };
  Kind kind = missing;
  uint64_t at = 0;
  uint64_t frames = 0;
  Reason reason = Reason::none;
  /** CLOCK_MONOTONIC of frame `at`, for new_ring. */
  uint64_t at_ns = 0;
  /** Of missing frames, how many the ring had: those of an xrun never were there. */
  uint64_t ring_frames = 0;
  /** Of frame `at`, for new_ring. */
  RingPlace place = {};
};

/**
 * Frames are counted from the first that was put on the tape. A held tape keeps all frames from the held one on, and then has
 * no room for more; else the oldest are overwritten. Positions and events are guarded; samples are copied outside the guard.
 */
class Tape {
 public:
  /** Allocates all pages (unlocked memory). Throws std::bad_alloc. */
  Tape(uint32_t channels, uint64_t capacity_frames);
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  uint32_t channels() const { return channels_; }
  uint64_t capacity() const { return capacity_; }
  static uint64_t bytes_of(uint64_t channels, uint64_t frames) { return channels * frames * sizeof(float); }

  // The reading thread.

  /** How many frames may be appended now. */
  uint64_t room() const;
  /** Where channel c has the next frames: the place, and how many fit there in a row. */
  struct Place {
    float* first_channel;
    uint64_t frames;
  };
  Place place() const;
  float* channel(const Place& place, uint32_t index) const { return place.first_channel + index * capacity_; }
  /** Makes frames that were copied to `place` part of the tape. */
  void append(uint64_t frames);
  /** Adds an event before the next frame; missing frames add up with those before for the same reason. */
  void note(TapeEvent event);
  /** So many frames wait in the ring for room here, of so many that it holds. */
  void set_waiting(uint64_t frames, uint64_t of);
  /** Forgets all that is on the tape: what comes does not follow it. Not while held. */
  void clear();

  // Any thread.

  /** The frame that comes next. */
  uint64_t head() const;
  uint64_t oldest() const;
  bool is_held() const;
  /** Keeps all from this frame on; events up to this frame are dropped. */
  void hold(uint64_t from);
  void release();

  // The writing thread, of a held tape.

  /** The first event at or before `at`, taken off the tape. */
  std::optional<TapeEvent> take_event(uint64_t at);
  /** The frames from `at` on that are in a row, up to the next event or the head. */
  uint64_t run(uint64_t at) const;
  const float* samples(uint32_t channel, uint64_t at) const { return samples_ + channel * capacity_ + at % capacity_; }
  /** Frees all frames before `at`. */
  void pass(uint64_t at);
  /** How long it is from `at` to what is heard now, with missing frames and the time between rings; no further than the end. */
  uint64_t length_from(uint64_t at) const;
  /** What waits from `at` on, of all that tape and ring hold: 0 to 1. */
  double fill_from(uint64_t at) const;
  /** Frames of the ring between `at` and the head: those on the tape, and those that are missing of it. */
  uint64_t ring_frames_from(uint64_t at) const;

 private:
  uint64_t oldest_locked() const;

  const uint32_t channels_;
  const uint64_t capacity_;
  float* samples_ = nullptr;
  mutable std::mutex guard_;
  uint64_t head_ = 0;
  /** Frames before this one don't belong to what follows. */
  uint64_t origin_ = 0;
  std::optional<uint64_t> held_;
  std::deque<TapeEvent> events_;
  uint64_t waiting_ = 0;
  uint64_t ring_capacity_ = 0;
};

}  // namespace rowdesk::recorder
