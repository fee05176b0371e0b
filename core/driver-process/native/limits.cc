#include "limits.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace rowdesk {
namespace {

constexpr int cap_ipc_lock = 14; /* linux/capability.h */

/* Without it the limit counts, and locking what is yet to come would make later allocations fail. */
bool may_lock_anything() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("CapEff:", 0) == 0) return (std::stoull(line.substr(7), nullptr, 16) >> cap_ipc_lock & 1) != 0;
  }
  return false;
}

}  // namespace

std::string lock_memory() {
  rlimit limit = {};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  if (limit.rlim_cur != RLIM_INFINITY && !may_lock_anything()) {
    return "memory is not locked, so that paging can make blocks late: the limit is " +
           std::to_string(limit.rlim_cur / 1024) + " KiB; set it to unlimited (systemd: LimitMEMLOCK=infinity)";
  }
  if (mlockall(MCL_CURRENT | MCL_FUTURE) == 0) return "";
  return std::string("memory is not locked, so that paging can make blocks late: ") + std::strerror(errno);
}

std::string limit_real_time(unsigned long microseconds) {
  rlimit limit = {};
  getrlimit(RLIMIT_RTTIME, &limit);
  limit.rlim_cur = microseconds < limit.rlim_max ? microseconds : limit.rlim_max;
  if (setrlimit(RLIMIT_RTTIME, &limit) == 0) return "";
  return std::string("the time of real-time threads is not limited: ") + std::strerror(errno);
}

int lock_file(const std::string& path) {
  int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return -1;
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  int reason = errno;
  close(file);
  errno = reason;
  return -1;
}

}  // namespace rowdesk
