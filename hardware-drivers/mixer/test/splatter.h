// What a change leaves above 5 kHz while a 1 kHz tone plays, in dB relative to the tone: the strongest bin of any
// 4096-point Hann window.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace rowdesk {

// Radix 2, decimation in time (J. W. Cooley, J. W. Tukey, 1965). In place; the size is a power of two.
inline void transform(std::vector<std::complex<double>>& x) {
  const size_t size = x.size();
  for (size_t i = 1, j = 0; i < size; ++i) {
    size_t bit = size >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (size_t half = 1; half < size; half *= 2) {
    for (size_t k = 0; k < half; ++k) {
      const auto turn = std::polar(1.0, -std::numbers::pi * static_cast<double>(k) / static_cast<double>(half));
      for (size_t a = k; a < size; a += 2 * half) {
        const std::complex<double> b = x[a + half] * turn;
        x[a + half] = x[a] - b;
        x[a] += b;
      }
    }
  }
}

inline double splatter_db(const std::vector<float>& sound, double tone_amplitude, double rate = 48000.0) {
  constexpr size_t window = 4096;
  double strongest = 0;
  for (size_t start = 0; start + window <= sound.size(); start += window / 4) {
    std::vector<std::complex<double>> x(window);
    for (size_t i = 0; i < window; ++i) {
      x[i] = sound[start + i] * (0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / window));
    }
    transform(x);
    const auto first = static_cast<size_t>(5000.0 * window / rate) + 1;
    for (size_t bin = first; bin <= window / 2; ++bin) strongest = std::max(strongest, std::abs(x[bin]));
  }
  return 20.0 * std::log10(strongest / (tone_amplitude / 2.0 * window / 2.0));
}

}  // namespace rowdesk
