// How long packets took, over the last 10 s: a histogram for each second, which any thread reads.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

namespace rowdesk::aes67 {

struct TransitFigures {
  double p50_us = 0, p999_us = 0, max_us = 0;
};

/** One thread adds. Percentiles are at most 6.25 % too high, or 1 us; the maximum is exact. */
class TransitTimes {
 public:
  void add(double us) noexcept;
  /** Begins the next second; the oldest one is forgotten. */
  void turn() noexcept;
  /** Any thread. All 0 while there is none. */
  TransitFigures figures() const;

 private:
  /** Sixteen bins of equal width per octave from 16 us to 2^20 us, below it one per us; the same again below 0. */
  static constexpr uint32_t octave_bins = 16, octaves = 16, half = octave_bins * (octaves + 1);
  /** One is being filled. */
  static constexpr uint32_t seconds = 10;

  struct Second {
    std::array<std::atomic<uint32_t>, 2 * half> bins{};
    std::atomic<uint32_t> packets{0};
    std::atomic<double> max_us{0};
  };

  static uint32_t bin_of(double us);
  /** The upper edge. */
  static double edge_of(uint32_t bin);

  std::array<Second, seconds> seconds_;
  uint32_t now_ = 0;
};

}  // namespace rowdesk::aes67
