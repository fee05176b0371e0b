// The peak of each device input, also of inputs without a strip. Computed while there is a reader; each reader has its own
// peaks.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>

namespace rowdesk {

class InputPeaks {
 public:
  static constexpr uint32_t readers = 4;

  // Off the audio thread, never while add() runs.
  void allot(double rate, uint32_t inputs) {
    timeout_frames_ = static_cast<uint64_t>(reader_timeout_s * rate);
    count_ = inputs;
    for (Reader& reader : readers_) reader.peaks = std::make_unique<std::atomic<float>[]>(inputs);
  }
  uint32_t count() const { return count_; }

  // Audio thread. position: of the frame after the block.
  void add(const float* const* in, uint32_t frames, uint64_t position) {
    bool is_read = false;
    for (const Reader& reader : readers_) is_read = is_read || reader.reads(position);
    if (!is_read) return;
    for (uint32_t channel = 0; channel < count_; ++channel) {
      float peak = 0.0f;
      for (uint32_t i = 0; i < frames; ++i) peak = std::fmax(peak, std::fabs(in[channel][i]));
      for (Reader& reader : readers_) {
        std::atomic<float>& held = reader.peaks[channel];
        if (reader.reads(position) && peak > held.load(std::memory_order_relaxed)) held.store(peak, std::memory_order_relaxed);
      }
    }
  }

  // Linear peaks since the reader's last read; 0 at its first. reader: below `readers`. Not while allot() runs.
  void read(uint32_t reader, float* into, uint64_t position) {
    Reader& own = readers_[reader];
    own.until.store(position + timeout_frames_, std::memory_order_relaxed);
    for (uint32_t channel = 0; channel < count_; ++channel) {
      into[channel] = own.peaks[channel].exchange(0.0f, std::memory_order_relaxed);
    }
  }

 private:
  static constexpr double reader_timeout_s = 5.0;  // a reader without a read for this time counts as gone

  struct Reader {
    std::unique_ptr<std::atomic<float>[]> peaks;
    std::atomic<uint64_t> until{0};

    bool reads(uint64_t position) const { return position < until.load(std::memory_order_relaxed); }
  };

  std::array<Reader, readers> readers_;
  uint32_t count_ = 0;
  uint64_t timeout_frames_ = 0;
};

}  // namespace rowdesk
