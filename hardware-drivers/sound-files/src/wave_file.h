// A WAV (Microsoft, "New Multimedia Data Types and Data Techniques", 1994) or RF64 file (EBU Tech 3306, 2009). `finish`
// writes the lengths into the header; a JUNK chunk reserves the space for RF64.
#pragma once
#include <vector>

#include "output_file.h"
#include "quantiser.h"
#include "sound_file.h"

namespace rowdesk::sound {

class WaveFile : public SoundFile {
 public:
  /** The lengths of a WAV have 32 bits. */
  static constexpr uint64_t most_wav_bytes = 0xffffffffull;

  /** A file of more bytes than `most_bytes` becomes an RF64. Throws FileError. */
  WaveFile(const std::string& path, const SoundFormat& format, uint32_t channels, uint32_t rate_hz,
           uint64_t most_bytes = most_wav_bytes);

  void append(std::span<const float> samples) override;
  void finish() override;

 private:
  OutputFile file_;
  SoundFormat format_;
  uint32_t bytes_per_frame_;
  uint64_t most_bytes_;
  uint64_t header_bytes_ = 0, fact_at_ = 0, data_bytes_ = 0;
  Quantiser quantiser_;
  std::vector<uint8_t> waiting_;
};

}  // namespace rowdesk::sound
