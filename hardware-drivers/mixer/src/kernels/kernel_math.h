// Logarithm and power of vectors. Errors are inaudible and identical in every instruction set.
#if RD_LANES == 1
typedef int32_t Ints;
static inline Lanes to_lanes(Ints value) { return static_cast<float>(value); }
#else
typedef int32_t Ints __attribute__((vector_size(RD_LANES * 4)));
static inline Lanes to_lanes(Ints value) { return __builtin_convertvector(value, Lanes); }
#endif

// log2 of x > 0, absolute error below 3e-6: the exponent plus a minimax polynomial for the mantissa, 1/sqrt(2) to sqrt(2).
static inline Lanes log2_of(Lanes x) {
  const Ints bits = __builtin_bit_cast(Ints, x);
  const Ints exponent = (bits - 0x3f3504f3) >> 23;  // bits of 1/sqrt(2)
  const Lanes t = __builtin_bit_cast(Lanes, bits - (exponent << 23)) - all(1.0f);
  Lanes sum = all(-0.20659184f);
  sum = sum * t + all(0.3221549f);
  sum = sum * t + all(-0.36749f);
  sum = sum * t + all(0.479348f);
  sum = sum * t + all(-0.72113186f);
  sum = sum * t + all(1.4427135f);
  return sum * t + to_lanes(exponent);
}

// 2 to the power of x, for x from -126 to 127, relative error below 3e-6; exactly 1 at 0.
static inline Lanes exp2_of(Lanes x) {
  const Lanes rounder = all(12582912.0f);  // 1.5 * 2^23: adding it rounds to a whole number
  const Lanes shifted = x + rounder;
  const Lanes t = x - (shifted - rounder);
  const Ints exponent = __builtin_bit_cast(Ints, shifted) << 23;
  Lanes sum = all(0.009582852944731712f);
  sum = sum * t + all(0.055906426161527634f);
  sum = sum * t + all(0.24024099111557007f);
  sum = sum * t + all(0.6931241750717163f);
  sum = sum * t + all(1.0f);
  return __builtin_bit_cast(Lanes, __builtin_bit_cast(Ints, sum) + exponent);
}
