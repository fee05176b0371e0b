// A FLAC file that is written, by libFLAC. Until it is finished, its header says that its length is unknown.
#pragma once
#include <memory>
#include <vector>

#include "flac_library.h"
#include "growing_file.h"
#include "quantiser.h"
#include "sound_file.h"

namespace rowdesk::sound {

class FlacFile : public SoundFile {
 public:
  static constexpr uint32_t most_channels = 8;

  /** encoding: int16 or int24. channels: 1 to most_channels. Throws FileError. */
  FlacFile(File file, const std::string& name, const FlacLibrary& library, const SoundFormat& format, uint32_t channels,
           uint32_t rate_hz);

  void append(std::span<const float> samples) override;
  /** Up to one block of frames stays in the encoder. */
  void renew() override { file_.flush(); }
  void finish() override;
  void sync() override { file_.sync(); }
  uint64_t frames() const override { return frames_; }
  uint64_t bytes() const override { return file_.size(); }

 private:
  static int write(const void*, const uint8_t* bytes, size_t count, uint32_t, uint32_t, void* self);
  static int seek(const void*, uint64_t offset, void* self);
  static int tell(const void*, uint64_t* offset, void* self);
  void put(const uint8_t* bytes, size_t count);
  void check(bool is_done) const;

  GrowingFile file_;
  const FlacLibrary& library_;
  std::unique_ptr<void, void (*)(void*)> encoder_;
  uint32_t channels_;
  Quantiser quantiser_;
  std::vector<int32_t> waiting_;
  /** The blocks of comments and padding that replace libFLAC's empty one. */
  std::vector<uint8_t> comments_;
  uint64_t at_ = 0, frames_ = 0;
  std::string fault_;
};

}  // namespace rowdesk::sound
