// A sound file that is read, of any kind.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "byte_source.h"

namespace rowdesk::sound {

/** Not for several threads at once. All functions throw FileError in words. */
class SoundReader {
 public:
  virtual ~SoundReader() = default;
  virtual uint32_t channels() const = 0;
  virtual uint32_t rate_hz() const = 0;
  virtual uint64_t frames() const = 0;
  /** Interleaved, full scale +-1. Returns the number of frames, fewer only at the end. */
  virtual uint64_t read(uint64_t from_frame, uint64_t frames, float* into) = 0;
  /** One channel (from 1) as floats, full scale +-1. */
  virtual std::vector<float> read_channel(uint32_t channel, uint64_t most_frames) = 0;

 protected:
  void check_channel(uint32_t channel, uint64_t most_frames) const {
    if (channel < 1 || channel > channels()) {
      throw FileError("has " + std::to_string(channels()) + " channels, no channel " + std::to_string(channel));
    }
    if (frames() == 0) throw FileError("has no sound in it");
    if (frames() > most_frames) {
      throw FileError("is " + std::to_string(frames()) + " frames long, more than the " + std::to_string(most_frames) +
                      " that can be held");
    }
  }
};

/** Opens a WAV or, where libFLAC is installed, a FLAC. `source` outlives the reader. */
std::unique_ptr<SoundReader> open_sound(ByteSource& source);

}  // namespace rowdesk::sound
