// Memory shared with another process of the same user: a file of /dev/shm behind a symbolic link in the runtime folder.
// Control side only; all functions throw std::system_error with words for the operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace rowdesk {

// Random: tells the readers of a link one file from the next.
uint64_t new_epoch();

class SharedFile {
 public:
  // Makes a file of zeros: new (O_EXCL), of this user alone (0600), with all its pages allocated and, where the system
  // allows it, locked. name: of the later link, `play-ring`.
  SharedFile(const std::string& name, size_t bytes);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  const std::string& path() const { return path_; }

  // Puts the link `<folder>/<name>` to this file, by rename, in the place of an older one.
  void link(const std::string& folder);

  // Removes the file, and its link if that still leads here; the destructor does so, too. Mappings stay valid.
  void remove();

  // Bytes that a file may have: the free space of /dev/shm, and of the memory that is available all but what the desk keeps.
  static uint64_t room();

  // Removes `<folder>/<name>` and the file that it leads to: those of a process that was killed. Never throws.
  static void remove_stale(const std::string& folder, const std::string& name);

 private:
  const std::string name_, path_;
  const size_t bytes_;
  std::string link_;
  void* data_ = nullptr;
  bool is_removed_ = false;
};

}  // namespace rowdesk
