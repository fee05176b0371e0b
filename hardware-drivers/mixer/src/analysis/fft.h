// The discrete Fourier transform of real sound. Sizes are powers of two, from 8 on.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace rowdesk {

class RealFft {
 public:
  explicit RealFft(size_t size);

  size_t size() const { return size_; }
  // sound: size() values. spectrum: size() / 2 + 1 values, without any scale.
  void forward(std::span<const float> sound, std::span<std::complex<float>> spectrum);
  // The inverse, times size().
  void inverse(std::span<const std::complex<float>> spectrum, std::span<float> sound);

 private:
  void transform();

  size_t size_, half_;
  std::vector<float> cosines_, sines_;  // of k whole turns / size
  // Real and imaginary parts in separate arrays, so that the compiler can vectorise.
  std::vector<float> re_, im_, other_re_, other_im_;
};

}  // namespace rowdesk
