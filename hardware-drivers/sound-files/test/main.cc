// Runs all tests, or those whose name holds the argument. Exits 1 when one fails.
#include <cstring>

#include "check.h"

int main(int argc, char** argv) {
  using namespace rowdesk::test;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  for (const Test& test : all_tests()) {
    if (argc > 1 && std::strstr(test.name, argv[1]) == nullptr) continue;
    const int before = failures;
    test.run();
    std::printf("%s %s\n", failures == before ? "ok  " : "FAIL", test.name);
  }
  return failures == 0 ? 0 : 1;
}
