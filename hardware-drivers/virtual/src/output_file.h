// Bytes of a file that is being written, at any place of it; what fails is said in words.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "folder.h"

namespace rowdesk::stagebox {

class OutputFile {
 public:
  OutputFile() = default;
  OutputFile(File file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

  /** How many bytes were written; fewer when `errno` says why. */
  size_t write_some(uint64_t offset, const void* bytes, size_t count);
  /** All of them. Throws FileError. */
  void write(uint64_t offset, const void* bytes, size_t count);
  /** Throws FileError in the words of an errno. */
  [[noreturn]] void fail(int error) const;

  const std::string& name() const { return name_; }

 private:
  File file_;
  std::string name_;
};

}  // namespace rowdesk::stagebox
