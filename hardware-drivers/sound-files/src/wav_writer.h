// A WAV file of 32-bit float (WAVE_FORMAT_IEEE_FLOAT) with a valid header while it grows.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "output_file.h"

namespace rowdesk::sound {

class WavWriter {
 public:
  static constexpr uint32_t header_bytes = 58;
  /** The largest amount of sound in a WAV, in bytes: its lengths have 32 bits. */
  static constexpr uint64_t most_data_bytes = 0xffffffffull - header_bytes;

  WavWriter() = default;
  /** Writes an empty header. Throws FileError. */
  WavWriter(File file, std::string name, uint32_t channels, uint32_t rate_hz);

  /** Appends whole frames, interleaved. Throws FileError (disk full); earlier frames stay readable. */
  void append(std::span<const float> samples);
  /** Writes the present lengths into the header. Throws FileError. */
  void patch_header();

  uint64_t frames() const { return data_bytes_ / (4ull * channels_); }
  uint64_t data_bytes() const { return data_bytes_; }
  const std::string& name() const { return file_.name(); }

 private:
  OutputFile file_;
  uint32_t channels_ = 1;
  uint64_t data_bytes_ = 0;
};

}  // namespace rowdesk::sound
