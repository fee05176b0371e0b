// The audio thread's end of the stimulus: the fourth generator. Without a stimulus the kernels leave it out.
#pragma once

#include <cstdint>
#include <memory>

#include "capture/stimulus.h"
#include "engine/state.h"

namespace rowdesk {

class StimulusPlayer {
 public:
  // state must outlive it.
  explicit StimulusPlayer(State& state);

  // Between two sub-blocks: begins the next one with the next frame; null: none follows. Gives the one before back, which is
  // over.
  void exchange(std::unique_ptr<Stimulus>& next);
  // Before each sub-block: fills the generator's sound. position: of its first frame; fade_frames: at the end of the lease
  // or by order.
  void generate(uint64_t position, uint32_t frames, float fade_frames) {
    if (is_playing_) play(position, frames, fade_frames);
  }
  // Fades out, and is over behind the fade.
  void end(float fade_frames);
  // Is over at once, without a fade: nothing is heard.
  void stop();

 private:
  void play(uint64_t position, uint32_t frames, float fade_frames);
  void open(float gain);

  State& state_;
  std::unique_ptr<Stimulus> stimulus_;
  uint64_t played_ = 0;
  bool is_playing_ = false, is_ending_ = false;
};

}  // namespace rowdesk
