#include "control/playback.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace rowdesk {

Playback::Playback(std::string folder) : folder_(std::move(folder)) {
  if (!folder_.empty()) SharedFile::remove_stale(folder_, RD_PLAY_RING_LINK);
}

void Playback::allot(double rate, uint32_t inputs, uint32_t most_frames) {
  const bool is_other_rate = rate != rate_;
  rate_ = rate;
  inputs_ = inputs;
  most_frames_ = most_frames;
  pointers_.assign(inputs + RD_PLAY_MAX_CHANNELS, silence_.data());
  if (ring_ && is_other_rate) {
    const uint32_t channels = ring_->reader().channels();
    ring_->end();
    left_.push_back(std::move(ring_));
    try {
      make_ring(channels);
    } catch (const std::system_error& error) {
      fault_ = error.what();
      next_.store(nullptr);
    }
  }
  if (ring_) ring_->reader().allot(most_frames);
  put(ring_.get());
  left_.clear();
}

void Playback::make_ring(uint32_t channels) {
  if (folder_.empty() || (ring_ ? ring_->reader().channels() : 0) == channels) return;
  std::unique_ptr<PlayRing> made;
  if (channels > 0) {
    made = std::make_unique<PlayRing>(folder_, channels, rate_);
    made->reader().allot(most_frames_);
  }
  fault_.clear();
  if (ring_) {
    ring_->end();
    left_.push_back(std::move(ring_));
  }
  ring_ = std::move(made);
  next_.store(ring_.get());
  collect();
}

// A ring that the audio thread has just taken up is next_ or current_: see follow().
bool Playback::collect() {
  const PlayRing* const current = current_.load();
  std::erase_if(left_, [&](const auto& ring) { return ring.get() != current; });
  return current == ring_.get();
}

// What the audio thread takes up it shows in current_, and looks whether it is still wanted: only then it is not freed.
void Playback::follow() {
  PlayRing* const next = next_.load();
  PlayRing* const current = current_.load(std::memory_order_relaxed);
  if (next == current || (current != nullptr && !current->reader().is_silent())) return;
  current_.store(next);
  put(next_.load() == next ? next : nullptr);
}

void Playback::put(PlayRing* ring) {
  current_.store(ring);
  const uint32_t channels = ring == nullptr ? 0 : ring->reader().channels();
  for (uint32_t number = 0; number < RD_PLAY_MAX_CHANNELS; ++number) {
    pointers_[inputs_ + number] = number < channels ? ring->reader().channel(number) : silence_.data();
  }
}

const float* const* Playback::take(const float* const* in, uint32_t frames, uint32_t flags) {
  follow();
  PlayRing* const ring = current_.load(std::memory_order_relaxed);
  if (ring != nullptr) {
    const bool is_newest = ring == next_.load(std::memory_order_relaxed);
    if (is_newest && (flags & RD_BLOCK_FREEWHEEL) != 0) ring->reader().wait(frames);
    ring->reader().read(frames, is_newest);
  }
  std::copy_n(in, inputs_, pointers_.begin());
  return pointers_.data();
}

void Playback::rest() {
  if (PlayRing* const ring = current_.load(std::memory_order_relaxed)) ring->reader().stop();
  follow();
}

}  // namespace rowdesk
