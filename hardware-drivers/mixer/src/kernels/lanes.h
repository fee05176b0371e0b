// A vector of RD_LANES floats and its operations. With RD_LANES 1 it is a plain float, so that one source serves every
// instruction set. Each kernel includes this file within its own namespace.
#if RD_LANES == 1
typedef float Lanes;
#else
typedef float Lanes __attribute__((vector_size(RD_LANES * 4)));
#endif

constexpr uint32_t lane_count = RD_LANES;

static inline Lanes load(const float* from) {
  Lanes value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}

static inline void store(float* to, Lanes value) { __builtin_memcpy(to, &value, sizeof value); }

static inline Lanes all(float value) { return Lanes{} + value; }

// larger: a > b ? a : b, smaller: a < b ? a : b, to the bit, so that NaN and zeros of both signs give b. The instructions of
// x86 are defined so; GCC doesn't find them for vectors.
#if defined(__x86_64__) && !defined(__clang__) && RD_LANES == 4
static inline Lanes larger(Lanes a, Lanes b) { return __builtin_ia32_maxps(a, b); }
static inline Lanes smaller(Lanes a, Lanes b) { return __builtin_ia32_minps(a, b); }
#elif defined(__x86_64__) && !defined(__clang__) && RD_LANES == 8
static inline Lanes larger(Lanes a, Lanes b) { return __builtin_ia32_maxps256(a, b); }
static inline Lanes smaller(Lanes a, Lanes b) { return __builtin_ia32_minps256(a, b); }
#elif defined(__x86_64__) && !defined(__clang__) && RD_LANES == 16
constexpr int as_set = 4;  // the rounding mode
static inline Lanes larger(Lanes a, Lanes b) { return __builtin_ia32_maxps512_mask(a, b, a, 0xffff, as_set); }
static inline Lanes smaller(Lanes a, Lanes b) { return __builtin_ia32_minps512_mask(a, b, a, 0xffff, as_set); }
#else
static inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }
static inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
#endif

static inline Lanes magnitude(Lanes a) { return larger(a, -a); }

// 0, 1, 2 ...
static inline Lanes ordinal() {
  alignas(64) static constexpr float counts[widest_lanes] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return load(counts);
}

static inline float largest_of(Lanes value) {
  float each[lane_count];
  store(each, value);
  float largest = each[0];
  for (uint32_t i = 1; i < lane_count; ++i) largest = each[i] > largest ? each[i] : largest;
  return largest;
}

static inline float sum_of(Lanes value) {
  float each[lane_count];
  store(each, value);
  float sum = each[0];
  for (uint32_t i = 1; i < lane_count; ++i) sum += each[i];
  return sum;
}
