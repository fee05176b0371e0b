// Runs all tests, or those whose name contains the first argument; with a second argument 2/3 the second of three parts of
// them. Prints the processor time of each.
#include <cstdio>
#include <cstring>
#include <ctime>

#include "check.h"

int main(int count, char** arguments) {
  int ran = 0, failed = 0;
  unsigned part = 1, parts = 1, at = 0;
  if (count > 2 && std::sscanf(arguments[2], "%u/%u", &part, &parts) != 2) return 2;
  for (const check::Test& test : check::tests()) {
    if (count > 1 && std::strstr(test.name, arguments[1]) == nullptr) continue;
    if (at++ % parts != part - 1) continue;
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
