// A WAV file that becomes an RF64 when its lengths outgrow 32 bits, with a valid header while it grows.
#pragma once
#include "growing_file.h"
#include "quantiser.h"
#include "sound_file.h"
#include "wave_header.h"

namespace rowdesk::sound {

class WaveFile : public SoundFile {
 public:
  /** A file of more bytes than `most_bytes` becomes an RF64. Throws FileError. */
  WaveFile(File file, const std::string& name, const SoundFormat& format, uint32_t channels, uint32_t rate_hz,
           uint64_t most_bytes = WaveHeader::most_wav_bytes);

  void append(std::span<const float> samples) override;
  void renew() override { write_header(false); }
  void finish() override;
  void sync() override { file_.sync(); }
  uint64_t frames() const override { return data_bytes() / header_.bytes_per_frame(); }
  uint64_t bytes() const override { return file_.size(); }

 private:
  uint64_t data_bytes() const { return file_.size() - header_.bytes().size(); }
  void write_header(bool is_complete);
  template <typename Work>
  void keep_whole_frames(Work work);

  GrowingFile file_;
  Encoding encoding_;
  uint64_t most_bytes_;
  WaveHeader header_;
  Quantiser quantiser_;
};

}  // namespace rowdesk::sound
