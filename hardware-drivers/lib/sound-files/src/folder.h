// Opens files by name, inside one folder only.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace rowdesk::sound {

/** An error of a file, in words for the operator. */
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/** A file descriptor that closes itself. */
class File {
 public:
  File() = default;
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() { close(); }
  File(File&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  File& operator=(File&& other) noexcept;
  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }
  void close();

 private:
  int descriptor_ = -1;
};

/** Throws FileError unless `name` is a plain file name: no separator, not hidden, at most 128 bytes. */
void check_name(const std::string& name);
/** Opens a regular file for reading, no symbolic link. With an empty `folder`, `name` is a trusted path. */
File open_to_read(const std::string& folder, const std::string& name);
/** Creates a file in `folder`, readable by this user only. If the name exists, the result is not open. */
File create_new(const std::string& folder, const std::string& name);
/** Opens a file for writing at a trusted path; empties an existing one. */
File create_or_replace(const std::string& path);
/** Opens an existing regular file at a trusted path for reading and writing; no symbolic link. */
File open_to_change(const std::string& path);
/** The free space and the size of a disk, in bytes. */
struct Room {
  uint64_t free = 0;
  uint64_t total = 0;
};
/** Returns the space on the disk of `folder`. Throws FileError. */
Room room_in(const std::string& folder);
void remove_from(const std::string& folder, const std::string& name);

}  // namespace rowdesk::sound
