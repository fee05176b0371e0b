// A file for writing, at any offset; errors are in words.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "folder.h"

namespace rowdesk::sound {

class OutputFile {
 public:
  OutputFile() = default;
  OutputFile(File file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

  /** Returns the number of bytes written; if fewer than `count`, errno has the cause. */
  size_t write_some(uint64_t offset, const void* bytes, size_t count);
  /** Writes all bytes. Throws FileError. */
  void write(uint64_t offset, const void* bytes, size_t count);
  /** Cuts the file, or extends it with zeros. Throws FileError. */
  void resize(uint64_t bytes);
  /** Waits until all that was written is on the disk. Throws FileError. */
  void sync();
  /** Throws FileError in the words of an errno. */
  [[noreturn]] void fail(int error) const;

  const std::string& name() const { return name_; }

 private:
  File file_;
  std::string name_;
};

}  // namespace rowdesk::sound
