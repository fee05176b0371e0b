/* White and pink noise for test signals, the same samples on every machine from the same seed. C11 and C++ (libm).
 *
 * Both come out at 0 dBFS in the sense of AES17: with the RMS of a full-scale sine, 1/sqrt(2). White noise has peaks of
 * 1.76 dB over a full-scale sine; pink noise, which is Gaussian, has no highest peak.
 */
#ifndef ROWDESK_NOISE_H
#define ROWDESK_NOISE_H

#include <math.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The next sample of uniform white noise: SplitMix64 (Steele, Lea and Flood 2014). `state`: any seed at first. */
static inline double rd_white_noise(uint64_t* state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  /* Uniform in +-1 has an RMS of 1/sqrt(3): times sqrt(3/2). */
  return (double)(int64_t)z * (1.2247448713915890 / 9223372036854775808.0);
}

#define RD_PINK_SECTIONS 9

/* White to pink noise by first-order sections whose poles and zeros alternate a quarter of a decade apart from 6 Hz on, and
 * one zero more that mends the response near half the rate: within 0.2 dB of -3.01 dB per octave from 20 Hz to 20 kHz. */
typedef struct rd_pink_filter {
  double poles[RD_PINK_SECTIONS];
  double zeros[RD_PINK_SECTIONS];
  double gain;
} rd_pink_filter;

/* What the filter remembers of its input; all 0 at first. */
typedef struct rd_pink_state {
  double memory[RD_PINK_SECTIONS];
} rd_pink_state;

/* One white sample in, one pink sample out. */
static inline double rd_pink_noise(const rd_pink_filter* filter, rd_pink_state* state, double white) {
  double x = white;
  for (int k = 0; k < RD_PINK_SECTIONS; ++k) {
    const double y = x + state->memory[k];
    state->memory[k] = filter->poles[k] * y - filter->zeros[k] * x;
    x = y;
  }
  return x * filter->gain;
}

/* Computes one second of an impulse response: not for the audio thread. */
static inline void rd_pink_design(rd_pink_filter* filter, double rate_hz) {
  const double radians = 2.0 * 3.14159265358979323846 / rate_hz;
  for (int k = 0; k < RD_PINK_SECTIONS - 1; ++k) {
    const double pole_hz = 6.0 * pow(10.0, k / 2.0);
    filter->poles[k] = exp(-radians * pole_hz);
    filter->zeros[k] = exp(-radians * pole_hz * pow(10.0, 0.25));
  }
  filter->poles[RD_PINK_SECTIONS - 1] = 0.0;
  filter->zeros[RD_PINK_SECTIONS - 1] = -0.075;
  /* The energy of the impulse response is the gain in power for white noise; one second holds all of it. */
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
