// Opening files by name inside one folder and nowhere else.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace rowdesk::stagebox {

/** Says in words what is wrong with a file; for the operator. */
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
/** A regular file to read, no symbolic link. With an empty `folder`, `name` is a path of the caller's own. */
File open_to_read(const std::string& folder, const std::string& name);
/** A new file to write in `folder`, for this user alone. What exists is never overwritten: nothing opened is returned then. */
File create_new(const std::string& folder, const std::string& name);
/** A file to write at a path of the caller's own; one that exists begins anew. */
File create_or_replace(const std::string& path);
/** In bytes: what may still be written on a disk, and what there is of it. */
struct Room {
  uint64_t free = 0;
  uint64_t total = 0;
};
/** Of the disk on which `folder` is. Throws FileError. */
Room room_in(const std::string& folder);
void remove_from(const std::string& folder, const std::string& name);

}  // namespace rowdesk::stagebox
