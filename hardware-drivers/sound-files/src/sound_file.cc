#include "sound_file.h"

#include "flac_file.h"
#include "wave_file.h"

namespace rowdesk::sound {

std::unique_ptr<SoundFile> create_sound_file(const std::string& path, const SoundFormat& format, uint32_t channels,
                                             uint32_t rate_hz) {
  if (format.container == Container::flac) {
    return std::make_unique<FlacFile>(path, FlacLibrary::loaded(), format.encoding, channels, rate_hz);
  }
  return std::make_unique<WaveFile>(path, format, channels, rate_hz);
}

}  // namespace rowdesk::sound
