#include "receive_stream.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace rowdesk::aes67 {
namespace {

using std::memory_order::relaxed;

/** The ring's length is a power of two of frames that covers this. */
constexpr double ring_ms = 170;
/** Without a packet for so long a stream has no signal, and another source may take its place. */
constexpr double silent_ms = 100;
/** A source whose packets fit where the last one's end takes over sooner: longer than a software sender pauses. */
constexpr double stopped_ms = 25;
/** A clock offset that is further off than this is not the sender's. */
constexpr double most_offset_ms = 100;
constexpr double learning_ms = 100;
/** A learned alignment whose packets come earlier than this by their clock's drift is made anew: latency stays bounded. */
constexpr double most_ahead_ms = 20;
constexpr double watch_ms = 1000;
/** Clocks that agree may be so far apart that a packet comes before its end. */
constexpr double most_early_ms = 1;
/** Frames by which a sender's rounding may move a packet. */
constexpr uint32_t rounding_frames = 2;
/** Frames that are played at a time. */
constexpr uint32_t piece_frames = 256;
/** Packets of changing size are looked for so far around the newest one. */
constexpr int32_t most_uneven_packets = 1024;
/** A sender that cuts its buffers into packets sends a shorter one among so many: before that, the lost one may have been it. */
constexpr uint32_t surely_even_packets = 64;

const ReceiveFormat& checked(const ReceiveFormat& format, uint32_t link_offset_frames) {
  if (format.channels < 1 || format.channels > most_channels) throw std::invalid_argument("channels of a stream: 1 to 64");
  if (format.rate_hz < 44100 || format.rate_hz > 96000) throw std::invalid_argument("rate of a stream: 44100 to 96000 Hz");
  if (format.payload_type > 127) throw std::invalid_argument("payload type of a stream: 0 to 127");
  if (link_offset_frames > ReceiveStream::most_link_offset_frames(format.rate_hz)) {
    throw std::invalid_argument("link offset of a stream: at most 100 ms");
  }
  return format;
}

/** The number of 64 bits nearest to `near` whose low 32 bits these are. */
int64_t extended(uint32_t low, int64_t near) {
  return near + static_cast<int32_t>(low - static_cast<uint32_t>(static_cast<uint64_t>(near)));
}

}  // namespace

ReceiveStream::ReceiveStream(const ReceiveFormat& format, uint32_t link_offset_frames)
    : format_(checked(format, link_offset_frames)),
      frame_bytes_(format.channels * bytes_of(format.encoding)),
      ring_(format.encoding, format.channels, std::bit_ceil(static_cast<uint32_t>(in_frames(ring_ms)))),
      link_offset_(link_offset_frames) {
  shows_learned_.store(!format_.clock_offset, relaxed);
}

// --- packets ---

void ReceiveStream::take(std::span<const uint8_t> bytes, uint32_t path, uint64_t arrival, double arrival_fraction_frames) noexcept {
  if (path >= most_paths) return;
  const std::optional<RtpPacket> packet = read_rtp(bytes);
  if (!packet) return malformed_.add(1);
  if (is_rtcp(bytes) || packet->payload_type != format_.payload_type) return foreign_.add(1);
  const size_t frames = packet->payload.size() / frame_bytes_;
  if (frames == 0 || frames * frame_bytes_ != packet->payload.size() || frames > ring_.capacity() / 2) return malformed_.add(1);
  const Arrival taken{*packet, static_cast<uint32_t>(frames), path, static_cast<int64_t>(arrival), arrival_fraction_frames};
  if (!has_head_) {
    // The first block says where it is; until then any place that it may turn out to be has room.
    head_ = taken.at - link_offset_.load(relaxed) - ring_.capacity() / 4;
    has_head_ = true;
  }
  const bool is_own = has_source_ && packet->ssrc == ssrc_;
  if (is_own) {
    if (const std::optional<int64_t> sequence = sequence_of(taken)) return accept(taken, *sequence);
  }
  if (has_source_ && !takes_over(taken)) return (is_own ? malformed_ : foreign_).add(1);
  begin_line(taken);
  accept(taken, taken.packet.sequence);
}

/** The extended sequence number of a packet whose number and time agree with those before; none for another place. */
std::optional<int64_t> ReceiveStream::sequence_of(const Arrival& arrival) const {
  const auto time = static_cast<int32_t>(arrival.packet.timestamp - line_.timestamp);
  // It comes about as much later as it was sent.
  if (std::abs(time - (arrival.at - line_.arrival)) > static_cast<int64_t>(ring_.capacity())) return {};
  if (line_.is_even) {
    const auto size = static_cast<int32_t>(line_.most_frames);
    const int32_t steps = (time + (time < 0 ? -size : size) / 2) / size;
    const int32_t rounding = std::min<int32_t>(rounding_frames, (size - 1) / 2);
    const bool is_next = static_cast<uint16_t>(arrival.packet.sequence - line_.sequence) == static_cast<uint16_t>(steps);
    if (is_next && std::abs(time - steps * size) <= rounding) return log_.newest() + steps;
    // A packet between that came at another place is not lost.
    if (line_.packets >= surely_even_packets || candidates_[arrival.path].packets > 0) return {};
  }
  // Packets of any size from 1 to the largest lie between the two.
  const int32_t steps = static_cast<int16_t>(arrival.packet.sequence - line_.sequence);
  const int32_t between = std::abs(steps) - 1;
  if (between >= most_uneven_packets) return {};
  const int64_t least = steps == 0 ? 0 : (steps > 0 ? line_.frames : arrival.frames) + between;
  const int64_t most = steps == 0 ? 0 : (steps > 0 ? line_.frames : arrival.frames) + int64_t{between} * std::max(line_.most_frames, arrival.frames);
  const int64_t distance = steps < 0 ? -int64_t{time} : time;
  if (distance < least - rounding_frames || distance > most + rounding_frames) return {};
  return log_.newest() + steps;
}

/** Counts packets in a row that agree on another place or source; enough of them are the stream from then on. */
bool ReceiveStream::takes_over(const Arrival& arrival) {
  Candidate& candidate = candidates_[arrival.path];
  const RtpPacket& packet = arrival.packet;
  const bool follows = candidate.packets > 0 && packet.ssrc == candidate.ssrc &&
                       packet.sequence == static_cast<uint16_t>(candidate.sequence + 1) &&
                       std::abs(static_cast<int32_t>(packet.timestamp - candidate.timestamp - candidate.frames)) <=
                           static_cast<int32_t>(rounding_frames);
  candidate = {follows ? candidate.packets + 1 : 1, packet.ssrc, packet.timestamp, arrival.frames, packet.sequence};
  // Media time may have gone back.
  const int64_t silent = std::abs(arrival.at - line_.last_arrival);
  if (silent >= in_frames(silent_ms)) return true;
  if (candidate.packets < agreeing_packets) return false;
  return packet.ssrc == ssrc_ || (silent >= in_frames(stopped_ms) && fits(arrival));
}

/** A source begins, or the one that is heard goes on at another place. */
void ReceiveStream::begin_line(const Arrival& arrival) {
  PacketLog::Retired retired;
  log_.retire(log_.newest() + 1, retired);
  count_lost(retired);
  log_.begin(arrival.packet.sequence);
  const bool is_same = has_source_ && ssrc_ == arrival.packet.ssrc;
  // What was heard before and this may lie side by side: between them is a gap, so that fades are heard, and no click.
  begins_with_gap_ = has_source_;
  has_source_ = true;
  ssrc_ = arrival.packet.ssrc;
  line_ = {arrival.packet.sequence, arrival.packet.timestamp, arrival.frames, arrival.frames, true, 0, arrival.at, arrival.at};
  shows_ssrc_.store(ssrc_, relaxed);
  if (alignment_ == Alignment::known && fits(arrival)) return;
  const bool was_learned = alignment_ == Alignment::learned, is_by_arrival = was_learned || alignment_ == Alignment::learning;
  if (is_by_arrival && is_same && std::fabs(transit_of(arrival, position_of(arrival))) <= in_frames(most_ahead_ms)) return;
  if (is_same && (was_learned || alignment_ == Alignment::known)) slips_.add(1);
  align(arrival);
}

void ReceiveStream::accept(const Arrival& arrival, int64_t sequence) {
  for (Candidate& candidate : candidates_) candidate.packets = 0;
  PacketLog::Retired retired;
  const PacketLog::Added added = log_.add(sequence, arrival.path, retired);
  count_lost(retired);
  line_.last_arrival = arrival.at;
  if (added.copy == PacketLog::Copy::retired) return malformed_.add(1);
  if (added.copy == PacketLog::Copy::doubled) return doubled_.add(1);
  path_packets_[arrival.path].add(1);
  reordered_.add(added.is_reordered);
  // Of two copies in a block, the one that is taken second may have come first.
  if (alignment_ == Alignment::learning) earliest_ = std::min(earliest_, transit_of(arrival, position_of(arrival)));
  if (added.copy == PacketLog::Copy::other_path) return;
  packets_.add(1);
  if (sequence == log_.newest()) {
    line_.sequence = arrival.packet.sequence;
    line_.timestamp = arrival.packet.timestamp;
    line_.frames = arrival.frames;
    line_.arrival = arrival.at;
    ++line_.packets;
    shows_frames_.store(arrival.frames, relaxed);
  }
  if (arrival.frames != line_.most_frames) {
    line_.is_even = false;
    line_.most_frames = std::max(line_.most_frames, arrival.frames);
  }
  if (alignment_ == Alignment::none) align(arrival);
  if (alignment_ == Alignment::learning) return learn(arrival);
  place(arrival);
}

/** Puts a packet where its frames are to be played. */
void ReceiveStream::place(const Arrival& arrival) {
  const int64_t position = position_of(arrival), end = position + arrival.frames;
  if (!has_room(position, arrival.frames)) {
    if (is_head_stale(arrival.at)) return;
    outside_packets_.add(1);
    if (++outside_ < agreeing_packets) return;
    slips_.add(1);
    align(arrival);
    return learn(arrival);
  }
  outside_ = 0;
  const double transit = transit_of(arrival, position);
  transits_.add(transit * 1e6 / format_.rate_hz);
  const bool is_late = position < head_;
  late_.add(is_late);
  // Frames before a cut that is to come belong to the alignment that ends there.
  int64_t from = std::max(position, has_cut_ ? cut_ : head_);
  if (begins_with_gap_) {
    if (from == position) ++from;
    begins_with_gap_ = false;
  }
  if (from < end) {
    const auto skipped = static_cast<uint32_t>(from - position);
    ring_.write(from, arrival.packet.payload.data() + static_cast<size_t>(skipped) * frame_bytes_, arrival.frames - skipped);
  }
  watch_clock(arrival, transit, is_late);
}

// --- alignment ---

int64_t ReceiveStream::position_of(const Arrival& arrival) const {
  return extended(arrival.packet.timestamp - offset_, arrival.at);
}

/** Frames from the end of a packet at this position to its arrival. */
double ReceiveStream::transit_of(const Arrival& arrival, int64_t position) const {
  return static_cast<double>(arrival.at - position - arrival.frames) + arrival.fraction;
}

/** By the clock offset that is known a packet lies near media time, and in the ring. */
bool ReceiveStream::fits(const Arrival& arrival) const {
  if (!format_.clock_offset) return false;
  const int64_t position = extended(arrival.packet.timestamp - *format_.clock_offset, arrival.at);
  return std::fabs(transit_of(arrival, position)) <= in_frames(most_offset_ms) &&
         (has_room(position, arrival.frames) || is_head_stale(arrival.at));
}

/** The ring holds frames from the head on; late ones are told from strange ones as far back. */
bool ReceiveStream::has_room(int64_t position, uint32_t frames) const {
  const int64_t end = position + frames;
  return end - head_ <= ring_.capacity() && head_ - end < ring_.capacity();
}

/** Media time has jumped, and no block has been played since. */
bool ReceiveStream::is_head_stale(int64_t now) const {
  return std::abs(now - link_offset_.load(relaxed) - head_) > ring_.capacity() / 4 + in_frames(silent_ms) / 4;
}

/** Aligns by the clock offset, or begins to learn. What has come and is not aligned so fades out. */
void ReceiveStream::align(const Arrival& arrival) {
  outside_ = 0;
  watch_ = {};
  was_in_time_ = false;
  if (alignment_ != Alignment::none) drop_ahead();
  if (fits(arrival)) {
    alignment_ = Alignment::known;
    offset_ = *format_.clock_offset;
  } else {
    alignment_ = Alignment::learning;
    learning_since_ = arrival.at;
    earliest_ = 0;
    // Of this packet the transit is 0.
    offset_ = arrival.packet.timestamp + arrival.frames - static_cast<uint32_t>(static_cast<uint64_t>(arrival.at));
  }
  shows_learned_.store(alignment_ != Alignment::known, relaxed);
}

/** Waits for the packet that comes earliest: its transit is 0 from then on. */
void ReceiveStream::learn(const Arrival& arrival) {
  if (alignment_ == Alignment::learning) {
    // Packets of the other path may have come before.
    if (std::abs(arrival.at - learning_since_) < in_frames(learning_ms)) return;
    if (fits(arrival)) {
      align(arrival);
    } else {
      offset_ = shifted(earliest_);
      alignment_ = Alignment::learned;
    }
  }
  place(arrival);
}

/** The offset by which packets of this transit have 0. */
uint32_t ReceiveStream::shifted(double transit) const {
  return offset_ - static_cast<uint32_t>(static_cast<int64_t>(std::floor(transit)));
}

/** Looks once per second whether the sender's clock leaves the packets room, and aligns anew where it does not. */
void ReceiveStream::watch_clock(const Arrival& arrival, double transit, bool is_late) {
  if (watch_.packets == 0) watch_ = {arrival.at, 0, 0, transit, transit, watch_.before};
  ++watch_.packets;
  watch_.late += is_late;
  watch_.earliest = std::min(watch_.earliest, transit);
  watch_.latest = std::max(watch_.latest, transit);
  if (std::abs(arrival.at - watch_.since) < in_frames(watch_ms)) return;
  const Watch seen = watch_;
  watch_ = {};
  watch_.before = seen.earliest;
  const double room = std::max(1.0, static_cast<double>(link_offset_.load(relaxed)) - arrival.frames - Fade::frames);
  if (alignment_ == Alignment::learned) {
    // As far as the last second moved the packets, the next one does.
    const double drift = seen.before ? std::max(0.0, seen.earliest - *seen.before) : 0;
    const bool is_behind = seen.late * 100 >= seen.packets || seen.latest + drift >= room;
    if (fits_again(seen, room)) {
      slip(Alignment::known, *format_.clock_offset);
    } else if ((is_behind && seen.earliest >= std::max(1.0, room / 4)) || seen.earliest < -static_cast<double>(in_frames(most_ahead_ms))) {
      slip(Alignment::learned, shifted(seen.earliest));
    }
    return;
  }
  // Packets that never were in time need a longer link offset; those that were have a clock that ran away.
  const bool are_late = seen.late * 10 > seen.packets;
  if ((was_in_time_ && are_late && seen.earliest > room / 2) || std::fabs(seen.earliest) > in_frames(most_offset_ms)) {
    slip(Alignment::learned, shifted(seen.earliest));
  }
  was_in_time_ = was_in_time_ || !are_late;
}

/** By the clock offset the packets of a second would have come in time, or some long before, none before it can have been sent. */
bool ReceiveStream::fits_again(const Watch& seen, double room) const {
  if (!format_.clock_offset) return false;
  const auto later = static_cast<int32_t>(*format_.clock_offset - offset_);
  const double earliest = seen.earliest + later;
  return earliest > -static_cast<double>(in_frames(most_early_ms)) && (earliest < room / 4 || seen.latest + later < room);
}

void ReceiveStream::slip(Alignment alignment, uint32_t offset) {
  watch_ = {};
  if (offset != offset_) {
    slips_.add(1);
    drop_ahead();
  }
  offset_ = offset;
  alignment_ = alignment;
  shows_learned_.store(alignment != Alignment::known, relaxed);
}

/** What has come belongs to an alignment that ends: it fades out, and all behind that goes. */
void ReceiveStream::drop_ahead() {
  if (!has_cut_) plan_cut();
  ring_.clear(cut_, static_cast<uint64_t>(head_ + ring_.capacity() - cut_));
}

void ReceiveStream::plan_cut() {
  has_cut_ = true;
  cut_ = head_ + fade_.level();
}

void ReceiveStream::realign() noexcept {
  watch_ = {};
  outside_ = 0;
  if (!has_source_ || alignment_ == Alignment::none || alignment_ == Alignment::known) return;
  drop_ahead();
  alignment_ = Alignment::none;
}

void ReceiveStream::set_link_offset(uint32_t frames) noexcept {
  link_offset_.store(std::min(frames, most_link_offset_frames(format_.rate_hz)), relaxed);
}

// --- sound ---

void ReceiveStream::play(uint64_t block_position, uint32_t frames, float* const* planes) noexcept {
  const int64_t now = static_cast<int64_t>(block_position) + frames;
  show(now);
  const int64_t target = static_cast<int64_t>(block_position) - link_offset_.load(relaxed);
  if (!has_head_) head_ = target;
  has_head_ = true;
  for (uint32_t done = 0; done < frames;) {
    if (head_ != target + done && !has_cut_) plan_cut();
    if (has_cut_ && head_ == cut_) {
      has_cut_ = false;
      fade_.cut();
      move_head(target + done);
    }
    uint32_t count = std::min(frames - done, piece_frames);
    if (has_cut_) count = static_cast<uint32_t>(std::min<int64_t>(count, cut_ - head_));
    play_piece(count, planes, done);
    ring_.clear(head_, count);
    head_ += count;
    done += count;
  }
  retire();
}

/** Frames of the ring that lie between two heads are those of none. */
void ReceiveStream::move_head(int64_t to) {
  if (to != head_) ring_.clear(std::min(to, head_), static_cast<uint64_t>(std::abs(to - head_)));
  head_ = to;
}

void ReceiveStream::play_piece(uint32_t count, float* const* planes, uint32_t at) {
  const bool is_whole = fade_.is_open() && !has_cut_ && ring_.has_all(head_, count + Fade::frames);
  const bool is_silence = !is_whole && fade_.is_silent() && !ring_.has_any(head_, count);
  float gains[piece_frames];
  if (!is_whole && !is_silence) {
    uint8_t distances[piece_frames];
    measure_gaps(count, distances);
    concealed_.add(fade_.plan(distances, count, gains));
  } else if (is_silence && fade_.has_opened()) {
    concealed_.add(count);
  }
  for (uint32_t c = 0; c < format_.channels; ++c) {
    if (planes[c] == nullptr) continue;
    float* const to = planes[c] + at;
    if (is_silence) {
      std::memset(to, 0, count * sizeof(float));
      continue;
    }
    ring_.read(head_, count, c, to);
    if (is_whole) continue;
    for (uint32_t i = 0; i < count; ++i) to[i] *= gains[i];
  }
}

/** How many frames lie between each frame and the next gap, or the silence before a cut. */
void ReceiveStream::measure_gaps(uint32_t count, uint8_t* distances) const {
  uint32_t distance = 0;
  for (uint32_t ahead = 0; ahead < Fade::frames && ring_.has(head_ + count + ahead); ++ahead) ++distance;
  for (uint32_t i = count; i-- > 0;) {
    distance = ring_.has(head_ + i) ? std::min(distance + 1, Fade::frames) : 0;
    const int64_t to_cut = has_cut_ ? cut_ - 1 - (head_ + i) : Fade::frames;
    distances[i] = static_cast<uint8_t>(std::min<int64_t>(distance, to_cut));
  }
}

// --- figures ---

/** Packets whose places lie further back than the ring is long do not come any more. */
void ReceiveStream::retire() {
  if (log_.is_empty() || (alignment_ != Alignment::known && alignment_ != Alignment::learned)) return;
  const int64_t newest = extended(line_.timestamp - offset_, head_);
  const int64_t kept = newest - (head_ - static_cast<int64_t>(ring_.capacity()));
  PacketLog::Retired retired;
  log_.retire(kept < 0 ? log_.newest() + 1 : log_.newest() - kept / line_.most_frames, retired);
  count_lost(retired);
}

void ReceiveStream::count_lost(const PacketLog::Retired& retired) {
  lost_.add(retired.lost);
  for (uint32_t i = 0; i < most_paths; ++i) path_lost_[i].add(retired.path_lost[i]);
}

void ReceiveStream::show(int64_t now) {
  const bool has_signal = has_source_ && std::abs(now - line_.last_arrival) < in_frames(silent_ms);
  shows_signal_.store(has_signal, relaxed);
  // A sender that comes back fades in as one that is new.
  if (!has_signal) fade_.rest();
  if (const int64_t second = now / format_.rate_hz; second != second_) {
    second_ = second;
    transits_.turn();
  }
}

ReceiveFigures ReceiveStream::figures() const {
  ReceiveFigures figures;
  figures.packets = packets_.get();
  figures.lost = lost_.get();
  figures.late = late_.get();
  figures.doubled = doubled_.get();
  figures.reordered = reordered_.get();
  figures.malformed = malformed_.get();
  figures.outside = outside_packets_.get();
  figures.foreign = foreign_.get();
  figures.slips = slips_.get();
  figures.concealed_frames = concealed_.get();
  for (uint32_t i = 0; i < most_paths; ++i) {
    figures.path_packets[i] = path_packets_[i].get();
    figures.path_lost[i] = path_lost_[i].get();
  }
  const TransitFigures transit = transits_.figures();
  figures.transit_p50_us = transit.p50_us;
  figures.transit_p999_us = transit.p999_us;
  figures.transit_max_us = transit.max_us;
  figures.has_signal = shows_signal_.load(relaxed);
  figures.is_learned = shows_learned_.load(relaxed);
  figures.ssrc = shows_ssrc_.load(relaxed);
  figures.seen_packet_frames = shows_frames_.load(relaxed);
  return figures;
}

}  // namespace rowdesk::aes67
