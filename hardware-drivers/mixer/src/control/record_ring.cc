#include "control/record_ring.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace rowdesk {
namespace {

constexpr size_t page = 4096;
constexpr size_t samples_offset = (sizeof(rd_record_ring) + page - 1) / page * page;

uint32_t channels_of(const Layout& layout, std::span<const RecordTrack> tracks) {
  uint32_t channels = 0;
  for (const RecordTrack& track : tracks) channels += layout.strips()[track.strip].legs;
  return channels;
}

// Whole cache lines.
uint32_t frames_in(double seconds, double rate) {
  constexpr uint32_t line = 64 / sizeof(float);
  return (static_cast<uint32_t>(std::ceil(seconds * rate)) + line - 1) / line * line;
}

// RD_RECORD_SECONDS, or what three quarters of the free shared memory hold: the rest is for rings to come. Never below a second.
uint32_t capacity_of(uint32_t channels, double rate) {
  const uint64_t room = SharedFile::room() / 4 * 3 / (uint64_t{channels} * sizeof(float)) / 16 * 16;
  const uint64_t least = frames_in(1, rate), most = frames_in(RD_RECORD_SECONDS, rate);
  return static_cast<uint32_t>(std::clamp(room, least, most));
}

size_t bytes_of(uint32_t channels, uint32_t capacity) {
  return samples_offset + static_cast<size_t>(channels) * capacity * sizeof(float);
}

template <typename T>
void store(T& field, T value, int order = __ATOMIC_RELAXED) {
  __atomic_store_n(&field, value, order);
}

}  // namespace

RecordRing::RecordRing(const Layout& layout, std::span<const RecordTrack> tracks, double rate, const std::string& folder)
    : capacity_(capacity_of(channels_of(layout, tracks), rate)),
      file_(RD_RECORD_RING_LINK, bytes_of(channels_of(layout, tracks), capacity_)),
      ring_(*static_cast<rd_record_ring*>(file_.data())),
      samples_(reinterpret_cast<float*>(static_cast<char*>(file_.data()) + samples_offset)),
      channels_(channels_of(layout, tracks)) {
  ring_.version = RD_RECORD_RING_VERSION;
  ring_.bytes = file_.bytes();
  ring_.epoch = new_epoch();
  ring_.process_id = static_cast<uint32_t>(getpid());
  ring_.rate = static_cast<uint32_t>(std::lround(rate));
  ring_.capacity_frames = capacity_;
  ring_.samples_offset = samples_offset;
  for (const RecordTrack& track : tracks) {
    const StripPlace& strip = layout.strips()[track.strip];
    rd_record_track& into = ring_.track[ring_.tracks++];
    strip.path.copy(into.path, sizeof into.path - 1);
    into.role = track.role;
    into.first_channel = ring_.channels;
    into.channels = strip.legs;
    for (uint32_t leg = 0; leg < strip.legs; ++leg) channels_[ring_.channels++] = {track.tap, strip.first_lane + leg};
  }
  store(ring_.magic, RD_RECORD_RING_MAGIC, __ATOMIC_RELEASE);
  file_.link(folder);
}

RecordRing::~RecordRing() { store(ring_.has_ended, 1u, __ATOMIC_RELEASE); }

void RecordRing::take(const State& state, uint32_t frames) {
  const size_t capacity = capacity_;
  const size_t first = (written_ + taken_) % capacity;
  const size_t before_end = std::min<size_t>(frames, capacity - first);
  float* into = samples_;
  for (const auto& [tap, lane] : channels_) {
    const float* const from = state.taps[tap * state.lanes + lane];
    std::memcpy(into + first, from, before_end * sizeof(float));
    if (before_end < frames) std::memcpy(into, from + before_end, (frames - before_end) * sizeof(float));
    into += capacity;
  }
  taken_ += frames;
}

void RecordRing::publish(bool is_silence, uint64_t now_ns) {
  if (taken_ == 0) return;
  if (is_silence) extend_silence(taken_);
  written_ += taken_;
  taken_ = 0;
  store(ring_.written_ns, now_ns);
  store(ring_.written, written_, __ATOMIC_RELEASE);
}

void RecordRing::lose(uint64_t frames) { note_gap(frames, RD_RECORD_GAP_LOST); }

void RecordRing::extend_silence(uint64_t frames) {
  if (silent_until_ == written_ && gap_count_ > 0) {
    rd_record_gap& newest = ring_.gaps[(gap_count_ - 1) % RD_RECORD_GAPS];
    store(newest.frames, newest.frames + frames);
  } else {
    note_gap(frames, RD_RECORD_GAP_SILENT);
  }
  silent_until_ = written_ + frames;
}

void RecordRing::note_gap(uint64_t frames, rd_record_gap_kind kind) {
  rd_record_gap& gap = ring_.gaps[gap_count_ % RD_RECORD_GAPS];
  store(gap.at, written_);
  store(gap.frames, frames);
  store(gap.kind, static_cast<uint32_t>(kind));
  silent_until_ = 0;
  store(ring_.gap_count, ++gap_count_, __ATOMIC_RELEASE);
}

}  // namespace rowdesk
