// A ring that copies the sound at one tap of one strip from the audio thread to the analysis thread, without lock or
// wait. While the ring is full sound is left out, and positions show the gap.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/locked_array.h"
#include "engine/state.h"

namespace rowdesk {

inline constexpr uint32_t most_probes = 128;

// What the device lost before a sub-block, in all: a jump between two sub-blocks is a gap between them.
struct Lost {
  uint32_t gaps = 0;
  uint64_t frames = 0;  // as far as they are known
};

// A sub-block of 64 frames on the grid.
struct ProbedSound {
  uint64_t position;
  Lost lost;
  uint32_t aim;   // the number of the aim that it was copied under
  float rate;     // Hz
  float legs[2][sub_block_frames];
};

class Probe {
 public:
  Probe() : ring_(ring_sounds) {}

  // Analysis thread. Copies these lanes of a strip from now on, until the next aim or rest.
  uint32_t aim(Tap tap, uint32_t first_lane, uint32_t legs);
  void rest() { aim_.store(0, std::memory_order_release); }
  // Analysis thread. The next sub-block copied under the present aim.
  const ProbedSound* next();
  void drop() { head_.store(head_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

  // Audio thread, after each sub-block. position: of its first frame.
  void take(const State& state, uint64_t position, uint32_t frames, float rate, const Lost& lost);

 private:
  static constexpr uint32_t ring_sounds = 256;

  LockedArray<ProbedSound> ring_;
  std::atomic<uint64_t> aim_{0};  // number << 32 | tap << 24 | legs << 16 | first lane; 0: it rests
  std::atomic<uint32_t> head_{0}, tail_{0};
  uint32_t last_aim_ = 0;     // the analysing thread's
  uint64_t taken_under_ = 0;  // the audio thread's: the aim of the sound being copied, 0 for none
};

// All probes, made on demand and kept.
class ProbeBoard {
 public:
  // Analysis thread. Null when all probes are in use.
  Probe* add();

  // The audio thread.
  void take(const State& state, uint64_t position, uint32_t frames, double rate, const Lost& lost = {}) {
    const uint32_t count = count_.load(std::memory_order_acquire);
    for (uint32_t i = 0; i < count; ++i) probes_[i]->take(state, position, frames, static_cast<float>(rate), lost);
  }

 private:
  std::array<std::unique_ptr<Probe>, most_probes> probes_;
  std::atomic<uint32_t> count_{0};
};

}  // namespace rowdesk
