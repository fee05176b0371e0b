#include "ring_reader.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "rowdesk/audio.h"

namespace rowdesk::recorder {
namespace {

/** Its length was a power of two; nothing else differs. */
constexpr uint32_t oldest_version = 1;

[[noreturn]] void refuse(const std::string& what) { throw RingError("the mixer's record ring " + what); }

/** Throws RingError when one of the lengths leads out of the file. */
RingShape checked_shape(const rd_record_ring& ring, size_t bytes) {
  const uint64_t capacity = ring.capacity_frames, channels = ring.channels;
  if (ring.bytes != bytes) refuse("is not as long as it says");
  if (ring.rate < 8000 || ring.rate > 768000) refuse("has no usable rate");
  if (capacity < 4 * RD_MAX_FRAMES) refuse("has no usable length");
  if (channels == 0 || channels > RD_RECORD_MAX_CHANNELS || ring.tracks == 0 || ring.tracks > RD_RECORD_MAX_TRACKS) {
    refuse("has no usable number of tracks");
  }
  if (ring.samples_offset < sizeof(rd_record_ring) || ring.samples_offset % sizeof(float) != 0 ||
      ring.samples_offset + capacity * channels * sizeof(float) > bytes) {
    refuse("is shorter than its samples");
  }
  RingShape shape{.rate_hz = ring.rate, .channels = ring.channels};
  for (uint32_t n = 0; n < ring.tracks; ++n) {
    const rd_record_track& track = ring.track[n];
    if (track.channels < 1 || track.channels > 2 || track.first_channel + uint64_t{track.channels} > channels) {
      refuse("has a track without channels");
    }
    shape.tracks.push_back({.path = std::string(track.path, strnlen(track.path, sizeof track.path)),
                            .is_programme = track.role == RD_RECORD_PROGRAMME,
                            .first_channel = track.first_channel,
                            .channels = track.channels});
  }
  return shape;
}

}  // namespace

std::unique_ptr<RingReader> RingReader::open(const std::string& runtime_folder, uint64_t other_than_epoch) {
  const std::string link = runtime_folder + "/" RD_RECORD_RING_LINK;
  const int file = ::open(link.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) {
    if (errno == ENOENT) return nullptr;
    refuse(std::string("can't be opened: ") + std::strerror(errno));
  }
  struct stat facts {};
  const bool is_long_enough =
      fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && static_cast<size_t>(facts.st_size) >= sizeof(rd_record_ring);
  const auto bytes = static_cast<size_t>(facts.st_size);
  void* const memory = is_long_enough ? mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
  close(file);
  if (memory == MAP_FAILED) refuse(is_long_enough ? "can't be mapped" : "is no ring");
  const auto* const ring = static_cast<const rd_record_ring*>(memory);
  const uint32_t magic = __atomic_load_n(&ring->magic, __ATOMIC_ACQUIRE);
  const bool is_ours = magic == RD_RECORD_RING_MAGIC && ring->version >= oldest_version && ring->version <= RD_RECORD_RING_VERSION;
  if (is_ours && ring->epoch != other_than_epoch) return std::unique_ptr<RingReader>(new RingReader(ring, bytes));
  munmap(memory, bytes);
  if (magic == RD_RECORD_RING_MAGIC && !is_ours) refuse("is of another version of the mixer: restart the sound");
  // Without the magic number it is not complete yet.
  return nullptr;
}

RingReader::RingReader(const rd_record_ring* ring, size_t bytes) : ring_(ring), bytes_(bytes) {
  try {
    shape_ = checked_shape(*ring, bytes);
  } catch (...) {
    munmap(const_cast<rd_record_ring*>(ring), bytes);
    throw;
  }
  samples_ = reinterpret_cast<const float*>(reinterpret_cast<const char*>(ring) + ring->samples_offset);
  epoch_ = ring->epoch;
  capacity_ = ring->capacity_frames;
  process_id_ = ring->process_id;
  go_to({.epoch = epoch_, .frame = 0});
}

/** What is not overwritten within the next second, or half of the ring. */
uint64_t RingReader::oldest() const {
  const uint64_t kept = capacity_ - std::min<uint64_t>(capacity_ / 2, shape_.rate_hz), end = written();
  return end > kept ? end - kept : 0;
}

uint64_t RingReader::go_to(const RingPlace& place) {
  next_ = std::max(place.frame, oldest());
  silent_until_ = 0;
  const auto gap = [this](uint64_t number) -> const rd_record_gap& { return ring_->gaps[number % RD_RECORD_GAPS]; };
  const auto is_said = [&](const rd_record_gap& each) {
    return each.at < place.frame || (each.at == place.frame && place.is_behind_gap);
  };
  const uint64_t count = __atomic_load_n(&ring_->gap_count, __ATOMIC_ACQUIRE);
  gaps_seen_ = count;
  while (gaps_seen_ > 0 && count - gaps_seen_ < RD_RECORD_GAPS / 2 && !is_said(gap(gaps_seen_ - 1))) --gaps_seen_;
  uint64_t lost = next_ - place.frame;
  for (; gaps_seen_ < count && gap(gaps_seen_).at < next_; ++gaps_seen_) {
    if (gap(gaps_seen_).kind == RD_RECORD_GAP_LOST) lost += gap(gaps_seen_).frames;
  }
  return lost;
}

RingReader::~RingReader() { munmap(const_cast<rd_record_ring*>(ring_), bytes_); }

rd_record_gap RingReader::first_gap() {
  for (;;) {
    const uint64_t count = __atomic_load_n(&ring_->gap_count, __ATOMIC_ACQUIRE);
    if (gaps_seen_ >= count) return {.at = UINT64_MAX};
    // One that may be overwritten at this moment tells nothing.
    if (count - gaps_seen_ >= RD_RECORD_GAPS) gaps_seen_ = count - RD_RECORD_GAPS + 1;
    rd_record_gap gap = ring_->gaps[gaps_seen_ % RD_RECORD_GAPS];
    gap.frames = __atomic_load_n(&ring_->gaps[gaps_seen_ % RD_RECORD_GAPS].frames, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&ring_->gap_count, __ATOMIC_ACQUIRE) - gaps_seen_ < RD_RECORD_GAPS) return gap;
  }
}

RingPiece RingReader::next() {
  uint64_t end = written();
  if (end + RD_MAX_FRAMES - next_ > capacity_) {
    // With room to go on: few long dropouts rather than many short ones.
    const uint64_t room = std::min<uint64_t>(capacity_ / 2, 2 * uint64_t{shape_.rate_hz});
    const uint64_t lost = end - (capacity_ - room) - next_;
    next_ += lost;
    return {.kind = RingPiece::late, .frames = lost};
  }
  for (;;) {
    const rd_record_gap gap = first_gap();
    if (gap.at > next_) {
      end = std::min(end, gap.at);
      break;
    }
    if (gap.kind == RD_RECORD_GAP_LOST) {
      ++gaps_seen_;
      if (gap.frames > 0) return {.kind = RingPiece::xrun, .frames = gap.frames};
      continue;
    }
    // The newest silence grows: it is looked at until another gap follows.
    const uint64_t until = gap.at + gap.frames;
    if (until > next_) {
      const bool is_said = silent_until_ > next_;
      if (!is_said) silent_until_ = until;
      end = std::min(end, silent_until_);
      if (is_said) break;
      return {.kind = RingPiece::silent, .frames = until - next_};
    }
    if (gaps_seen_ + 1 >= __atomic_load_n(&ring_->gap_count, __ATOMIC_ACQUIRE)) break;
    ++gaps_seen_;
  }
  const uint64_t offset = next_ % capacity_;
  const uint64_t frames = std::min(end - next_, capacity_ - offset);
  return {.kind = frames > 0 ? RingPiece::sound : RingPiece::nothing, .frames = frames, .offset = offset};
}

bool RingReader::advance(uint64_t frames) {
  // The copies come before this look at the mixer's position.
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  const bool is_whole = written() + RD_MAX_FRAMES - next_ <= capacity_;
  next_ += frames;
  return is_whole;
}

uint64_t RingReader::next_ns() const {
  const uint64_t behind = written() - next_;
  const uint64_t at = __atomic_load_n(&ring_->written_ns, __ATOMIC_RELAXED);
  const auto ns = static_cast<uint64_t>(static_cast<double>(behind) * 1e9 / shape_.rate_hz);
  return at > ns ? at - ns : 0;
}

}  // namespace rowdesk::recorder
