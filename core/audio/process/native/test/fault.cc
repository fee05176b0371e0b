// For core/audio/processes/crash-page.test.ts: a process whose second thread ends it, the way its argument says.
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

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

/* fault PAGE HOW */
int main(int, char** arguments) {
  const std::string how = arguments[2];
  setenv(RD_CRASH_ENVIRONMENT, arguments[1], 1);
  rd_crash_page* page = rowdesk::make_crash_page(arguments[1]);
  rd_crash_enter(rd_crash_claim(page, "javascript"), rd_crash_name(page, "mixer"));
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
