// White and pink noise. Both come out at 0 dBFS in the sense of AES17: the RMS of a full-scale sine, 1/sqrt(2).
#pragma once
#include <array>
#include <cstdint>

namespace rowdesk::stagebox {

/** Uniform white noise from SplitMix64 (Steele, Lea and Flood 2014); the same seed gives the same samples. */
class WhiteNoise {
 public:
  void seed(uint64_t value) { state_ = value * 0xd1342543de82ef95ull + 1; }
  double next();

 private:
  uint64_t state_ = 1;
};

/**
 * White noise through eight first-order sections whose poles and zeros alternate on a logarithmic frequency axis, half
 * a decade from pole to pole from 6 Hz on, and one zero more that mends the response near half the rate: within 0.2 dB
 * of -3.01 dB per octave from 20 Hz to 20 kHz.
 */
class PinkFilter {
 public:
  static constexpr int sections = 9;
  void design(double rate_hz);
  struct State {
    std::array<double, sections> memory{};
  };
  /** Filters one white sample to pink at 0 dBFS. */
  double step(State& state, double white) const;

 private:
  std::array<double, sections> poles_{}, zeros_{};
  double gain_ = 1;
};

}  // namespace rowdesk::stagebox
