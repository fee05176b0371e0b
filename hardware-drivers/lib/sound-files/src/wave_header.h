// The header of a WAV (Microsoft, "Multiple Channel Audio Data and WAVE Files", 2007) that can turn into an RF64 (EBU Tech
// 3306, 2009): a JUNK chunk reserves the space of its ds64. `bext` (EBU Tech 3285, 2011) and `iXML` follow when there are facts.
#pragma once
#include <cstdint>
#include <vector>

#include "sound_file.h"

namespace rowdesk::sound {

class WaveHeader {
 public:
  /** The lengths of a WAV have 32 bits. */
  static constexpr uint64_t most_wav_bytes = 0xffffffffull;

  WaveHeader() = default;
  WaveHeader(const SoundFormat& format, uint32_t channels, uint32_t rate_hz);
  /**
   * The bytes before the sound of an existing file, without its data chunk's contents. Throws FileError when the header has no
   * data chunk at its end.
   */
  explicit WaveHeader(std::vector<uint8_t> bytes);

  /**
   * Sets the lengths. `is_padded`: a zero follows sound of an odd length. `bytes_behind`: of chunks behind the sound. A file of
   * more than `most_bytes` becomes an RF64; throws FileError when the header has no room for that.
   */
  void set_lengths(uint64_t data_bytes, bool is_padded, uint64_t most_bytes = most_wav_bytes, uint64_t bytes_behind = 0);
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  uint32_t bytes_per_frame() const { return bytes_per_frame_; }

 private:
  std::vector<uint8_t> bytes_;
  uint32_t bytes_per_frame_ = 0;
  /** Offsets of contents; 0: there is none. */
  size_t ds64_at_ = 0, fact_at_ = 0;
};

}  // namespace rowdesk::sound
