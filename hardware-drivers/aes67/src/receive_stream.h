// One stream of RTP, received: packets in, planar sound at the media clock out, and what befell on the way.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "fade.h"
#include "packet_log.h"
#include "pcm.h"
#include "receive_ring.h"
#include "rtp_packet.h"
#include "transit_times.h"

namespace rowdesk::aes67 {

/** A stream of one path, or of two that carry the same packets (ST 2022-7). */
inline constexpr uint32_t most_paths = 2;

struct ReceiveFormat {
  Encoding encoding;
  /** 1 to most_channels. */
  uint32_t channels;
  /** 44,100 to 96,000; 0 to 127; what the description says, 0: unknown (packets of any size are taken either way). */
  uint32_t rate_hz, payload_type, packet_frames;
  /** RTP time - media time, modulo 2^32. None: learned from the earliest packets. */
  std::optional<uint32_t> clock_offset;
};

/** Counts since the construction; packets count once, whichever of the paths they came on. */
struct ReceiveFigures {
  uint64_t packets = 0;
  /**
   * Packets that never came, by their sequence numbers: counted when the ring's length of time has passed since they were to be
   * played. A sender that stops loses none; those that it sent while no network was there are lost.
   */
  uint64_t lost = 0;
  /** Came after their first frame was to be played. */
  uint64_t late = 0;
  /** Second copies on the same path. */
  uint64_t doubled = 0;
  /** Came behind a later one on the same path. */
  uint64_t reordered = 0;
  /** No RTP, no whole number of frames, or at a place where the stream is not. */
  uint64_t malformed = 0;
  /** Well-formed, of a time for which the ring has no room: further ahead or behind than it is long. Among `packets` too. */
  uint64_t outside = 0;
  /** Another payload type or SSRC, RTCP. */
  uint64_t foreign = 0;
  /** New alignments of a stream that was aligned: its clock, or a sender's jump, left no room, or fits its offset again. */
  uint64_t slips = 0;
  /** Frames that were not played as they were sent: gaps and the fades beside them, until 100 ms after the last packet. */
  uint64_t concealed_frames = 0;
  /** Per path; lost ones of a path that had any packet, whether the other path had them or not. */
  uint64_t path_packets[most_paths] = {}, path_lost[most_paths] = {};
  /** From the media time of a packet's end to its first copy's arrival, over the last 10 s; below 0: sent ahead of time. */
  double transit_p50_us = 0, transit_p999_us = 0, transit_max_us = 0;
  /** A packet came within the last 100 ms of media time. */
  bool has_signal = false;
  /** The alignment is learned: there is no clock offset, or the packets do not fit it. */
  bool is_learned = false;
  uint32_t ssrc = 0;
  /** Frames of the last packet; 0: none yet. */
  uint32_t seen_packet_frames = 0;
};

/** Of the network thread, except where said. Nothing locks, allocates or calls the system after the construction. */
class ReceiveStream {
 public:
  /** Throws std::invalid_argument for a format or a link offset (at most 100 ms) out of range, std::bad_alloc. */
  ReceiveStream(const ReceiveFormat& format, uint32_t link_offset_frames);
  ReceiveStream(const ReceiveStream&) = delete;
  ReceiveStream& operator=(const ReceiveStream&) = delete;

  static uint32_t most_link_offset_frames(uint32_t rate_hz) { return rate_hz / 10; }

  const ReceiveFormat& format() const { return format_; }

  /**
   * Takes a datagram of any content. path: 0 or 1. arrival: media frames at which it arrived, and the fraction (0 to 1) of the next
   * one.
   */
  void take(std::span<const uint8_t> bytes, uint32_t path, uint64_t arrival, double arrival_fraction_frames) noexcept;

  /**
   * Plays the frames of media time from `block_position` on, one link offset late. planes: one per channel of the stream, null
   * for a channel that nobody hears. Positions that do not follow the last block fade out and in.
   */
  void play(uint64_t block_position, uint32_t frames, float* const* planes) noexcept;

  /** Any thread. More than the most is the most. Takes effect with the next block, by a fade out and in. */
  void set_link_offset(uint32_t frames) noexcept;
  /** Media time has jumped: a learned alignment is learned anew, one by the clock offset is tried again. */
  void realign() noexcept;

  /** Any thread. */
  ReceiveFigures figures() const;

 private:
  /** One writer; any reader. */
  class Count {
   public:
    void add(uint64_t more) noexcept {
      if (more > 0) value_.store(value_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }
    uint64_t get() const { return value_.load(std::memory_order_relaxed); }

   private:
    std::atomic<uint64_t> value_{0};
  };

  struct Arrival {
    RtpPacket packet;
    uint32_t frames, path;
    int64_t at;
    double fraction;
  };

  enum class Alignment { none, learning, learned, known };

  /** Packets in a row that agree on another place before they are believed. */
  static constexpr uint32_t agreeing_packets = 3;

  std::optional<int64_t> sequence_of(const Arrival& arrival) const;
  bool takes_over(const Arrival& arrival);
  void begin_line(const Arrival& arrival);
  void accept(const Arrival& arrival, int64_t sequence);
  void place(const Arrival& arrival);

  int64_t in_frames(double ms) const { return static_cast<int64_t>(ms * format_.rate_hz / 1000); }
  int64_t position_of(const Arrival& arrival) const;
  double transit_of(const Arrival& arrival, int64_t position) const;
  bool fits(const Arrival& arrival) const;
  bool has_room(int64_t position, uint32_t frames) const;
  bool is_head_stale(int64_t now) const;
  void align(const Arrival& arrival);
  void learn(const Arrival& arrival);
  uint32_t shifted(double transit) const;
  void watch_clock(const Arrival& arrival, double transit, bool is_late);
  struct Watch;
  bool fits_again(const Watch& seen, double room) const;
  void slip(Alignment alignment, uint32_t offset);
  void drop_ahead();
  void plan_cut();

  void move_head(int64_t to);
  void play_piece(uint32_t count, float* const* planes, uint32_t at);
  void measure_gaps(uint32_t count, uint8_t* distances) const;

  void retire();
  void count_lost(const PacketLog::Retired& retired);
  void show(int64_t now);

  const ReceiveFormat format_;
  const uint32_t frame_bytes_;
  ReceiveRing ring_;
  Fade fade_;
  PacketLog log_;
  TransitTimes transits_;
  std::atomic<uint32_t> link_offset_;

  /** The source that is heard. */
  bool has_source_ = false;
  uint32_t ssrc_ = 0;
  /** Its newest packet, by which the places of others are told. */
  struct Line {
    uint16_t sequence = 0;
    uint32_t timestamp = 0, frames = 0;
    uint32_t most_frames = 0;
    /** All packets have been of one size. */
    bool is_even = true;
    /** Each of which was the newest. */
    uint32_t packets = 0;
    /** Of the newest packet, and of any. */
    int64_t arrival = 0, last_arrival = 0;
  } line_;

  /** Per path: packets in a row of another source, or at another place. */
  struct Candidate {
    uint32_t packets = 0, ssrc = 0, timestamp = 0, frames = 0;
    uint16_t sequence = 0;
  } candidates_[most_paths];

  Alignment alignment_ = Alignment::none;
  /** RTP time - media time as it is used. */
  uint32_t offset_ = 0;
  int64_t learning_since_ = 0;
  double earliest_ = 0;
  /** Packets in a row that the ring has no place for. */
  uint32_t outside_ = 0;
  struct Watch {
    int64_t since = 0;
    uint32_t packets = 0, late = 0;
    /** Transits; `before`: the earliest of the second before. */
    double earliest = 0, latest = 0;
    std::optional<double> before;
  } watch_;
  bool was_in_time_ = false;

  /** The frame that is played next: media time less the link offset, until that changes. */
  bool has_head_ = false;
  int64_t head_ = 0;
  /** Sound is silent in the frame before this one, and goes on here at the right place. */
  bool has_cut_ = false;
  int64_t cut_ = 0;
  bool begins_with_gap_ = false;
  int64_t second_ = 0;

  Count packets_, lost_, late_, doubled_, reordered_, malformed_, outside_packets_, foreign_, slips_, concealed_, path_packets_[most_paths],
      path_lost_[most_paths];
  std::atomic<bool> shows_signal_{false}, shows_learned_{false};
  std::atomic<uint32_t> shows_ssrc_{0}, shows_frames_{0};
};

}  // namespace rowdesk::aes67
