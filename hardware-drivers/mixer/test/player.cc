#include "player.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

namespace rowdesk {

Player::Player(const std::string& folder) {
  const int file = open((folder + "/" + RD_PLAY_RING_LINK).c_str(), O_RDWR);
  struct stat status {};
  CHECK(fstat(file, &status) == 0);
  bytes_ = static_cast<uint64_t>(status.st_size);
  ring_ = static_cast<rd_play_ring*>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  close(file);
  CHECK(__atomic_load_n(&ring_->magic, __ATOMIC_ACQUIRE) == RD_PLAY_RING_MAGIC);
  CHECK(ring_->version == RD_PLAY_RING_VERSION);
  CHECK(ring_->bytes == bytes_);
  CHECK(ring_->samples_offset + uint64_t{ring_->channels} * ring_->capacity_frames * sizeof(float) <= bytes_);
}

Player::~Player() { munmap(ring_, bytes_); }

void Player::write(uint32_t frames, const RingSound& sound) {
  auto* const samples = reinterpret_cast<float*>(reinterpret_cast<char*>(ring_) + ring_->samples_offset);
  CHECK(written_ + frames <= played() + ring_->capacity_frames);
  for (uint32_t channel = 0; channel < ring_->channels; ++channel) {
    float* const own = samples + uint64_t{channel} * ring_->capacity_frames;
    for (uint64_t frame = written_; frame < written_ + frames; ++frame) {
      own[frame % ring_->capacity_frames] = sound(channel, frame);
    }
  }
  written_ += frames;
  __atomic_store_n(&ring_->written, written_, __ATOMIC_RELEASE);
}

void Player::fill(const RingSound& sound) {
  write(static_cast<uint32_t>(played() + ring_->capacity_frames - written_), sound);
}

void Player::play(bool is_playing) { __atomic_store_n(&ring_->is_playing, is_playing ? 1u : 0u, __ATOMIC_RELEASE); }

void Player::jump() { __atomic_store_n(&ring_->jump_to, written_, __ATOMIC_RELEASE); }

}  // namespace rowdesk
