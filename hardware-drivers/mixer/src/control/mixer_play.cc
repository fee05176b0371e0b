// The mixer's side of the virtual soundcheck.
#include "control/mixer.h"

namespace rowdesk {

void Mixer::make_play_ring(uint32_t channels) {
  const std::lock_guard lock(control_);
  playback_.make_ring(channels);
}

void Mixer::play(PlayedSources played) {
  const std::lock_guard lock(control_);
  desired_.play(std::move(played));
}

std::optional<uint32_t> Mixer::played() const {
  const std::lock_guard lock(control_);
  collect();
  return playback_.collect() ? std::optional(played_) : std::nullopt;
}

std::string Mixer::play_fault() const {
  const std::lock_guard lock(control_);
  return playback_.fault();
}

}  // namespace rowdesk
