// Runs all tests, or those whose name contains the first argument. Says the processor time of each.
#include <cstdio>
#include <cstring>
#include <ctime>

#include "check.h"

int main(int count, char** arguments) {
  int ran = 0, failed = 0;
  for (const check::Test& test : check::tests()) {
    if (count > 1 && std::strstr(test.name, arguments[1]) == nullptr) continue;
    const int before = check::failures();
    const std::clock_t began = std::clock();
    test.run();
    const bool ok = check::failures() == before;
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%s %6.2f s  %s\n", ok ? "ok  " : "FAIL", seconds, test.name);
    std::fflush(stdout);
    ++ran;
    failed += !ok;
  }
  std::printf("%d tests, %d failed\n", ran, failed);
  return failed == 0 && ran > 0 ? 0 : 1;
}
