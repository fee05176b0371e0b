#include "faults.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include <rowdesk/denormals.h>

#include "channels.h"

namespace rowdesk::plugins {
namespace {

thread_local const char* blamed __attribute__((tls_model("initial-exec"))) = nullptr;
std::atomic<bool> is_ending{false};
constexpr size_t signal_stack_bytes = 1 << 16;

struct Line {
  char text[512];
  size_t length = 0;
  void add(const char* words) noexcept {
    for (; *words != 0 && length < sizeof text - 4; ++words) {
      // Places and details are plain words; what would have to be escaped is left out.
      if (*words != '"' && *words != '\\' && *words >= ' ') text[length++] = *words;
    }
  }
  void put(const char* json) noexcept {
    while (*json != 0 && length < sizeof text) text[length++] = *json++;
  }
};

const char* words_of(int signal) noexcept {
  switch (signal) {
    case SIGSEGV: return "it reached for memory that is not there (SIGSEGV)";
    case SIGBUS: return "it reached for memory that is not there (SIGBUS)";
    case SIGFPE: return "it divided by zero (SIGFPE)";
    case SIGILL: return "an instruction that this processor does not have (SIGILL)";
    case SIGABRT: return "it gave up (SIGABRT)";
    case SIGSYS: return "it made a call that is refused (SIGSYS)";
    case SIGTRAP: return "it stopped itself (SIGTRAP)";
    case SIGXCPU: return "it has not returned";
    default: return "a signal";
  }
}

void on_signal(int signal) {
  if (!is_ending.exchange(true)) write_fault(blamed, signal == SIGXCPU ? "hang" : "crash", words_of(signal));
  end_process(128 + signal);
}

void on_exit_call() {
  if (!is_ending.exchange(true)) write_fault(blamed, "crash", "it ended its process");
  end_process(1);
}

void on_no_memory() {
  if (!is_ending.exchange(true)) write_fault(blamed, "crash", "it asked for more memory than a rack has");
  end_process(1);
}

}  // namespace

Blame::Blame(const char* place) noexcept : before_(blamed), arithmetic_(rd_arithmetic()) { blamed = place; }

Blame::~Blame() {
  blamed = before_;
  rd_denormals_restore(arithmetic_);
}

const char* blamed_place() noexcept { return blamed; }

void use_signal_stack() {
  thread_local std::unique_ptr<char[]> memory;
  if (memory) return;
  memory.reset(new char[signal_stack_bytes]);
  stack_t stack{};
  stack.ss_sp = memory.get();
  stack.ss_size = signal_stack_bytes;
  sigaltstack(&stack, nullptr);
}

void write_fault(const char* place, const char* kind, const char* detail) noexcept {
  Line line;
  line.put(R"({"event":"fault","place":")");
  line.add(place == nullptr ? "" : place);
  line.put(R"(","kind":")");
  line.add(kind);
  line.put(R"(","detail":")");
  line.add(detail);
  line.put("\"}\n");
  const ssize_t written = write(event_channel(), line.text, line.length);
  static_cast<void>(written);
}

void end_process(int code) noexcept {
  is_ending.store(true);
  _exit(code);
}

void report_crashes() {
  use_signal_stack();
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP, SIGXCPU}) sigaction(signal, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  std::atexit(on_exit_call);
  std::set_new_handler(on_no_memory);
}

}  // namespace rowdesk::plugins
