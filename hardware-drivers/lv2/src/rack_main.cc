// lv2-rack: runs plugins for the slots of a mixer.
//
//   lv2-rack --number 1 --inserts FOLDER --slots FOLDER --state FOLDER [--longest-call-s 8]
//                                                           commands on stdin, events on stdout; README.md has both
//   lv2-rack --probe FORMAT URI BUNDLE                      a second of noise; a line of JSON says how it went
//   lv2-rack --sandbox                                      a line of JSON says what this system holds a rack by
#include <rowdesk/clock.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "channels.h"
#include "command.h"
#include "events.h"
#include "faults.h"
#include "namespaces.h"
#include "privileges.h"
#include "probe.h"
#include "rack.h"
#include "sandbox.h"

namespace {

using namespace rowdesk::plugins;

[[noreturn]] void misused() {
  fprintf(stderr, "usage: lv2-rack --number 1..%u --inserts FOLDER --slots FOLDER --state FOLDER [--longest-call-s 1..8]\n       lv2-rack --probe FORMAT URI BUNDLE\n       lv2-rack --sandbox\n", RD_INSERT_RACKS);
  _exit(2);
}

int serve(const RackOptions& options) {
  SandboxOptions held;
  held.written_folder = options.state_folder;
  // Below the audio threads: what they wait for comes first.
  held.most_priority = RD_CLOCK_PRIORITY - 1;
  held.shared_folders = {options.slots_folder};
  // The rack's thread begins with the scheduling of this one; the sandbox lets no thread schedule another.
  const bool is_real_time = become_real_time(held.most_priority);
  const std::vector<std::string> sandbox = enter_sandbox(held);
  lock_memory(held.most_memory_bytes);
  Rack rack(options);
  leave_real_time();
  send(event("ready").number("pid", getpid()).texts("sandbox", sandbox).boolean("realTime", is_real_time));
  // A plugin that hangs in a command must not keep the process from saying so.
  std::thread control([&rack] {
    use_signal_stack();
    LineReader lines(command_channel());
    bool is_asked = true;
    for (std::string line; is_asked && !lines.has_ended();) {
      lines.wait(50);
      while (is_asked && lines.take(line)) is_asked = rack.obey(line);
      rack.follow_slots();
      rack.serve_plugins();
    }
    // Without its host a rack would never be told of a change; the next host starts another one.
    if (is_asked) rack.save_all();
    rack.leave_slots();
    end_process(0);
  });
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    rack.watch();
  }
}

}  // namespace

int main(int count, char** words) {
  RackOptions options;
  part_channels();
  report_crashes();
  for (int i = 1; i < count; i += 2) {
    const std::string name = words[i];
    if (name == "--sandbox") {
      send(Json().texts("sandbox", enter_sandbox({})));
      end_process(0);
    }
    if (name == "--probe" && i + 3 < count) {
      // A scan that is killed leaves no process behind.
      end_with_parent(event_channel());
      enter_sandbox({});
      probe(words[i + 1], words[i + 2], words[i + 3]);
    }
    if (i + 1 >= count) misused();
    if (name == "--number") {
      options.number = static_cast<uint32_t>(std::strtoul(words[i + 1], nullptr, 10));
    } else if (name == "--inserts") {
      options.inserts_folder = words[i + 1];
    } else if (name == "--slots") {
      options.slots_folder = words[i + 1];
    } else if (name == "--state") {
      options.state_folder = words[i + 1];
    } else if (name == "--longest-call-s") {
      options.longest_call_s = static_cast<uint32_t>(std::strtoul(words[i + 1], nullptr, 10));
    } else {
      misused();
    }
  }
  if (options.longest_call_s < 1 || options.longest_call_s > 8) misused();
  if (options.number < 1 || options.number > RD_INSERT_RACKS || options.inserts_folder.empty() || options.slots_folder.empty()) misused();
  return serve(options);
}
