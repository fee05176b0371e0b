// Bytes that are read at any offset: those of a file.
#pragma once
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "folder.h"

namespace rowdesk::sound {

/** Reads bytes at an offset. Returns their number, fewer only at the end. */
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual size_t read(uint64_t offset, void* into, size_t count) = 0;
  virtual uint64_t size() const = 0;
};

class FileBytes : public ByteSource {
 public:
  explicit FileBytes(File file) : file_(std::move(file)) {
    struct stat facts;
    if (fstat(file_.descriptor(), &facts) == 0) size_ = static_cast<uint64_t>(facts.st_size);
  }
  /** Throws FileError. */
  size_t read(uint64_t offset, void* into, size_t count) override {
    size_t got = 0;
    while (got < count) {
      const ssize_t n = pread(file_.descriptor(), static_cast<uint8_t*>(into) + got, count - got,
                              static_cast<off_t>(offset + got));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw FileError(std::string("can't be read: ") + std::strerror(errno));
      if (n == 0) break;
      got += static_cast<size_t>(n);
    }
    return got;
  }
  uint64_t size() const override { return size_; }

 private:
  File file_;
  uint64_t size_ = 0;
};

}  // namespace rowdesk::sound
