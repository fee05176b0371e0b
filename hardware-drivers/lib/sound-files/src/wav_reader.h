// Reads WAV files: 8, 16, 20, 24 and 32-bit integers, 32 and 64-bit float, plain or WAVE_FORMAT_EXTENSIBLE, RIFF or RF64.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sound_reader.h"

namespace rowdesk::sound {

class WavReader : public SoundReader {
 public:
  /** Reads the header; the sound may be empty. Throws FileError with words. `source` outlives the reader. */
  explicit WavReader(ByteSource& source);

  uint32_t channels() const override { return channels_; }
  uint32_t rate_hz() const override { return rate_hz_; }
  uint64_t frames() const override { return data_bytes_ / frame_bytes(); }

  /** Where the first frame is in the file. */
  uint64_t data_offset() const { return data_offset_; }
  /** The lengths in the header are those of the file. */
  bool is_whole() const { return is_whole_; }
  /**
   * Where sound may be as far as to: where the header says that chunks follow, else the chunks at the end of the file, or its end.
   * A header that was not renewed may say less.
   */
  uint64_t sound_end() const;

  uint64_t read(uint64_t from_frame, uint64_t frames, float* into) override;
  std::vector<float> read_channel(uint32_t channel, uint64_t most_frames) override;

 private:
  enum class Encoding : uint8_t { unsigned_byte, integer, real };
  /** Lengths in the header; none where it says that it doesn't know. */
  struct Lengths {
    std::optional<uint64_t> riff, data;
  };
  void read_format(uint64_t offset, uint64_t length);
  void find_sound(uint64_t offset, const Lengths& said);
  uint64_t frame_bytes() const { return static_cast<uint64_t>(channels_) * sample_bytes_; }
  float sample_at(const uint8_t* bytes) const;
  /** Calls `take` with the bytes of the frames and their number, piece by piece. Returns the number of frames. */
  template <typename Take>
  uint64_t pieces(uint64_t from_frame, uint64_t frames, Take take);

  ByteSource& source_;
  Encoding encoding_ = Encoding::integer;
  uint32_t channels_ = 0, rate_hz_ = 0, sample_bytes_ = 0;
  uint64_t data_offset_ = 0, data_bytes_ = 0;
  bool is_whole_ = false, says_end_ = false;
  std::vector<uint8_t> piece_;
};

}  // namespace rowdesk::sound
