// A double of the player, made of rowdesk/play_ring.h alone: what it finds behind the link, and what it writes there.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <rowdesk/play_ring.h>

namespace rowdesk {

// A sample of a channel at a ring frame.
using RingSound = std::function<float(uint32_t channel, uint64_t frame)>;

class Player {
 public:
  explicit Player(const std::string& folder);
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  rd_play_ring& header() const { return *ring_; }
  // Writes so many frames behind the last ones.
  void write(uint32_t frames, const RingSound& sound);
  // Writes as many as there is room for.
  void fill(const RingSound& sound);
  void play(bool is_playing);
  // Goes on with what is written from now on.
  void jump();

  uint64_t played() const { return __atomic_load_n(&ring_->played, __ATOMIC_ACQUIRE); }
  uint64_t underruns() const { return __atomic_load_n(&ring_->underruns, __ATOMIC_ACQUIRE); }
  bool is_sounding() const { return __atomic_load_n(&ring_->is_sounding, __ATOMIC_ACQUIRE) != 0; }
  bool has_ended() const { return __atomic_load_n(&ring_->has_ended, __ATOMIC_ACQUIRE) != 0; }

 private:
  rd_play_ring* ring_;
  uint64_t bytes_;
  uint64_t written_ = 0;
};

}  // namespace rowdesk
