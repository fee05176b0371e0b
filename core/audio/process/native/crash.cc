#include "crash.h"

#include <cerrno>
#include <csignal>

#include "code_owner.h"

namespace rowdesk {
namespace {

/* SIGXCPU: a real-time thread ran for longer than RLIMIT_RTTIME without a sleep. SIGTRAP: V8 aborts with it. */
constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGXCPU};

rd_crash_page* current_page = nullptr;
int noting = 0;
struct sigaction earlier[NSIG];

/* True for a fault of an instruction, which recurs when the handler returns; a sent signal does not recur. */
bool comes_again(int number, const siginfo_t* info) {
  return info->si_code > 0 && number != SIGXCPU && number != SIGABRT && number != SIGTRAP;
}

/* The signal handler: makes stores and system calls only. */
void note(int number, siginfo_t* info, void* context) {
  int thread = static_cast<int>(syscall(SYS_gettid));
  /* One thread at a time. The package comes last, since the search for it may fault. */
  if (__atomic_exchange_n(&noting, 1, __ATOMIC_ACQUIRE) == 0) {
    current_page->signal_thread = thread;
    __atomic_store_n(&current_page->signal, number, __ATOMIC_RELEASE);
    __atomic_store_n(&current_page->signal_name, code_owner(context), __ATOMIC_RELEASE);
    __atomic_store_n(&noting, 0, __ATOMIC_RELEASE);
  }
  sigaction(number, &earlier[number], nullptr);
  if (!comes_again(number, info)) syscall(SYS_tgkill, getpid(), thread, number);
}

void note_fatal_signals() {
  struct sigaction action = {};
  action.sa_sigaction = note;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int number : fatal_signals) sigaction(number, &action, &earlier[number]);
}

}  // namespace

rd_crash_page* make_crash_page(const std::string& path) {
  if (current_page != nullptr) return current_page;
  unlink(path.c_str());
  int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return nullptr;
  void* memory = MAP_FAILED;
  /* Allocates the disk space: a store to a mapped page without space on the disk raises SIGBUS. */
  int reason = posix_fallocate(file, 0, RD_CRASH_BYTES);
  if (reason == 0) {
    memory = mmap(nullptr, RD_CRASH_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    reason = errno;
  }
  close(file);
  errno = reason;
  if (memory == MAP_FAILED) return nullptr;
  current_page = static_cast<rd_crash_page*>(memory);
  current_page->process_id = getpid();
  __atomic_store_n(&current_page->magic, RD_CRASH_MAGIC, __ATOMIC_RELEASE);
  note_fatal_signals();
  return current_page;
}

}  // namespace rowdesk
