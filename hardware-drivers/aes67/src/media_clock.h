// Media time: TAI in frames since 1970, as RTP of AES67 counts it (mediaclk:direct of RFC 7273). It follows CLOCK_REALTIME, and
// is paced by CLOCK_MONOTONIC. Readings are given: nothing here reads a clock.
#pragma once
#include <array>
#include <cstdint>

namespace rowdesk::aes67 {

/** Clocks read one after the other, all ns. */
struct ClockReading {
  /** CLOCK_MONOTONIC. */
  uint64_t before_ns;
  uint64_t realtime_ns;
  /** CLOCK_MONOTONIC_RAW. */
  uint64_t raw_ns;
  /** CLOCK_MONOTONIC again: the reading is as exact as it is tight. */
  uint64_t after_ns;
};

/** Frames of media time, and the part of the next one. */
struct MediaTime {
  uint64_t frames;
  double fraction;
};

/** Used by one thread. */
class MediaClock {
 public:
  /** What CLOCK_REALTIME is followed by at most, and the difference from which on time jumps. */
  static constexpr uint64_t slew_ppm = 500, step_ns = 5'000'000;

  /** rate_hz: 1 or more. utc_offset_s: TAI less UTC. */
  MediaClock(uint32_t rate_hz, int32_t utc_offset_s, const ClockReading& first);

  /** Holds from the next `follow` on, which steps, unless CLOCK_REALTIME has made the opposite step. */
  void set_utc_offset(int32_t seconds) { utc_offset_ns_ = seconds * int64_t{1'000'000'000}; }
  /**
   * Readings come in order. Moves media time towards CLOCK_REALTIME, by no more than the slew. Returns true where it jumped:
   * positions have begun anew.
   */
  bool follow(const ClockReading& reading);

  /** The frame that sounds at a CLOCK_MONOTONIC. */
  uint64_t position_at(uint64_t monotonic_ns) const { return frames_of(tai_at(monotonic_ns)).frames; }
  /** CLOCK_MONOTONIC at which a frame begins, rounded up. */
  uint64_t due_ns(uint64_t position) const;
  /** The media time of a CLOCK_REALTIME of now: a packet's arrival. */
  MediaTime at_realtime(uint64_t realtime_ns) const;

  /** Jumps so far. */
  uint64_t steps() const { return steps_; }
  /** How much faster it runs than CLOCK_MONOTONIC_RAW, of the last 8 s without a jump; 0 before. */
  double deviation_ppm() const { return deviation_ppm_; }

 private:
  static constexpr uint32_t mark_count = 9;
  static constexpr uint64_t mark_ns = 1'000'000'000;
  struct Mark {
    uint64_t raw_ns, tai_ns;
  };

  int64_t seen_offset_ns(const ClockReading& reading) const;
  uint64_t tai_at(uint64_t monotonic_ns) const { return monotonic_ns + static_cast<uint64_t>(offset_ns_); }
  MediaTime frames_of(uint64_t tai_ns) const;
  void mark(const ClockReading& reading);

  const uint32_t rate_hz_;
  int64_t utc_offset_ns_;
  /** TAI less CLOCK_MONOTONIC: as it is followed, and as it was read. */
  int64_t offset_ns_, seen_offset_ns_;
  uint64_t last_ns_;
  uint64_t steps_ = 0;
  std::array<Mark, mark_count> marks_{};
  uint32_t marks_made_ = 0;
  double deviation_ppm_ = 0;
};

}  // namespace rowdesk::aes67
