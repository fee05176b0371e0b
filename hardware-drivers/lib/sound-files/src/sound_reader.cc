#include "sound_reader.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "flac_reader.h"
#include "wav_reader.h"

namespace rowdesk::sound {
namespace {

constexpr uint64_t piece_frames = 16384;

class FlacSound : public SoundReader {
 public:
  explicit FlacSound(ByteSource& source)
      : reader_(source, FlacLibrary::loaded()), scale_(std::ldexp(1.0f, 1 - static_cast<int>(reader_.stream().bits))) {}
  uint32_t channels() const override { return reader_.stream().channels; }
  uint32_t rate_hz() const override { return reader_.stream().rate_hz; }
  uint64_t frames() const override { return reader_.stream().frames; }

  uint64_t read(uint64_t from_frame, uint64_t count, float* into) override {
    numbers_.resize(count * channels());
    const uint64_t done = reader_.read(from_frame, count, numbers_.data());
    for (uint64_t n = 0; n < done * channels(); ++n) into[n] = static_cast<float>(numbers_[n]) * scale_;
    return done;
  }

  std::vector<float> read_channel(uint32_t channel, uint64_t most_frames) override {
    check_channel(channel, most_frames);
    std::vector<float> samples(frames()), piece(piece_frames * channels());
    uint64_t done = 0;
    while (const uint64_t got = read(done, std::min(piece_frames, frames() - done), piece.data())) {
      for (uint64_t n = 0; n < got; ++n) samples[done + n] = piece[n * channels() + channel - 1];
      done += got;
    }
    // A file that was cut within its last blocks has silence there.
    if (done + 2 * reader_.stream().block_frames < frames()) {
      throw FileError("is damaged: it holds " + std::to_string(done) + " of " + std::to_string(frames()) + " frames");
    }
    return samples;
  }

 private:
  FlacReader reader_;
  float scale_;
  std::vector<int32_t> numbers_;
};

}  // namespace

std::unique_ptr<SoundReader> open_sound(ByteSource& source) {
  uint8_t four[4] = {};
  source.read(0, four, 4);
  const auto begins = [&](const char* kind) { return std::memcmp(four, kind, 4) == 0; };
  if (begins("fLaC")) return std::make_unique<FlacSound>(source);
  if (begins("RIFF") || begins("RF64") || begins("BW64")) return std::make_unique<WavReader>(source);
  throw FileError("is neither a WAV nor a FLAC file");
}

}  // namespace rowdesk::sound
