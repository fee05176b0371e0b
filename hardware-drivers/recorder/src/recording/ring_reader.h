// Reads the record ring of the mixer (rowdesk/record_ring.h): what came, in order, and what is missing.
#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "ring_place.h"
#include "rowdesk/record_ring.h"

namespace rowdesk::recorder {

/** A ring that can't be read, in words for the operator. */
struct RingError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct RingTrack {
  /** `/channel/input/1` */
  std::string path;
  bool is_programme = false;
  /** From 0. */
  uint32_t first_channel = 0;
  /** 1 or 2. */
  uint32_t channels = 1;
  bool operator==(const RingTrack&) const = default;
};

/** What makes two rings fit into one take. */
struct RingShape {
  uint32_t rate_hz = 0;
  uint32_t channels = 0;
  std::vector<RingTrack> tracks;
  bool operator==(const RingShape&) const = default;
};

/** What comes next in the ring. */
struct RingPiece {
  enum Kind {
    nothing, /**< all was read */
    sound,   /**< `frames` frames from `offset` on in each channel; `advance` goes past them */
    xrun,    /**< `frames` frames were never played: they are missing here */
    late,    /**< `frames` frames were overwritten before they were read: they are missing here */
    silent   /**< the next `frames` frames are silence without a clock; they follow as sound, and perhaps more of them */
  };
  Kind kind = nothing;
  uint64_t frames = 0;
  /** Frames from the start of each channel in the ring. */
  uint64_t offset = 0;
};

/** For one thread at a time. */
class RingReader {
 public:
  /**
   * Maps the ring behind the link in `runtime_folder`, to be read from its oldest frame that is safe from being overwritten.
   * Null when there is no ring, or it has this epoch. Throws RingError when the file is no ring that this version reads.
   */
  static std::unique_ptr<RingReader> open(const std::string& runtime_folder, uint64_t other_than_epoch = 0);
  ~RingReader();
  RingReader(const RingReader&) = delete;
  RingReader& operator=(const RingReader&) = delete;

  const RingShape& shape() const { return shape_; }
  uint64_t epoch() const { return epoch_; }
  uint32_t process_id() const { return process_id_; }
  /** True once it has a frame: before that no time is known (`next_ns`). */
  bool has_begun() const { return written() > 0; }
  /** True when the mixer said that no frame follows. */
  bool has_ended() const { return __atomic_load_n(&ring_->has_ended, __ATOMIC_ACQUIRE) != 0; }
  /** How many frames it holds for a reader that stands still. */
  uint64_t capacity() const { return capacity_; }
  /** What comes next, and the place behind all that is there. */
  RingPlace place() const { return {.epoch = epoch_, .frame = next_}; }
  RingPlace end() const { return {.epoch = epoch_, .frame = written()}; }
  /** Frames that wait to be read. */
  uint64_t backlog() const { return written() - next_; }
  /** True for a frame of this ring that was written already, or comes next. */
  bool has(const RingPlace& place) const { return place.epoch == epoch_ && place.frame <= written(); }
  /** Reads on from a frame that it has. Returns how many frames from there on are lost, with those that the ring says are. */
  uint64_t go_to(const RingPlace& place);

  /** What comes next; pieces other than sound are said once. */
  RingPiece next();
  /** The samples of a channel from 0, at the start of the ring. */
  const float* channel(uint32_t index) const { return samples_ + static_cast<size_t>(index) * capacity_; }
  /** Goes past frames of sound that were copied. False when the mixer may have overwritten them meanwhile: they are lost. */
  bool advance(uint64_t frames);
  /** CLOCK_MONOTONIC of the next frame, in ns. */
  uint64_t next_ns() const;

 private:
  RingReader(const rd_record_ring* ring, size_t bytes);
  uint64_t oldest() const;
  uint64_t written() const { return __atomic_load_n(&ring_->written, __ATOMIC_ACQUIRE); }
  /** The gap that comes first from here on; its frame is UINT64_MAX for none. */
  rd_record_gap first_gap();

  const rd_record_ring* ring_;
  size_t bytes_;
  const float* samples_;
  RingShape shape_;
  uint64_t epoch_;
  uint64_t capacity_;
  uint32_t process_id_;
  uint64_t next_ = 0;
  uint64_t gaps_seen_ = 0;
  /** Silence was said up to this frame. */
  uint64_t silent_until_ = 0;
};

}  // namespace rowdesk::recorder
