// For core/audio/processes/crash-page.slow.test.ts: a library of a package, which ends the process by itself or by what it calls.
#include <cstdlib>
#include <cstring>

extern "C" __attribute__((visibility("default"))) void lamps_die(const char* how) {
  if (strcmp(how, "null") == 0) *static_cast<volatile int*>(nullptr) = 1;
  if (strcmp(how, "abort") == 0) std::abort();
  if (strcmp(how, "copy") == 0) {
    void* volatile nowhere = nullptr;
    std::memmove(nowhere, how, std::strlen(how));
  }
  exit(3);
}
