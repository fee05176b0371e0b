// Meters from the audio thread to readers: each reader gets the maxima since its own last read.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "control/layout.h"
#include "engine/meter_columns.h"
#include "engine/state.h"
#include "processors/processors.h"

namespace rowdesk {

constexpr uint32_t meter_readers = 8;

class MeterBoard {
 public:
  explicit MeterBoard(const Layout& layout);

  // Audio thread, once per block: takes the peaks out of the state and starts them anew.
  void publish(State& state, Processors& processors);
  void clear();

  // One reader at a time per number, 0 to 7. floats: meter_floats per sounding strip; clips: see below.
  void read(uint32_t reader, float* floats, uint32_t* clips);
  // Blocks at or over 0 dBFS since the strip's count was reset, by sounding strip.
  void read_clips(uint32_t* clips) const;
  void reset_clips(uint32_t strip) { clips_[strip].store(0, std::memory_order_relaxed); }

 private:
  enum PeakTap : uint32_t { top, pre, post, taps };
  std::atomic<float>& peak(uint32_t reader, uint32_t lane, PeakTap tap) {
    return peaks_[(static_cast<size_t>(reader) * lanes_ + lane) * taps + tap];
  }
  size_t peak_count() const { return static_cast<size_t>(meter_readers) * lanes_ * taps; }

  // meter: in the order of Processors::meters; dB, 0 or more.
  std::atomic<float>& reduction(uint32_t reader, uint32_t strip, uint32_t meter) {
    return reductions_[(static_cast<size_t>(reader) * layout_.sounding_strips() + strip) * processor_meters + meter];
  }
  size_t reduction_count() const { return static_cast<size_t>(meter_readers) * layout_.sounding_strips() * processor_meters; }

  const Layout& layout_;
  uint32_t lanes_;
  std::atomic<uint32_t> readers_{0};  // a bit for each that ever read
  std::unique_ptr<std::atomic<float>[]> peaks_;  // [reader][lane][tap]
  std::unique_ptr<std::atomic<float>[]> mean_squares_;
  std::unique_ptr<std::atomic<float>[]> reductions_;
  std::unique_ptr<std::atomic<uint32_t>[]> clips_;
};

}  // namespace rowdesk
