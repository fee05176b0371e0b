// Reads WAV files: 16, 24 and 32-bit integers, 32 and 64-bit float, plain or WAVE_FORMAT_EXTENSIBLE, RIFF or RF64.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "folder.h"

namespace rowdesk::sound {

/** Reads bytes at an offset. Returns their number, fewer only at the end. */
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual size_t read(uint64_t offset, void* into, size_t count) = 0;
  virtual uint64_t size() const = 0;
};

class FileBytes : public ByteSource {
 public:
  explicit FileBytes(File file);
  size_t read(uint64_t offset, void* into, size_t count) override;
  uint64_t size() const override { return size_; }

 private:
  File file_;
  uint64_t size_ = 0;
};

class WavReader {
 public:
  /** Reads the header; the sound may be empty. Throws FileError with words. `source` outlives the reader. */
  explicit WavReader(ByteSource& source);

  uint32_t channels() const { return channels_; }
  uint32_t rate_hz() const { return rate_hz_; }
  uint64_t frames() const { return data_bytes_ / frame_bytes(); }

  /** Where the first frame is in the file. */
  uint64_t data_offset() const { return data_offset_; }

  /** Interleaved, full scale +-1. Returns the number of frames, fewer only at the end. Throws FileError. */
  uint64_t read(uint64_t from_frame, uint64_t frames, float* into);
  /** One channel (from 1) as floats, full scale +-1. Throws FileError. */
  std::vector<float> read_channel(uint32_t channel, uint64_t most_frames);

 private:
  enum class Encoding : uint8_t { integer, real };
  void read_format(uint64_t offset, uint64_t length);
  uint64_t frame_bytes() const { return static_cast<uint64_t>(channels_) * sample_bytes_; }
  float sample_at(const uint8_t* bytes) const;
  /** Calls `take` with the bytes of the frames and their number, piece by piece. Returns the number of frames. */
  template <typename Take>
  uint64_t pieces(uint64_t from_frame, uint64_t frames, Take take);

  ByteSource& source_;
  Encoding encoding_ = Encoding::integer;
  uint32_t channels_ = 0, rate_hz_ = 0, sample_bytes_ = 0;
  uint64_t data_offset_ = 0, data_bytes_ = 0;
  std::vector<uint8_t> piece_;
};

}  // namespace rowdesk::sound
