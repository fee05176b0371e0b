// The highest sample of each input of the device, whether a strip hears it or not. Computed while somebody reads it.
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>

namespace rowdesk {

class InputPeaks {
 public:
  // Off the audio thread, never while add() runs.
  void allot(double rate, uint32_t inputs) {
    patience_ = static_cast<uint64_t>(patience_s * rate);
    count_ = inputs;
    peaks_ = std::make_unique<std::atomic<float>[]>(inputs);
  }
  uint32_t count() const { return count_; }

  // The audio thread. position: of the frame after the block.
  void add(const float* const* in, uint32_t frames, uint64_t position) {
    if (position >= until_.load(std::memory_order_relaxed)) return;
    for (uint32_t channel = 0; channel < count_; ++channel) {
      float peak = 0.0f;
      for (uint32_t i = 0; i < frames; ++i) peak = std::fmax(peak, std::fabs(in[channel][i]));
      if (peak > peaks_[channel].load(std::memory_order_relaxed)) peaks_[channel].store(peak, std::memory_order_relaxed);
    }
  }

  // Linear, since the last read; 0 in a first one. Not while allot() runs.
  void read(float* into, uint64_t position) {
    until_.store(position + patience_, std::memory_order_relaxed);
    for (uint32_t channel = 0; channel < count_; ++channel) {
      into[channel] = peaks_[channel].exchange(0.0f, std::memory_order_relaxed);
    }
  }

 private:
  static constexpr double patience_s = 5.0;  // nobody has read for so long: nobody wants it

  std::unique_ptr<std::atomic<float>[]> peaks_;
  uint32_t count_ = 0;
  uint64_t patience_ = 0;
  std::atomic<uint64_t> until_{0};
};

}  // namespace rowdesk
