#include "check.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace check {

std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

int& failures() {
  static int count = 0;
  return count;
}

Register::Register(const char* name, void (*run)()) { tests().push_back({name, run}); }

bool is_brief() {
  const char* full = std::getenv("FULL");
  return is_sanitized || full == nullptr || std::string_view(full) != "true";
}

void that(bool is_so, const char* condition, const char* file, int line) {
  if (is_so) return;
  ++failures();
  std::fprintf(stderr, "    %s:%d: not so: %s\n", file, line, condition);
}

void near(double value, double expected, double tolerance, const char* what, const char* file, int line) {
  if (std::abs(value - expected) <= tolerance) return;  // never for what isn't a number
  ++failures();
  std::fprintf(stderr, "    %s:%d: %s is %g, not %g\n", file, line, what, value, expected);
}

}  // namespace check
