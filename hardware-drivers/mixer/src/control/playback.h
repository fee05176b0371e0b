// What the audio thread hears: the inputs of the device, and behind them the channels of the play ring. The control side
// replaces the ring at any time; the audio thread goes over to the next one when the last one is silent.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <rowdesk/audio.h>

#include "control/play_ring.h"

namespace rowdesk {

class Playback {
 public:
  // folder: of the link to the ring, '' for no ring ever. Removes what a killed process left there.
  explicit Playback(std::string folder);

  // Off the audio thread, never while it runs. A ring of another rate is made anew; without memory for it there is none,
  // and fault() says why.
  void allot(double rate, uint32_t inputs, uint32_t most_frames);
  // Makes the ring with so many channels; 0: none. A ring that has them stays. Throws std::system_error, and all stays.
  void make_ring(uint32_t channels);
  const std::string& fault() const { return fault_; }
  // Frees rings that the audio thread has left. True when it has the newest one.
  bool collect();

  // Audio thread, once per block: all inputs, with the next frames of the ring. flags: of rd_block_time.
  const float* const* take(const float* const* in, uint32_t frames, uint32_t flags);
  // Audio thread, while no device drives: nothing is played.
  void rest();

 private:
  void follow();
  void put(PlayRing* ring);

  const std::string folder_;
  double rate_ = 0.0;
  uint32_t inputs_ = 0, most_frames_ = 0;
  std::string fault_;
  std::unique_ptr<PlayRing> ring_;
  std::vector<std::unique_ptr<PlayRing>> left_;  // ended; the audio thread may still have one
  std::atomic<PlayRing*> next_{nullptr};         // written by the control side
  std::atomic<PlayRing*> current_{nullptr};      // written by the audio thread
  std::vector<const float*> pointers_;           // of the device, then RD_PLAY_MAX_CHANNELS
  std::vector<float> silence_ = std::vector<float>(RD_MAX_FRAMES);
};

}  // namespace rowdesk
