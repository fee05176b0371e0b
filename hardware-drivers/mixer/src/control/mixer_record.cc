// Recording, as the mixer's control side has it.
#include <memory>
#include <thread>
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

void Mixer::end_recording() {
  const std::lock_guard lock(control_);
  recording_.close();
  std::unique_ptr<RecordRing> ring;
  while (is_taken_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();  // the timer, for one block
  engine_.settle();  // a ring may wait
  engine_.record().exchange(ring);
  is_taken_.store(false, std::memory_order_release);
  collect();
}

}  // namespace rowdesk
