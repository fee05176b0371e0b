#include "engine/meter_board.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

static_assert(std::atomic<float>::is_always_lock_free);

// Only the audio thread raises; a reader may take the value in between, and then has it.
void raise(std::atomic<float>& peak, float value) {
  if (value > peak.load(std::memory_order_relaxed)) peak.store(value, std::memory_order_relaxed);
}

}  // namespace

MeterBoard::MeterBoard(const Layout& layout)
    : layout_(layout),
      lanes_(layout.lanes()),
      peaks_(std::make_unique<std::atomic<float>[]>(peak_count())),
      mean_squares_(std::make_unique<std::atomic<float>[]>(lanes_)),
      reductions_(std::make_unique<std::atomic<float>[]>(reduction_count())),
      clips_(std::make_unique<std::atomic<uint32_t>[]>(layout.sounding_strips())) {}

void MeterBoard::publish(State& state, Processors& processors) {
  const uint32_t readers = readers_.load(std::memory_order_relaxed);
  for (uint32_t number = 0; number < state.strip_count; ++number) {
    const Strip& strip = state.strips[number];
    float highest = 0.0f;
    std::array<float, processor_meters> strongest{};
    for (uint32_t lane = strip.first_lane; lane < strip.first_lane + strip.legs; ++lane) {
      for (uint32_t reader = 0; reader < meter_readers; ++reader) {
        if ((readers & (1u << reader)) == 0) continue;
        raise(peak(reader, lane, top), state.top_peaks[lane]);
        raise(peak(reader, lane, pre), state.pre_peaks[lane]);
        raise(peak(reader, lane, post), state.post_peaks[lane]);
      }
      const std::array<float, processor_meters> now = processors.take_reductions(lane);
      for (uint32_t meter = 0; meter < processor_meters; ++meter) strongest[meter] = std::max(strongest[meter], now[meter]);
      mean_squares_[lane].store(state.mean_squares[lane], std::memory_order_relaxed);
      highest = std::max(highest, strip.counts_top_clips ? state.top_peaks[lane] : state.post_peaks[lane]);
      state.top_peaks[lane] = state.pre_peaks[lane] = state.post_peaks[lane] = 0.0f;
    }
    for (uint32_t reader = 0; reader < meter_readers; ++reader) {
      if ((readers & (1u << reader)) == 0) continue;
      for (uint32_t meter = 0; meter < processor_meters; ++meter) raise(reduction(reader, number, meter), strongest[meter]);
    }
    if (highest >= 1.0f) clips_[number].fetch_add(1, std::memory_order_relaxed);
  }
}

void MeterBoard::clear() {
  for (size_t i = 0; i < peak_count(); ++i) peaks_[i].store(0.0f);
  for (uint32_t lane = 0; lane < lanes_; ++lane) mean_squares_[lane].store(0.0f);
  for (size_t i = 0; i < reduction_count(); ++i) reductions_[i].store(0.0f);
}

void MeterBoard::read(uint32_t reader, float* floats, uint32_t* clips) {
  readers_.fetch_or(1u << reader, std::memory_order_relaxed);
  for (uint32_t number = 0; number < layout_.sounding_strips(); ++number) {
    const StripPlace& strip = layout_.strips()[number];
    float* row = floats + static_cast<size_t>(number) * meter_floats;
    std::fill(row, row + meter_floats, 0.0f);
    for (uint32_t leg = 0; leg < strip.legs; ++leg) {
      const uint32_t lane = strip.first_lane + leg;
      row[pre_peak_at + leg] = peak(reader, lane, pre).exchange(0.0f, std::memory_order_relaxed);
      row[post_peak_at + leg] = peak(reader, lane, post).exchange(0.0f, std::memory_order_relaxed);
      row[top_peak_at + leg] = peak(reader, lane, top).exchange(0.0f, std::memory_order_relaxed);
      // AES17: the RMS of a full-scale sine, sqrt(1/2), reads 1.0.
      row[rms_at + leg] = std::sqrt(2.0f * mean_squares_[lane].load(std::memory_order_relaxed));
    }
    for (uint32_t meter = 0; meter < processor_meters; ++meter) {
      // 0.0f - 0.0f is 0, not -0
      row[processor_meters_at + meter] = 0.0f - reduction(reader, number, meter).exchange(0.0f, std::memory_order_relaxed);
    }
  }
  read_clips(clips);
}

void MeterBoard::read_clips(uint32_t* clips) const {
  for (uint32_t number = 0; number < layout_.sounding_strips(); ++number) {
    clips[number] = clips_[number].load(std::memory_order_relaxed);
  }
}

}  // namespace rowdesk
