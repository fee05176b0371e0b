#include "analysis/fft.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace rowdesk {

RealFft::RealFft(size_t size)
    : size_(size), half_(size / 2), cosines_(size), sines_(size), re_(half_), im_(half_), other_re_(half_), other_im_(half_) {
  for (size_t k = 0; k < size; ++k) {
    const double turn = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size);
    cosines_[k] = static_cast<float>(std::cos(turn));
    sines_[k] = static_cast<float>(std::sin(turn));
  }
}

// Of order size / 2, forward: Stockham's, which sorts itself, by four and at the end by two. Source: C. Van Loan,
// "Computational Frameworks for the Fast Fourier Transform", SIAM 1992, section 1.7 and 2.4.
void RealFft::transform() {
  size_t n = half_, stride = 1;
  for (; n >= 4; n /= 4, stride *= 4) {
    const size_t quarter = n / 4;
    for (size_t p = 0; p < quarter; ++p) {
      const size_t turn = p * (size_ / n);
      const float c1 = cosines_[turn], s1 = sines_[turn], c2 = cosines_[2 * turn], s2 = sines_[2 * turn];
      const float c3 = cosines_[3 * turn], s3 = sines_[3 * turn];
      const float* ar = &re_[stride * p];
      const float* ai = &im_[stride * p];
      const float *br = ar + stride * quarter, *bi = ai + stride * quarter;
      const float *cr = br + stride * quarter, *ci = bi + stride * quarter;
      const float *dr = cr + stride * quarter, *di = ci + stride * quarter;
      float* __restrict yr = &other_re_[stride * 4 * p];
      float* __restrict yi = &other_im_[stride * 4 * p];
      for (size_t q = 0; q < stride; ++q) {
        const float apc_r = ar[q] + cr[q], apc_i = ai[q] + ci[q], amc_r = ar[q] - cr[q], amc_i = ai[q] - ci[q];
        const float bpd_r = br[q] + dr[q], bpd_i = bi[q] + di[q], bmd_r = br[q] - dr[q], bmd_i = bi[q] - di[q];
        const float one_r = amc_r + bmd_i, one_i = amc_i - bmd_r;
        const float two_r = apc_r - bpd_r, two_i = apc_i - bpd_i;
        const float three_r = amc_r - bmd_i, three_i = amc_i + bmd_r;
        yr[q] = apc_r + bpd_r;
        yi[q] = apc_i + bpd_i;
        yr[q + stride] = one_r * c1 + one_i * s1;
        yi[q + stride] = one_i * c1 - one_r * s1;
        yr[q + 2 * stride] = two_r * c2 + two_i * s2;
        yi[q + 2 * stride] = two_i * c2 - two_r * s2;
        yr[q + 3 * stride] = three_r * c3 + three_i * s3;
        yi[q + 3 * stride] = three_i * c3 - three_r * s3;
      }
    }
    std::swap(re_, other_re_);
    std::swap(im_, other_im_);
  }
  if (n == 2) {
    for (size_t q = 0; q < stride; ++q) {
      const float ar = re_[q], ai = im_[q], br = re_[q + stride], bi = im_[q + stride];
      re_[q] = ar + br;
      im_[q] = ai + bi;
      re_[q + stride] = ar - br;
      im_[q + stride] = ai - bi;
    }
  }
}

// Even values as real parts, odd ones as imaginary: half the size. Source: H. V. Sorensen et al., "Real-Valued Fast
// Fourier Transform Algorithms", IEEE Trans. ASSP 35(6), 1987.
void RealFft::forward(std::span<const float> sound, std::span<std::complex<float>> spectrum) {
  for (size_t i = 0; i < half_; ++i) {
    re_[i] = sound[2 * i];
    im_[i] = sound[2 * i + 1];
  }
  transform();
  spectrum[0] = {re_[0] + im_[0], 0.0f};
  spectrum[half_] = {re_[0] - im_[0], 0.0f};
  for (size_t k = 1; k < half_; ++k) {
    const float er = 0.5f * (re_[k] + re_[half_ - k]), ei = 0.5f * (im_[k] - im_[half_ - k]);
    const float odd_r = 0.5f * (im_[k] + im_[half_ - k]), odd_i = 0.5f * (re_[half_ - k] - re_[k]);
    spectrum[k] = {er + odd_r * cosines_[k] + odd_i * sines_[k], ei + odd_i * cosines_[k] - odd_r * sines_[k]};
  }
}

// The forward transform of the conjugate is the conjugate of the inverse.
void RealFft::inverse(std::span<const std::complex<float>> spectrum, std::span<float> sound) {
  for (size_t k = 0; k < half_; ++k) {
    const std::complex<float> a = spectrum[k], b = std::conj(spectrum[half_ - k]);
    const std::complex<float> even = a + b;
    const std::complex<float> turned = (a - b) * std::complex<float>(cosines_[k], sines_[k]);
    re_[k] = even.real() - turned.imag();
    im_[k] = -(even.imag() + turned.real());
  }
  transform();
  for (size_t i = 0; i < half_; ++i) {
    sound[2 * i] = re_[i];
    sound[2 * i + 1] = -im_[i];
  }
}

}  // namespace rowdesk
