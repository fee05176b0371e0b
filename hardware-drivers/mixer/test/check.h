// The smallest harness that can fail: TEST("a sentence") { CHECK(...); CHECK_NEAR(...); }
#pragma once

#include <initializer_list>
#include <vector>

namespace check {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

// All values in a plain build with FULL=true, else the first and the last; so does a sanitizer,
// which takes five times as long and looks for other things than figures: they walk through the same code.
bool is_brief();
template <typename Value>
std::vector<Value> sweep(std::vector<Value> all) {
  if (is_brief() && all.size() > 2) return {all.front(), all.back()};
  return all;
}
template <typename Value>
std::vector<Value> sweep(std::initializer_list<Value> all) {
  return sweep(std::vector<Value>(all));
}

struct Test {
  const char* name;
  void (*run)();
};

std::vector<Test>& tests();
int& failures();
struct Register {
  Register(const char* name, void (*run)());
};

// Not in the macros, which would make each check a page of machine code.
void that(bool is_so, const char* condition, const char* file, int line);
void near(double value, double expected, double tolerance, const char* what, const char* file, int line);

}  // namespace check

#define CHECK_JOIN2(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN2(a, b)
#define TEST(name)                                                                                  \
  static void CHECK_JOIN(test_, __LINE__)();                                                        \
  static const check::Register CHECK_JOIN(register_, __LINE__)(name, CHECK_JOIN(test_, __LINE__)); \
  static void CHECK_JOIN(test_, __LINE__)()

#define CHECK(condition) check::that(static_cast<bool>(condition), #condition, __FILE__, __LINE__)
#define CHECK_NEAR(value, expected, tolerance) check::near((value), (expected), (tolerance), #value, __FILE__, __LINE__)
