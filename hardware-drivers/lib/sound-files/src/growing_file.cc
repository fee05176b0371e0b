#include "growing_file.h"

#include <algorithm>
#include <cerrno>

namespace rowdesk::sound {

void GrowingFile::append(const void* bytes, size_t count) {
  const auto* from = static_cast<const uint8_t*>(bytes);
  if (gathered_.capacity() == 0) gathered_.reserve(write_bytes);
  while (count > 0) {
    const size_t room = write_bytes - size() % write_bytes;
    const size_t part = std::min(count, room);
    gathered_.insert(gathered_.end(), from, from + part);
    if (part == room) flush();
    from += part;
    count -= part;
  }
}

void GrowingFile::flush() {
  const size_t wanted = gathered_.size();
  const size_t written = file_.write_some(written_, gathered_.data(), wanted);
  const int error = errno;
  written_ += written;
  gathered_.clear();
  if (written < wanted) file_.fail(error);
}

}  // namespace rowdesk::sound
