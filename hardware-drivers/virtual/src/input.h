// One input of the stagebox: a voice, its preamp, and the voice it replaces while that fades out.
#pragma once
#include <atomic>
#include <cstdint>

#include "voice.h"

namespace rowdesk::stagebox {

class Input {
 public:
  /** Before the first frame: takes the setup as it is, without fades. `converts`: it clips at full scale. */
  void prepare(const Setup& setup, uint32_t number, double rate_hz, bool converts);
  /** On the audio thread: from here on this is what it should play. `setup` stays alive while `is_fading`. */
  void adopt(const Setup& setup, bool at_once);
  /** True while a sound of an older setup may still be heard, or waits to be replaced. */
  bool is_fading() const { return fade_left_ > 0 || !now_.plays(wanted()); }
  /**
   * Writes `frames` samples, clipped at full scale where it converts: at 1, or as far beyond as resampling took the peaks
   * of a file. What isn't finite passes.
   */
  void render(float* out, uint32_t frames, uint64_t position, const rd_pink_filter& pink);
  void skip(uint64_t frames);
  /** Samples that were clipped since `prepare`. For any thread. */
  uint64_t clipped() const { return clipped_.load(std::memory_order_relaxed); }

 private:
  const InputSetup& wanted() const { return setup_->inputs[number_]; }
  double wanted_amplitude() const { return setup_->enabled ? amplitude_of(wanted()) : 0; }
  void change_voice();
  void render_part(float* out, uint32_t frames, uint64_t position, const rd_pink_filter& pink);
  void convert(double* sum, uint32_t frames, double full_scale);

  const Setup* setup_ = nullptr;
  uint32_t number_ = 0;
  double rate_hz_ = 48000;
  bool converts_ = true;
  std::atomic<uint64_t> clipped_{0};
  Voice now_, before_;
  uint32_t fade_frames_ = 480, fade_left_ = 0;
};

}  // namespace rowdesk::stagebox
