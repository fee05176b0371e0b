// For core/audio/processes/crash-page.slow.test.ts: a process whose second thread ends it, the way its argument says.
#include <dlfcn.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "../code_owner.h"
#include "../crash.h"

namespace {

void die(const std::string& how) {
  if (how == "null") *static_cast<volatile int*>(nullptr) = 1;
  if (how == "abort") std::abort();
  if (how == "trap") __builtin_trap();
  if (how == "time") kill(getpid(), SIGXCPU);
  if (how == "kill") kill(getpid(), SIGKILL);
}

}  // namespace

/* A thread that claimed no slot, as those of a package's own; it dies in the library, or in what that calls. */
void die_in_library(const std::string& folder, const std::string& how) {
  void* library = dlopen((folder + "/lamps.so").c_str(), RTLD_NOW);
  auto die = reinterpret_cast<void (*)(const char*)>(dlsym(library, "lamps_die"));
  std::thread([die, &how] { die(how.c_str()); }).join();
}

/* fault PAGE HOW [FOLDER]: FOLDER/lamps.so is of the package lamps. */
int main(int count, char** arguments) {
  const std::string how = arguments[2];
  setenv(RD_CRASH_ENVIRONMENT, arguments[1], 1);
  rd_crash_page* page = rowdesk::make_crash_page(arguments[1]);
  rd_crash_enter(rd_crash_claim(page, "javascript"), rd_crash_name(page, "mixer"));
  if (count > 3) {
    rowdesk::own_code(rd_crash_name(page, "lamps"), arguments[3]);
    die_in_library(arguments[3], how);
  }
  std::thread audio([&how] {
    rd_crash_page* own = rd_crash_page_open(); /* a driver maps it for itself */
    rd_crash_slot* slot = rd_crash_claim(own, "audio");
    const uint32_t box = rd_crash_name(own, "usb-box");
    const uint32_t mixer = rd_crash_name(own, "mixer");
    const uint32_t before = rd_crash_enter(slot, mixer);
    rd_crash_enter(slot, before);
    rd_crash_enter(slot, box);
    die(how);
  });
  audio.join();
  return 0;
}
