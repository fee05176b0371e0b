#include "freewheel.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rowdesk::stagebox {

Freewheel::~Freewheel() { open(""); }

void Freewheel::open(const std::string& path) {
  if (ordered_ != nullptr) munmap(const_cast<uint64_t*>(ordered_), sizeof(*ordered_));
  ordered_ = nullptr;
  const int file = path.empty() ? -1 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat facts {};
  const bool is_whole = fstat(file, &facts) == 0 && facts.st_size >= static_cast<off_t>(sizeof(*ordered_));
  void* const memory = is_whole ? mmap(nullptr, sizeof(*ordered_), PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
  close(file);
  if (memory == MAP_FAILED) return;
  ordered_ = static_cast<const uint64_t*>(memory);
  done_ = __atomic_load_n(ordered_, __ATOMIC_RELAXED);
}

}  // namespace rowdesk::stagebox
