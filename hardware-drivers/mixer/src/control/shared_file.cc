#include "control/shared_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <random>
#include <system_error>

namespace rowdesk {
namespace {

const std::string own_files = "/dev/shm/rowdesk-";

std::string new_path(const std::string& name) {
  std::random_device random;
  char number[24];
  std::snprintf(number, sizeof number, "%08x%08x", random(), random());
  return own_files + std::to_string(geteuid()) + "-" + number + "-" + name;
}

[[noreturn]] void fail(int error, const std::string& what) { throw std::system_error(error, std::generic_category(), what); }

std::string target_of(const std::string& link) {
  char target[PATH_MAX];
  const ssize_t length = readlink(link.c_str(), target, sizeof target);
  return length < 0 ? "" : std::string(target, static_cast<size_t>(length));
}

// The memory of a new file; errno in `error` instead.
void* allocate(const std::string& path, size_t bytes, int& error) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) {
    error = errno;
    return nullptr;
  }
  void* memory = MAP_FAILED;
  error = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  if (error == 0) {
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (memory == MAP_FAILED) error = errno;
  }
  close(file);
  if (error != 0) unlink(path.c_str());
  return error == 0 ? memory : nullptr;
}

// MemAvailable of /proc/meminfo, UINT64_MAX without it.
uint64_t available_memory() {
  std::ifstream info("/proc/meminfo");
  for (std::string word; info >> word;) {
    uint64_t kibibytes = 0;
    if (word == "MemAvailable:" && info >> kibibytes) return kibibytes << 10;
  }
  return UINT64_MAX;
}

std::string words_without(const std::string& name, size_t bytes) {
  constexpr size_t mb = 1'000'000;
  const std::string words = "no " + std::to_string((bytes + mb - 1) / mb) + " MB of shared memory in /dev/shm for the " + name;
  struct statvfs space {};
  if (statvfs("/dev/shm", &space) != 0) return words;
  return words + ", " + std::to_string(static_cast<uint64_t>(space.f_bavail) * space.f_frsize / mb) + " MB are free";
}

}  // namespace

uint64_t new_epoch() {
  std::random_device random;
  return uint64_t{random()} << 32 | random();
}

SharedFile::SharedFile(const std::string& name, size_t bytes) : name_(name), path_(new_path(name)), bytes_(bytes) {
  int error = 0;
  data_ = allocate(path_, bytes, error);
  if (error != 0) fail(error, words_without(name, bytes));
  mlock(data_, bytes_);  // fails under a low RLIMIT_MEMLOCK: the memory may then be paged out
}

SharedFile::~SharedFile() {
  remove();
  munmap(data_, bytes_);
}

void SharedFile::remove() {
  if (is_removed_) return;
  is_removed_ = true;
  if (!link_.empty() && target_of(link_) == path_) unlink(link_.c_str());
  unlink(path_.c_str());
}

void SharedFile::link(const std::string& folder) {
  link_ = folder + "/" + name_;
  const std::string next = link_ + "-" + path_.substr(own_files.size());
  if (symlink(path_.c_str(), next.c_str()) != 0) fail(errno, "no link " + next);
  if (rename(next.c_str(), link_.c_str()) == 0) return;
  const int error = errno;
  unlink(next.c_str());
  fail(error, "no link " + link_);
}

uint64_t SharedFile::room() {
  constexpr uint64_t kept = 256 << 20;
  struct statvfs space {};
  const uint64_t free = statvfs("/dev/shm", &space) == 0 ? uint64_t{space.f_bavail} * space.f_frsize : UINT64_MAX;
  const uint64_t available = available_memory();
  return std::min(free, available > kept ? available - kept : 0);
}

void SharedFile::remove_stale(const std::string& folder, const std::string& name) {
  const std::string link = folder + "/" + name, target = target_of(link);
  if (target.empty()) return;
  const bool is_own = target.starts_with(own_files) && target.find('/', own_files.size()) == std::string::npos;
  if (is_own) unlink(target.c_str());
  unlink(link.c_str());
}

}  // namespace rowdesk
