#include "folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace rowdesk::sound {
namespace {

[[noreturn]] void fail(const std::string& name, int error) {
  const std::string reason = error == ENOENT    ? "no such file"
                             : error == ELOOP   ? "is a symbolic link"
                             : error == ENOSPC  ? "the disk is full"
                                                : std::strerror(error);
  throw FileError(name + ": " + reason);
}

File open_folder(const std::string& folder) {
  File opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.is_open()) fail(folder, errno);
  return opened;
}

/** Throws in the words of errno if the file could not be opened. */
void check_regular(const File& file, const std::string& name) {
  if (!file.is_open()) fail(name, errno);
  struct stat facts;
  if (fstat(file.descriptor(), &facts) != 0) fail(name, errno);
  if (!S_ISREG(facts.st_mode)) throw FileError(name + ": is not a regular file");
}

}  // namespace

File& File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void File::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

void check_name(const std::string& name) {
  if (name.empty() || name.size() > 128) throw FileError("a file name has 1 to 128 bytes");
  if (name.front() == '.') throw FileError(name + ": a file name doesn't begin with a dot");
  for (const unsigned char c : name) {
    if (c == '/' || c == '\\' || c < 0x20 || c == 0x7f) {
      throw FileError("a file name has no separators or control characters");
    }
  }
}

File open_to_read(const std::string& folder, const std::string& name) {
  // Non-blocking: open() of a named pipe would wait for its writer before the file's kind can be checked.
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  File file;
  if (folder.empty()) {
    file = File(open(name.c_str(), flags));
  } else {
    check_name(name);
    file = File(openat(open_folder(folder).descriptor(), name.c_str(), flags | O_NOFOLLOW));
  }
  check_regular(file, name);
  return file;
}

File open_to_change(const std::string& path) {
  File file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  check_regular(file, path);
  return file;
}

File create_new(const std::string& folder, const std::string& name) {
  check_name(name);
  const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  File file(openat(open_folder(folder).descriptor(), name.c_str(), flags, 0600));
  if (!file.is_open() && errno != EEXIST) fail(name, errno);
  return file;
}

File create_or_replace(const std::string& path) {
  File file(open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file.is_open()) fail(path, errno);
  return file;
}

Room room_in(const std::string& folder) {
  struct statvfs facts;
  if (statvfs(folder.c_str(), &facts) != 0) fail(folder, errno);
  const uint64_t unit = facts.f_frsize;
  return {.free = facts.f_bavail * unit, .total = facts.f_blocks * unit};
}

void remove_from(const std::string& folder, const std::string& name) {
  const File opened = open_folder(folder);
  unlinkat(opened.descriptor(), name.c_str(), 0);
}

}  // namespace rowdesk::sound
