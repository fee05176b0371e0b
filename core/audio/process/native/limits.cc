#include "limits.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace rowdesk {
namespace {

/* True for the mappings that an audio thread may touch: code and data of libraries and drivers, and malloc's heap. */
bool is_wanted(const std::string& name) {
  const bool is_driver = name.ends_with(".node");
  const bool is_library = name.find(".so") != std::string::npos;
  return is_driver || is_library || name == "[heap]";
}

}  // namespace

std::string lock_memory() {
  std::ifstream maps("/proc/self/maps");
  int reason = 0;
  for (std::string line; std::getline(maps, line);) {
    /* proc(5): address-address permissions offset device inode name */
    std::istringstream fields(line);
    unsigned long first = 0, last = 0;
    char dash = 0;
    std::string permissions, offset, device, inode, name;
    fields >> std::hex >> first >> dash >> last >> permissions >> offset >> device >> inode >> name;
    if (permissions.substr(0, 3) == "---" || !is_wanted(name)) continue;
    if (mlock(reinterpret_cast<void*>(first), last - first) != 0) reason = errno;
  }
  if (reason == 0) return "";
  rlimit limit = {};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  return std::string("memory is not locked, so that paging can make blocks late: ") + std::strerror(reason) +
         "; the limit is " + std::to_string(limit.rlim_cur / 1024) +
         " KiB, set it to unlimited (systemd: LimitMEMLOCK=infinity)";
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
  if (file < 0 && (errno == EROFS || errno == EACCES)) {
    const int reason = errno;
    file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) errno = reason;
  }
  if (file < 0) return -1;
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  int reason = errno;
  close(file);
  errno = reason;
  return -1;
}

}  // namespace rowdesk
