// A sound file of a render: WAV, RF64 or FLAC, with the mixer's float samples or quantised ones.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "folder.h"

namespace rowdesk::sound {

enum class Container { wav, rf64, flac };
enum class Encoding { int16, int24, float32 };

struct SoundFormat {
  /** A `wav` over 4 GiB becomes an RF64. */
  Container container = Container::wav;
  Encoding encoding = Encoding::float32;
};

class SoundFile {
 public:
  virtual ~SoundFile() = default;
  /** Appends whole frames, interleaved, full scale 1.0. Throws FileError (disk full). */
  virtual void append(std::span<const float> samples) = 0;
  /** Completes the file; `append` is not allowed after it. Throws FileError. */
  virtual void finish() = 0;
};

/**
 * Begins a file at `path`, and replaces an existing one. Throws FileError in words, also if libFLAC is not installed, or for
 * a FLAC file with float32 or more than 8 channels.
 */
std::unique_ptr<SoundFile> create_sound_file(const std::string& path, const SoundFormat& format, uint32_t channels,
                                             uint32_t rate_hz);

}  // namespace rowdesk::sound
