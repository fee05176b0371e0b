#include "ring_owner.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace rowdesk::playing::test {
namespace {
uint64_t next_epoch = 1;
}

RingOwner::RingOwner(const std::string& folder, const RingFacts& facts) : heard(facts.channels) {
  const uint64_t epoch = next_epoch++;
  link_ = folder + "/" RD_PLAY_RING_LINK;
  file_ = folder + "/play-" + std::to_string(epoch);
  const uint64_t samples = uint64_t{facts.channels} * facts.capacity_frames * sizeof(float);
  const uint64_t bytes = sizeof(rd_play_ring) + samples;
  const int file = ::open(file_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) throw std::runtime_error("no memory for " + file_);
  ring_ = static_cast<rd_play_ring*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  ::close(file);
  ring_->version = RD_PLAY_RING_VERSION;
  ring_->bytes = bytes;
  ring_->epoch = epoch;
  ring_->process_id = static_cast<uint32_t>(getpid());
  ring_->rate = facts.rate_hz;
  ring_->capacity_frames = facts.capacity_frames;
  ring_->channels = facts.channels;
  ring_->samples_offset = sizeof(rd_play_ring);
  ring_->fade_frames = fade_frames;
  __atomic_store_n(&ring_->magic, RD_PLAY_RING_MAGIC, __ATOMIC_RELEASE);
  const std::string fresh = link_ + ".new";
  if (symlink(file_.c_str(), fresh.c_str()) != 0 || rename(fresh.c_str(), link_.c_str()) != 0) {
    throw std::runtime_error("no link " + link_);
  }
}

RingOwner::~RingOwner() {
  __atomic_store_n(&ring_->has_ended, 1u, __ATOMIC_RELEASE);
  munmap(ring_, ring_->bytes);
  unlink(file_.c_str());
}

void RingOwner::end() {
  unlink(link_.c_str());
  __atomic_store_n(&ring_->has_ended, 1u, __ATOMIC_RELEASE);
}

uint64_t RingOwner::available() const {
  const uint64_t written = __atomic_load_n(&ring_->written, __ATOMIC_ACQUIRE);
  return written > ring_->played ? written - ring_->played : 0;
}

float RingOwner::sample(uint32_t channel, uint64_t frame) const {
  const auto* samples = reinterpret_cast<const float*>(reinterpret_cast<const char*>(ring_) + ring_->samples_offset);
  return samples[size_t{channel} * ring_->capacity_frames + frame % ring_->capacity_frames];
}

void RingOwner::block(uint32_t frames) {
  const uint64_t jump_to = __atomic_load_n(&ring_->jump_to, __ATOMIC_ACQUIRE);
  const uint64_t written = __atomic_load_n(&ring_->written, __ATOMIC_ACQUIRE);
  const bool is_playing = __atomic_load_n(&ring_->is_playing, __ATOMIC_ACQUIRE) != 0;
  uint64_t played = ring_->played;
  if (jump_to > played && level_ == 0) played = jump_to;
  else if (jump_to > played && crossfade_left_ == 0 && written >= jump_to + fade_frames) {
    crossfade_from_ = played;
    crossfade_left_ = fade_frames;
    played = jump_to;
  }
  for (uint32_t n = 0; n < frames; ++n) {
    const bool is_dry = played >= written;
    if (is_dry && level_ > 0) {
      level_ = 0;
      __atomic_fetch_add(&ring_->underruns, 1, __ATOMIC_RELAXED);
    }
    const bool sounds = !is_dry && (is_playing || level_ > 0);
    if (sounds) level_ = is_playing ? std::min(level_ + 1, fade_frames) : level_ - 1;
    const float gain = static_cast<float>(level_) / fade_frames;
    for (uint32_t c = 0; c < ring_->channels; ++c) {
      float value = sounds ? sample(c, played) : 0.0f;
      if (sounds && crossfade_left_ > 0) {
        const float old = static_cast<float>(crossfade_left_) / fade_frames;
        value = sample(c, crossfade_from_) * old + value * (1 - old);
      }
      heard[c].push_back(level_ == fade_frames && crossfade_left_ == 0 ? value : value * gain);
    }
    if (!sounds) continue;
    ++played;
    if (crossfade_left_ > 0) --crossfade_left_, ++crossfade_from_;
  }
  __atomic_store_n(&ring_->played, played, __ATOMIC_RELEASE);
  __atomic_store_n(&ring_->is_sounding, level_ > 0 ? 1u : 0u, __ATOMIC_RELEASE);
}

}  // namespace rowdesk::playing::test
