// Quantises samples to integers of 16 or 24 bits with TPDF dither: noise of two steps with a triangular distribution makes
// the mean and power of the rounding error independent of the signal (Lipshitz, Wannamaker and Vanderkooy, "Quantization
// and Dither: A Theoretical Survey", J. Audio Eng. Soc. 40, 1992).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rowdesk::sound {

/** A seed for samples that are whole numbers of these bits already: they stay as they are. */
constexpr uint64_t no_dither = ~0ull;

class Quantiser {
 public:
  explicit Quantiser(uint32_t bits, uint64_t seed = 0)
      : scale_(std::ldexp(1.0, static_cast<int>(bits) - 1)), dithers_(seed != no_dither), state_(seed * 0xd1342543de82ef95ull) {}

  /**
   * Full scale is 1.0; samples beyond it clip, NaN becomes 0. The same samples and seed always give the same integers.
   */
  int32_t next(float sample) {
    const double value = std::isnan(sample) ? 0 : sample;
    const double dithered =
        std::floor(dithers_ ? value * scale_ + uniform() - uniform() + 0.5 : value * scale_ + 0.5);
    return static_cast<int32_t>(std::clamp(dithered, -scale_, scale_ - 1));
  }

 private:
  /** Uniform from 0 to 1, by SplitMix64 (Steele, Lea and Flood 2014). */
  double uniform() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }

  double scale_;
  bool dithers_;
  uint64_t state_;
};

}  // namespace rowdesk::sound
