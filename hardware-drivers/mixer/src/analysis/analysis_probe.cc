#include "analysis/analysis_probe.h"

#include <cstring>

namespace rowdesk {

uint32_t Probe::aim(Tap tap, uint32_t first_lane, uint32_t legs) {
  if (++last_aim_ == 0) ++last_aim_;
  aim_.store(static_cast<uint64_t>(last_aim_) << 32 | static_cast<uint64_t>(tap) << 24 | legs << 16 | first_lane,
             std::memory_order_release);
  return last_aim_;
}

const ProbedSound* Probe::next() {
  for (;; drop()) {
    const uint32_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return nullptr;
    const ProbedSound& sound = ring_[head % ring_sounds];
    if (sound.aim == last_aim_) return &sound;
  }
}

void Probe::take(const State& state, uint64_t position, uint32_t frames, float rate, const Lost& lost) {
  const uint64_t aim = aim_.load(std::memory_order_acquire);
  if (aim == 0) {
    taken_under_ = 0;
    return;
  }
  const auto offset = static_cast<uint32_t>(position % sub_block_frames);
  const uint32_t tail = tail_.load(std::memory_order_relaxed);
  if (offset == 0) {
    const bool has_room = tail - head_.load(std::memory_order_acquire) < ring_sounds;
    taken_under_ = has_room ? aim : 0;
  }
  if (taken_under_ != aim) return;
  ProbedSound& sound = ring_[tail % ring_sounds];
  if (offset == 0) {
    sound.position = position;
    sound.lost = lost;
    sound.aim = static_cast<uint32_t>(aim >> 32);
    sound.rate = rate;
  }
  const auto tap = static_cast<uint32_t>(aim >> 24 & 0xff), legs = static_cast<uint32_t>(aim >> 16 & 0xff);
  const auto first_lane = static_cast<uint32_t>(aim & 0xffff);
  for (uint32_t leg = 0; leg < legs; ++leg) {
    std::memcpy(sound.legs[leg] + offset, state.taps[tap * state.lanes + first_lane + leg], frames * sizeof(float));
  }
  if (offset + frames == sub_block_frames) tail_.store(tail + 1, std::memory_order_release);
}

Probe* ProbeBoard::add() {
  const uint32_t count = count_.load(std::memory_order_relaxed);
  if (count == most_probes) return nullptr;
  probes_[count] = std::make_unique<Probe>();
  count_.store(count + 1, std::memory_order_release);
  return probes_[count].get();
}

}  // namespace rowdesk
