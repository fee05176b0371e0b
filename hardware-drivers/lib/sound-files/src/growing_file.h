// A file that grows by large writes, which end at multiples of their size.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "output_file.h"

namespace rowdesk::sound {

class GrowingFile {
 public:
  static constexpr size_t write_bytes = 128 << 10;

  GrowingFile() = default;
  GrowingFile(File file, std::string name) : file_(std::move(file), std::move(name)) {}

  /** Throws FileError when a write fails; `size` is then that of the file. */
  void append(const void* bytes, size_t count);
  /** Writes what is gathered. Throws FileError as `append`. */
  void flush();
  /** Writes all bytes over those at `offset`, which are in the file already. Throws FileError. */
  void overwrite(uint64_t offset, const void* bytes, size_t count) { file_.write(offset, bytes, count); }
  /** Goes back to `size` bytes when nothing is gathered; later bytes are overwritten. */
  void return_to(uint64_t size) { written_ = size; }
  /** The file gets this length, `size` stays. Throws FileError. */
  void resize_to(uint64_t bytes) { file_.resize(bytes); }
  void sync() { file_.sync(); }

  /** With what is gathered. */
  uint64_t size() const { return written_ + gathered_.size(); }
  const std::string& name() const { return file_.name(); }

 private:
  OutputFile file_;
  uint64_t written_ = 0;
  std::vector<uint8_t> gathered_;
};

}  // namespace rowdesk::sound
