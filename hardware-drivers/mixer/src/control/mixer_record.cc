// Recording, as the mixer's control side has it.
#include <utility>

#include "control/mixer.h"

namespace rowdesk {

uint32_t Mixer::record(std::vector<RecordTrack> tracks) {
  const std::lock_guard lock(control_);
  return recording_.set_tracks(std::move(tracks));
}

std::pair<uint32_t, std::string> Mixer::recorded() const {
  const std::lock_guard lock(control_);
  collect();
  return {recording_.applied(), recording_.fault()};
}

}  // namespace rowdesk
