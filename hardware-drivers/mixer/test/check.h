// The smallest harness that can fail: TEST("a sentence") { CHECK(...); CHECK_NEAR(...); }
#pragma once

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace check {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}
inline int& failures() {
  static int count = 0;
  return count;
}
struct Register {
  Register(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

inline void fail(const char* file, int line, const std::string& what) {
  ++failures();
  std::fprintf(stderr, "    %s:%d: %s\n", file, line, what.c_str());
}

}  // namespace check

#define CHECK_JOIN2(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN2(a, b)
#define TEST(name)                                                                                  \
  static void CHECK_JOIN(test_, __LINE__)();                                                        \
  static const check::Register CHECK_JOIN(register_, __LINE__)(name, CHECK_JOIN(test_, __LINE__)); \
  static void CHECK_JOIN(test_, __LINE__)()

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) check::fail(__FILE__, __LINE__, "not so: " #condition); \
  } while (0)

#define CHECK_NEAR(value, expected, tolerance)                                                                 \
  do {                                                                                                         \
    const double is_ = (value), should_ = (expected);                                                          \
    if (!(std::abs(is_ - should_) <= (tolerance)))                                                             \
      check::fail(__FILE__, __LINE__, std::string(#value " is ") + std::to_string(is_) + ", not " + std::to_string(should_)); \
  } while (0)
