// FLAC files by libFLAC, which is opened with the first file. Building and starting do not need it.
#pragma once
#include <memory>
#include <vector>

#include "output_file.h"
#include "quantiser.h"
#include "sound_file.h"

namespace rowdesk::sound {

/** The functions of libFLAC's stream encoder in use; unchanged since version 1.1.3 (FLAC/stream_encoder.h). */
class FlacLibrary {
 public:
  using Encoder = void;
  /** File names of the library on Linux, newest first. */
  static const std::vector<std::string>& names();
  /** Opens the library at the first call. Throws FileError that says how to install it. */
  static const FlacLibrary& loaded();
  /** Opens the first of these that exists. Throws FileError if none can be opened. */
  explicit FlacLibrary(const std::vector<std::string>& names);

  Encoder* (*create)();
  void (*destroy)(Encoder*);
  int (*set_channels)(Encoder*, uint32_t);
  int (*set_bits_per_sample)(Encoder*, uint32_t);
  int (*set_sample_rate)(Encoder*, uint32_t);
  int (*set_compression_level)(Encoder*, uint32_t);
  int (*init_stream)(Encoder*, int (*write)(const Encoder*, const uint8_t*, size_t, uint32_t, uint32_t, void*),
                     int (*seek)(const Encoder*, uint64_t, void*), int (*tell)(const Encoder*, uint64_t*, void*),
                     void (*metadata)(const Encoder*, const void*, void*), void* client);
  int (*process_interleaved)(Encoder*, const int32_t*, uint32_t frames);
  int (*finish)(Encoder*);
};

class FlacFile : public SoundFile {
 public:
  static constexpr uint32_t most_channels = 8;

  /** encoding: int16 or int24. channels: 1 to most_channels. Throws FileError. */
  FlacFile(const std::string& path, const FlacLibrary& library, Encoding encoding, uint32_t channels, uint32_t rate_hz);

  void append(std::span<const float> samples) override;
  void finish() override;

 private:
  static int write(const void*, const uint8_t* bytes, size_t count, uint32_t, uint32_t, void* self);
  static int seek(const void*, uint64_t offset, void* self);
  static int tell(const void*, uint64_t* offset, void* self);
  void check(bool is_done) const;

  OutputFile file_;
  const FlacLibrary& library_;
  std::unique_ptr<void, void (*)(void*)> encoder_;
  uint32_t channels_;
  Quantiser quantiser_;
  std::vector<int32_t> waiting_;
  uint64_t at_ = 0;
  int error_ = 0;
};

}  // namespace rowdesk::sound
