#include "memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace rowdesk::recorder {
namespace {

constexpr uint64_t unknown = UINT64_MAX;

uint64_t mem_available() {
  std::ifstream info("/proc/meminfo");
  for (std::string word; info >> word;) {
    if (word != "MemAvailable:") continue;
    uint64_t kibibytes = 0;
    if (info >> kibibytes) return kibibytes << 10;
  }
  return unknown;
}

/** A number in a file; `max`, and no file, is unknown. */
uint64_t number_in(const std::string& path) {
  std::ifstream file(path);
  uint64_t number = 0;
  return file >> number ? number : unknown;
}

/** What the innermost control group with a limit leaves (cgroup v2). */
uint64_t left_of_group() {
  std::ifstream file("/proc/self/cgroup");
  uint64_t least = unknown;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("0::")) continue;
    for (std::string path = line.substr(3); !path.empty(); path = path.substr(0, path.rfind('/'))) {
      const std::string folder = "/sys/fs/cgroup" + path;
      const uint64_t limit = number_in(folder + "/memory.max"), used = number_in(folder + "/memory.current");
      if (limit != unknown && used != unknown) least = std::min(least, limit > used ? limit - used : 0);
    }
  }
  return least;
}

uint64_t left_of_limit(decltype(RLIMIT_AS) resource, size_t column) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
  std::ifstream file("/proc/self/statm");
  uint64_t pages = 0;
  for (size_t n = 0; n <= column; ++n) file >> pages;
  const uint64_t used = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

}  // namespace

uint64_t available_memory() {
  return std::min({mem_available(), left_of_group(), left_of_limit(RLIMIT_AS, 0), left_of_limit(RLIMIT_DATA, 5)});
}

}  // namespace rowdesk::recorder
