/* Denormal numbers as zero: arithmetic with numbers below 1e-38 takes a hundred times as long as with others, and decaying
 * sound ends there. The mode is of the calling thread. C11 and C++; no dependency. Other processors than x86-64 and AArch64
 * keep denormal numbers.
 *
 *   const uint64_t mode = rd_denormals_off();
 *   ...
 *   rd_denormals_restore(mode);
 */
#ifndef ROWDESK_DENORMALS_H
#define ROWDESK_DENORMALS_H

#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The mode as it is: denormal numbers, rounding and traps. For rd_denormals_restore(), after code of others. */
static inline uint64_t rd_arithmetic(void) {
#if defined(__x86_64__)
  return _mm_getcsr();
#elif defined(__aarch64__)
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
#else
  return 0;
#endif
}

/* Returns the mode before. */
static inline uint64_t rd_denormals_off(void) {
#if defined(__x86_64__)
  const uint32_t before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u); /* flush to zero, denormals are zero */
  return before;
#elif defined(__aarch64__)
  uint64_t before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" : : "r"(before | UINT64_C(1) << 24)); /* FZ */
  return before;
#else
  return 0;
#endif
}

static inline void rd_denormals_restore(uint64_t mode) {
#if defined(__x86_64__)
  _mm_setcsr((uint32_t)mode);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(mode));
#else
  (void)mode;
#endif
}

#ifdef __cplusplus
}

namespace rowdesk {

/* After its scope the thread computes as before, whatever code of others did in it. */
class SameArithmetic {
 public:
  SameArithmetic() : before_(rd_arithmetic()) {}
  ~SameArithmetic() { rd_denormals_restore(before_); }
  SameArithmetic(const SameArithmetic&) = delete;
  SameArithmetic& operator=(const SameArithmetic&) = delete;

 private:
  const uint64_t before_;
};

/* Denormal numbers are zero in its scope. */
class NoDenormals {
 public:
  NoDenormals() : before_(rd_denormals_off()) {}
  ~NoDenormals() { rd_denormals_restore(before_); }
  NoDenormals(const NoDenormals&) = delete;
  NoDenormals& operator=(const NoDenormals&) = delete;

 private:
  const uint64_t before_;
};

}  // namespace rowdesk
#endif
#endif
