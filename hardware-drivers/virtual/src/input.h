// One input of the stagebox: a voice, its preamp, and the previous voice while it fades out.
#pragma once
#include <atomic>
#include <cstdint>

#include "voice.h"

namespace rowdesk::stagebox {

class Input {
 public:
  /** Before the first frame: applies the setup without fades. `converts`: the input clips at full scale. */
  void prepare(const Setup& setup, uint32_t number, double rate_hz, bool converts);
  /** Audio thread: begins to play the setup. `setup` must outlive `is_fading`. */
  void adopt(const Setup& setup, bool at_once);
  /** True while a voice of an older setup sounds or waits to be replaced. */
  bool is_fading() const { return fade_left_ > 0 || !now_.plays(wanted()); }
  /**
   * Writes `frames` samples. An input that converts clips them at full scale: 1, or a clip's headroom. Values that are
   * not finite pass.
   */
  void render(float* out, uint32_t frames, uint64_t position, const rd_pink_filter& pink);
  void skip(uint64_t frames);
  /** Any thread: the number of samples clipped since `prepare`. */
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
