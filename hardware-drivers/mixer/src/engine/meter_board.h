// Meters between the audio thread and up to RD_METER_READERS readers: each gets the maxima since its own last read.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include <rowdesk/meters.h>

#include "control/layout.h"
#include "processors/processors.h"
#include "engine/state.h"

namespace rowdesk {

class MeterBoard {
 public:
  explicit MeterBoard(const Layout& layout);

  // Audio thread, once per block: takes the peaks out of the state and starts them anew.
  void publish(State& state, Processors& processors);
  void clear();

  // One reader at a time per number. floats: RD_METER_FLOATS per sounding strip; clips: blocks at or over 0 dBFS.
  void read(uint32_t reader, float* floats, uint32_t* clips);
  void reset_clips(uint32_t strip) { clips_[strip].store(0, std::memory_order_relaxed); }

 private:
  std::atomic<float>& peak(uint32_t reader, uint32_t lane, uint32_t tap) {
    return peaks_[(static_cast<size_t>(reader) * lanes_ + lane) * 2 + tap];
  }

  // Of the gate, then of the compressor; dB, 0 or more.
  std::atomic<float>& reduction(uint32_t reader, uint32_t strip, uint32_t which) {
    return reductions_[(static_cast<size_t>(reader) * layout_.sounding_strips() + strip) * 2 + which];
  }

  const Layout& layout_;
  uint32_t lanes_;
  std::atomic<uint32_t> readers_{0};  // a bit for each that ever read
  std::unique_ptr<std::atomic<float>[]> peaks_;  // [reader][lane][pre, post]
  std::unique_ptr<std::atomic<float>[]> mean_squares_;
  std::unique_ptr<std::atomic<float>[]> reductions_;
  std::unique_ptr<std::atomic<uint32_t>[]> clips_;
};

}  // namespace rowdesk
