#include "namespaces.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>

#include "privileges.h"

namespace rowdesk::plugins {
namespace {

bool write_whole(const char* file, const std::string& text) {
  const int descriptor = open(file, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_written = write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(descriptor);
  return is_written;
}

/** Of the calling process; the next one that it starts is the first of the process namespace. Its user and group are those of outside. */
bool make_namespaces() {
  const std::string user = std::to_string(geteuid()), group = std::to_string(getegid());
  if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) return false;
  // Else a group could be left, and files opened that are closed to it.
  if (!write_whole("/proc/self/setgroups", "deny")) return false;
  return write_whole("/proc/self/uid_map", user + " " + user + " 1") && write_whole("/proc/self/gid_map", group + " " + group + " 1");
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

/** AppArmor gives a user namespace in which nothing may be done; there is no way back out of it. Hence another process tries. */
bool may_make_namespaces() {
  const pid_t child = fork();
  if (child == 0) _exit(make_namespaces() ? 0 : 1);
  return child > 0 && wait_for(child) == 0;
}

/** A first process is not ended by signals of its own that nothing handles: those that say of a fault end it here, as elsewhere. */
void end_by_signals() {
  for (const int each : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP, SIGXCPU, SIGTERM, SIGALRM}) {
    struct sigaction action {};
    if (sigaction(each, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_handler = [](int number) { _exit(128 + number); };
    sigaction(each, &action, nullptr);
  }
}

[[noreturn]] void end_as(pid_t child) {
  leave_real_time();
  const int status = wait_for(child);
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

}  // namespace

bool enter_namespaces() {
  int life[2];
  if (!may_make_namespaces() || pipe2(life, O_CLOEXEC) != 0) return false;
  const bool is_made = make_namespaces();
  const pid_t child = is_made ? fork() : -1;
  if (child < 0) {
    perror("namespaces for plugins");
    _exit(1);
  }
  if (child > 0) {
    close(life[0]);
    end_as(child);
  }
  // The parent's end of it closes when the parent ends.
  close(life[1]);
  end_with_parent(life[0]);
  close(life[0]);
  end_by_signals();
  return true;
}

void end_with_parent(int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have ended before that.
  pollfd end{output, 0, 0};
  if (poll(&end, 1, 0) > 0 && (end.revents & (POLLERR | POLLHUP)) != 0) _exit(1);
}

}  // namespace rowdesk::plugins
