#include "output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace rowdesk::sound {

size_t OutputFile::write_some(uint64_t offset, const void* bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    const auto* from = static_cast<const uint8_t*>(bytes) + done;
    const ssize_t written = pwrite(file_.descriptor(), from, count - done, static_cast<off_t>(offset + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<size_t>(written);
  }
  return done;
}

void OutputFile::write(uint64_t offset, const void* bytes, size_t count) {
  if (write_some(offset, bytes, count) < count) fail(errno);
}

void OutputFile::resize(uint64_t bytes) {
  if (ftruncate(file_.descriptor(), static_cast<off_t>(bytes)) != 0) fail(errno);
}

void OutputFile::sync() {
  if (fdatasync(file_.descriptor()) != 0) fail(errno);
}

void OutputFile::fail(int error) const {
  throw FileError(name_ + ": " + (error == ENOSPC ? "the disk is full" : std::strerror(error)));
}

}  // namespace rowdesk::sound
