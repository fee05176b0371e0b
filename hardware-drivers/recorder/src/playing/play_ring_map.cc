#include "play_ring_map.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>

namespace rowdesk::playing {
namespace {

std::string target_of(const std::string& link) {
  char target[PATH_MAX];
  const ssize_t length = readlink(link.c_str(), target, sizeof target);
  return length <= 0 ? std::string() : std::string(target, static_cast<size_t>(length));
}

bool is_whole(const rd_play_ring& ring, size_t bytes) {
  if (__atomic_load_n(&ring.magic, __ATOMIC_ACQUIRE) != RD_PLAY_RING_MAGIC) return false;
  if (ring.version != RD_PLAY_RING_VERSION || ring.bytes > bytes || ring.rate == 0) return false;
  if (ring.channels == 0 || ring.channels > RD_PLAY_MAX_CHANNELS) return false;
  if (!std::has_single_bit(ring.capacity_frames) || ring.fade_frames > ring.capacity_frames / 8) return false;
  if (ring.samples_offset < sizeof ring || ring.samples_offset % sizeof(float) != 0) return false;
  return ring.samples_offset + uint64_t{ring.channels} * ring.capacity_frames * sizeof(float) <= ring.bytes;
}

}  // namespace

std::unique_ptr<PlayRingMap> PlayRingMap::open(const std::string& runtime_folder) {
  std::string link = runtime_folder + "/" RD_PLAY_RING_LINK;
  std::string target = target_of(link);
  if (target.empty()) return nullptr;
  const int file = ::open(link.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  struct stat facts {};
  void* memory = MAP_FAILED;
  if (fstat(file, &facts) == 0 && facts.st_uid == geteuid() && facts.st_size >= static_cast<off_t>(sizeof(rd_play_ring))) {
    memory = mmap(nullptr, static_cast<size_t>(facts.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  ::close(file);
  if (memory == MAP_FAILED) return nullptr;
  auto* ring = static_cast<rd_play_ring*>(memory);
  const auto bytes = static_cast<size_t>(facts.st_size);
  if (!is_whole(*ring, bytes)) {
    munmap(memory, bytes);
    return nullptr;
  }
  return std::unique_ptr<PlayRingMap>(new PlayRingMap(std::move(link), std::move(target), ring, bytes));
}

PlayRingMap::PlayRingMap(std::string link, std::string target, rd_play_ring* ring, size_t bytes)
    : link_(std::move(link)), target_(std::move(target)), ring_(ring), bytes_(bytes), rate_hz_(ring->rate),
      capacity_(ring->capacity_frames), fade_frames_(std::max(1u, ring->fade_frames)) {
  auto* first = reinterpret_cast<float*>(reinterpret_cast<char*>(ring) + ring->samples_offset);
  for (uint32_t c = 0; c < ring->channels; ++c) channels_.push_back(first + size_t{c} * capacity_);
  // A player before this one may have left it playing.
  written_ = std::clamp(__atomic_load_n(&ring->written, __ATOMIC_ACQUIRE), played(), played() + capacity_);
  jump_to_ = __atomic_load_n(&ring->jump_to, __ATOMIC_ACQUIRE);
  play(false);
}

PlayRingMap::~PlayRingMap() {
  play(false);
  munmap(ring_, bytes_);
}

bool PlayRingMap::is_linked() const { return target_of(link_) == target_; }

bool PlayRingMap::may_jump() const { return !is_playing_ || played() >= jump_to_ + fade_frames_ || jump_to_ == 0; }

uint64_t PlayRingMap::room() const {
  const uint64_t now = played();
  const bool is_crossfading = jump_to_ > 0 && now < jump_to_ + fade_frames_;
  const uint64_t most = (is_crossfading ? std::min(now, jump_from_) : now) + capacity_;
  return most > written_ ? std::min<uint64_t>(most - written_, capacity_) : 0;
}

void PlayRingMap::silence(uint32_t first, uint64_t frames) {
  for (uint32_t c = first; c < channels(); ++c) {
    const uint64_t at = written_ % capacity_;
    const uint64_t before_wrap = std::min<uint64_t>(frames, capacity_ - at);
    std::fill_n(channels_[c] + at, before_wrap, 0.0f);
    std::fill_n(channels_[c], frames - before_wrap, 0.0f);
  }
}

void PlayRingMap::advance(uint64_t frames) {
  written_ += frames;
  __atomic_store_n(&ring_->written, written_, __ATOMIC_RELEASE);
}

void PlayRingMap::jump(uint64_t frame) {
  if (frame <= jump_to_) return;
  jump_from_ = is_playing_ ? played() : frame;
  jump_to_ = frame;
  __atomic_store_n(&ring_->jump_to, frame, __ATOMIC_RELEASE);
}

void PlayRingMap::play(bool is_playing) {
  is_playing_ = is_playing;
  __atomic_store_n(&ring_->is_playing, is_playing ? 1u : 0u, __ATOMIC_RELEASE);
}

}  // namespace rowdesk::playing
