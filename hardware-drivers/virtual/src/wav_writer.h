// A WAV file of 32-bit float (WAVE_FORMAT_IEEE_FLOAT) whose header is true while it grows.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "folder.h"

namespace rowdesk::stagebox {

class WavWriter {
 public:
  static constexpr uint32_t header_bytes = 58;
  /** The sound a WAV can hold: its lengths are 32-bit. */
  static constexpr uint64_t most_data_bytes = 0xffffffffull - header_bytes;

  WavWriter() = default;
  /** Writes an empty header. Throws FileError. */
  WavWriter(File file, std::string name, uint32_t channels, uint32_t rate_hz);

  /** Appends whole frames, interleaved. Throws FileError (disk full); what was written before stays readable. */
  void append(std::span<const float> samples);
  /** Makes the lengths in the header those of what has been appended. Throws FileError. */
  void patch_header();

  uint64_t frames() const { return data_bytes_ / (4ull * channels_); }
  uint64_t data_bytes() const { return data_bytes_; }
  const std::string& name() const { return name_; }

 private:
  /** How many bytes were written; fewer when `errno` says why. */
  size_t write_at(uint64_t offset, const void* bytes, size_t count);
  void overwrite(uint64_t offset, const void* bytes, size_t count);
  [[noreturn]] void fail(int error) const;

  File file_;
  std::string name_;
  uint32_t channels_ = 1;
  uint64_t data_bytes_ = 0;
};

}  // namespace rowdesk::stagebox
