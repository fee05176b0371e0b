#include "sound_file.h"

#include "flac_file.h"
#include "wave_file.h"

namespace rowdesk::sound {

void check_format(const std::string& path, const SoundFormat& format, uint32_t channels) {
  if (format.container != Container::flac) return;
  if (format.encoding == Encoding::float32) throw FileError(path + ": FLAC holds 16 or 24 bits, no float");
  if (channels > FlacFile::most_channels) {
    throw FileError(path + ": FLAC holds 8 channels, not " + std::to_string(channels));
  }
  FlacLibrary::loaded();
}

std::unique_ptr<SoundFile> begin_sound_file(File file, const std::string& path, const SoundFormat& format,
                                            uint32_t channels, uint32_t rate_hz) {
  check_format(path, format, channels);
  if (format.container == Container::flac) {
    return std::make_unique<FlacFile>(std::move(file), path, FlacLibrary::loaded(), format, channels, rate_hz);
  }
  return std::make_unique<WaveFile>(std::move(file), path, format, channels, rate_hz);
}

std::unique_ptr<SoundFile> create_sound_file(const std::string& path, const SoundFormat& format, uint32_t channels,
                                             uint32_t rate_hz) {
  check_format(path, format, channels);
  return begin_sound_file(create_or_replace(path), path, format, channels, rate_hz);
}

}  // namespace rowdesk::sound
