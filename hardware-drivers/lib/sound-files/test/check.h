// As much of a test framework as these tests need.
#pragma once
#include <cmath>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace rowdesk::test {

struct Test {
  const char* name;
  std::function<void()> run;
};
inline std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}
inline int failures = 0;

struct Register {
  Register(const char* name, std::function<void()> run) { all_tests().push_back({name, std::move(run)}); }
};

#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define TEST(name) static void CONCAT(test_, __LINE__)(); \
  static const rowdesk::test::Register CONCAT(register_, __LINE__)(name, CONCAT(test_, __LINE__)); \
  static void CONCAT(test_, __LINE__)()

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) {                                                      \
      std::printf("  %s:%d: not so: %s\n", __FILE__, __LINE__, #condition);  \
      ++rowdesk::test::failures;                                   \
    }                                                                        \
  } while (false)
#define CHECK_UNDER(value, most)                                                                    \
  do {                                                                                              \
    if (const double v_ = (value); !(v_ <= (most))) {                                               \
      std::printf("  %s:%d: %s is %g, more than %g\n", __FILE__, __LINE__, #value, v_, double(most)); \
      ++rowdesk::test::failures;                                                          \
    }                                                                                               \
  } while (false)
#define CHECK_NEAR(value, expected, tolerance)                                                            \
  do {                                                                                                    \
    if (const double v_ = (value); !(std::fabs(v_ - (expected)) <= (tolerance))) {                        \
      std::printf("  %s:%d: %s is %.9g, not %.9g\n", __FILE__, __LINE__, #value, v_, double(expected));   \
      ++rowdesk::test::failures;                                                                \
    }                                                                                                     \
  } while (false)

inline double db(double ratio) { return ratio > 0 ? 20 * std::log10(ratio) : -999; }

inline double rms(std::span<const float> samples) {
  double sum = 0;
  for (const float s : samples) sum += static_cast<double>(s) * s;
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

struct SineFit {
  double peak, residual_db;
};
/** The least-squares sine of a known frequency, and what is left of the signal without it, relative to the sine. */
inline SineFit fit_sine(std::span<const float> samples, double turns_per_sample) {
  double ss = 0, sc = 0, cc = 0, sx = 0, cx = 0;
  const double w = 2 * M_PI * turns_per_sample;
  for (size_t n = 0; n < samples.size(); ++n) {
    const double s = std::sin(w * static_cast<double>(n)), c = std::cos(w * static_cast<double>(n));
    ss += s * s, sc += s * c, cc += c * c, sx += s * samples[n], cx += c * samples[n];
  }
  const double det = ss * cc - sc * sc;
  const double a = (sx * cc - cx * sc) / det, b = (cx * ss - sx * sc) / det;
  double rest = 0;
  for (size_t n = 0; n < samples.size(); ++n) {
    const double e = samples[n] - a * std::sin(w * static_cast<double>(n)) - b * std::cos(w * static_cast<double>(n));
    rest += e * e;
  }
  const double peak = std::sqrt(a * a + b * b);
  return {peak, db(std::sqrt(rest / static_cast<double>(samples.size())) / (peak / std::sqrt(2)))};
}

}  // namespace rowdesk::test
