// The play ring of the mixer, mapped by the player; rowdesk/play_ring.h says what its fields mean.
#pragma once
#include <rowdesk/play_ring.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rowdesk::playing {

/** For one thread. */
class PlayRingMap {
 public:
  /** Maps the file behind the link in this folder; null without a ring, or with one that is not complete. */
  static std::unique_ptr<PlayRingMap> open(const std::string& runtime_folder);
  ~PlayRingMap();
  PlayRingMap(const PlayRingMap&) = delete;
  PlayRingMap& operator=(const PlayRingMap&) = delete;

  /** True while the link leads to this file. */
  bool is_linked() const;
  bool has_ended() const { return __atomic_load_n(&ring_->has_ended, __ATOMIC_ACQUIRE) != 0; }

  uint32_t rate_hz() const { return rate_hz_; }
  uint32_t capacity() const { return capacity_; }
  uint32_t channels() const { return static_cast<uint32_t>(channels_.size()); }
  uint32_t fade_frames() const { return fade_frames_; }
  float* const* samples() const { return channels_.data(); }

  uint64_t played() const { return __atomic_load_n(&ring_->played, __ATOMIC_ACQUIRE); }
  uint64_t underruns() const { return __atomic_load_n(&ring_->underruns, __ATOMIC_RELAXED); }
  bool is_sounding() const { return __atomic_load_n(&ring_->is_sounding, __ATOMIC_ACQUIRE) != 0; }
  bool is_playing() const { return is_playing_; }
  uint64_t written() const { return written_; }
  uint64_t jump_to() const { return jump_to_; }

  /** False while the mixer is on its way over the last jump: another one has to wait. */
  bool may_jump() const;
  /** Frames that may be written now. Those under a crossfade of the mixer stay until it is over. */
  uint64_t room() const;
  /** Writes silence to channels from `first` on, at `written`. */
  void silence(uint32_t first, uint64_t frames);
  /** So many frames more are written. */
  void advance(uint64_t frames);
  void jump(uint64_t frame);
  void play(bool is_playing);

 private:
  PlayRingMap(std::string link, std::string target, rd_play_ring* ring, size_t bytes);

  std::string link_;
  std::string target_;
  rd_play_ring* ring_;
  size_t bytes_;
  uint32_t rate_hz_, capacity_, fade_frames_;
  std::vector<float*> channels_;
  /** As the player wrote them last. */
  uint64_t written_, jump_to_;
  /** Where the mixer was at that jump, or before. */
  uint64_t jump_from_ = 0;
  bool is_playing_ = false;
};

}  // namespace rowdesk::playing
