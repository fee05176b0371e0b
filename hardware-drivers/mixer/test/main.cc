// Runs all tests, or those whose name contains the first argument.
#include <cstring>

#include "check.h"

int main(int count, char** arguments) {
  int ran = 0, failed = 0;
  for (const check::Test& test : check::tests()) {
    if (count > 1 && std::strstr(test.name, arguments[1]) == nullptr) continue;
    const int before = check::failures();
    test.run();
    const bool ok = check::failures() == before;
    std::printf("%s %s\n", ok ? "ok  " : "FAIL", test.name);
    std::fflush(stdout);
    ++ran;
    failed += !ok;
  }
  std::printf("%d tests, %d failed\n", ran, failed);
  return failed == 0 && ran > 0 ? 0 : 1;
}
