// Opens and closes a path of sound with fades, by what is ready in its ring.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace rowdesk {

/** Of one thread, but for gaps() and is_open() of another that holds them in atomics. */
class Gate {
 public:
  static constexpr double fade_out_s = 0.002, fade_in_s = 0.01, rest_s = 0.005;

  /** Closed. Allocates: not for an audio thread. */
  void prepare(double rate_hz, uint32_t max_frames) {
    out_frames_ = static_cast<uint32_t>(fade_out_s * rate_hz) + 1;
    in_step_ = 1.0f / static_cast<float>(fade_in_s * rate_hz);
    out_step_ = 1.0f / static_cast<float>(out_frames_ - 1);
    rest_frames_ = static_cast<uint32_t>(rest_s * rate_hz);
    gains_.assign(max_frames, 0.0f);
    is_open_ = false;
    place_ = 0;
    rested_ = rest_frames_;
  }

  /** The frames that must be ready behind a block for a fade out. */
  uint32_t ahead_frames() const { return out_frames_; }
  bool is_open() const { return is_open_; }
  bool is_silent() const { return !is_open_ && place_ == 0; }

  /** Fades out from the next block on. */
  void close() { is_open_ = false; }
  /** Silent at once: what follows does not belong to what was. */
  void cut() {
    is_open_ = false;
    place_ = 0;
    rested_ = rest_frames_;
  }

  /**
   * Plans a block: of its frames, and behind them, `ready` can sound. Returns how many of its frames sound; the others are
   * silent.
   */
  uint32_t plan(uint32_t frames, uint64_t ready) {
    if (is_open_ && ready < frames + static_cast<uint64_t>(out_frames_)) is_open_ = false;
    if (is_silent()) {
      if (rested_ >= rest_frames_ && ready >= frames + static_cast<uint64_t>(out_frames_) * 5 / 4) is_open_ = true;
      rested_ = std::min(rested_ + frames, rest_frames_);
      if (!is_open_) return 0;
    }
    is_flat_ = is_open_ && place_ == 1;
    if (is_flat_) return frames;
    uint32_t sounding = 0;
    for (; sounding < frames && sounding < ready; ++sounding) {
      place_ = is_open_ ? std::min(place_ + in_step_, 1.0f) : std::max(place_ - out_step_, 0.0f);
      if (place_ == 0) break;
      gains_[sounding] = place_ * place_ * (3 - 2 * place_);
    }
    if (sounding < frames) {
      is_open_ = false;
      place_ = 0;
      rested_ = 0;
    }
    return sounding;
  }

  /** Fades `sounding` frames, as planned. */
  void apply(float* samples, uint32_t sounding) const {
    if (is_flat_) return;
    for (uint32_t i = 0; i < sounding; ++i) samples[i] *= gains_[i];
  }

 private:
  uint32_t out_frames_ = 1, rest_frames_ = 0, rested_ = 0;
  float in_step_ = 1, out_step_ = 1, place_ = 0;
  bool is_open_ = false, is_flat_ = false;
  std::vector<float> gains_;
};

}  // namespace rowdesk
