// Runs all tests, or those whose name holds the argument. Exits 1 when one fails.
#include <cstring>
#include <exception>

#include "check.h"

int main(int argc, char** argv) {
  using namespace rowdesk::test;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  for (const Test& test : all_tests()) {
    if (argc > 1 && std::strstr(test.name, argv[1]) == nullptr) continue;
    const int before = failures;
    try {
      test.run();
    } catch (const std::exception& error) {
      std::printf("  %s\n", error.what());
      ++failures;
    }
    std::printf("%s %s\n", failures == before ? "ok  " : "FAIL", test.name);
  }
  return failures == 0 ? 0 : 1;
}
