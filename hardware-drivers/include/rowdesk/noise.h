/* White and pink noise for test signals. A seed gives the same samples on every machine. C11 and C++ (libm).
 *
 * Both have a level of 0 dBFS as AES17 defines it: the RMS of a full-scale sine, 1/sqrt(2). White noise peaks 1.76 dB
 * over a full-scale sine; pink noise is Gaussian, its peaks are unbounded.
 */
#ifndef ROWDESK_NOISE_H
#define ROWDESK_NOISE_H

#include <math.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the next sample of uniform white noise, by SplitMix64 (Steele, Lea and Flood 2014). `state` begins as any seed. */
static inline double rd_white_noise(uint64_t* state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  /* A uniform distribution in +-1 has an RMS of 1/sqrt(3); a factor of sqrt(3/2) makes it 1/sqrt(2). */
  return (double)(int64_t)z * (1.2247448713915890 / 9223372036854775808.0);
}

#define RD_PINK_SECTIONS 9

/* A filter from white to pink noise: first-order sections whose poles and zeros alternate a quarter of a decade apart from
 * 6 Hz on, and one more zero that corrects the response near half the rate. Its response is within 0.2 dB of -3.01 dB per
 * octave from 20 Hz to 20 kHz. */
typedef struct rd_pink_filter {
  double poles[RD_PINK_SECTIONS];
  double zeros[RD_PINK_SECTIONS];
  double gain;
} rd_pink_filter;

/* The state of one run of the filter; begins as all 0. */
typedef struct rd_pink_state {
  double memory[RD_PINK_SECTIONS];
} rd_pink_state;

/* Filters one sample of white noise to one of pink noise. */
static inline double rd_pink_noise(const rd_pink_filter* filter, rd_pink_state* state, double white) {
  double x = white;
  for (int k = 0; k < RD_PINK_SECTIONS; ++k) {
    const double y = x + state->memory[k];
    state->memory[k] = filter->poles[k] * y - filter->zeros[k] * x;
    x = y;
  }
  return x * filter->gain;
}

/* Designs the filter for a rate in Hz. Not for the audio thread: it computes one second of an impulse response. */
static inline void rd_pink_design(rd_pink_filter* filter, double rate_hz) {
  const double radians = 2.0 * 3.14159265358979323846 / rate_hz;
  for (int k = 0; k < RD_PINK_SECTIONS - 1; ++k) {
    const double pole_hz = 6.0 * pow(10.0, k / 2.0);
    filter->poles[k] = exp(-radians * pole_hz);
    filter->zeros[k] = exp(-radians * pole_hz * pow(10.0, 0.25));
  }
  filter->poles[RD_PINK_SECTIONS - 1] = 0.0;
  filter->zeros[RD_PINK_SECTIONS - 1] = -0.075;
  /* The energy of the impulse response is the power gain for white noise; the response ends within one second. */
  filter->gain = 1.0;
  rd_pink_state state = {{0.0}};
  double energy = 0.0;
  for (uint32_t n = 0; n < (uint32_t)rate_hz; ++n) {
    const double y = rd_pink_noise(filter, &state, n == 0u ? 1.0 : 0.0);
    energy += y * y;
  }
  filter->gain = 1.0 / sqrt(energy);
}

#ifdef __cplusplus
}
#endif

#endif
