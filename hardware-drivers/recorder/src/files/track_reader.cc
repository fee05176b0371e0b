#include "track_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "../../../lib/sound-files/src/flac_reader.h"
#include "../../../lib/sound-files/src/wav_reader.h"

namespace rowdesk::recorder {
namespace {

constexpr uint64_t piece_frames = 16384;

/** Either kind of file; interleaved. */
class Source {
 public:
  virtual ~Source() = default;
  virtual uint64_t read(uint64_t from_frame, uint64_t frames, float* into) = 0;
  uint32_t rate_hz = 0, channels = 0;
  uint64_t frames = 0;
};

class WavSource : public Source {
 public:
  explicit WavSource(const std::string& path) : bytes_(sound::open_to_read("", path)), reader_(bytes_) {
    rate_hz = reader_.rate_hz(), channels = reader_.channels(), frames = reader_.frames();
  }
  uint64_t read(uint64_t from_frame, uint64_t count, float* into) override {
    return reader_.read(from_frame, count, into);
  }

 private:
  sound::FileBytes bytes_;
  sound::WavReader reader_;
};

class FlacSource : public Source {
 public:
  explicit FlacSource(const std::string& path) : reader_(path, sound::FlacLibrary::loaded()) {
    const sound::FlacStream& stream = reader_.stream();
    rate_hz = stream.rate_hz, channels = stream.channels, frames = stream.frames;
    scale_ = std::ldexp(1.0f, 1 - static_cast<int>(stream.bits));
  }
  uint64_t read(uint64_t from_frame, uint64_t count, float* into) override {
    numbers_.resize(count * channels);
    const uint64_t done = reader_.read(from_frame, count, numbers_.data());
    for (uint64_t n = 0; n < done * channels; ++n) into[n] = static_cast<float>(numbers_[n]) * scale_;
    return done;
  }

 private:
  sound::FlacReader reader_;
  float scale_ = 1;
  std::vector<int32_t> numbers_;
};

std::unique_ptr<Source> open_source(const std::string& path) {
  char four[4] = {};
  sound::FileBytes bytes(sound::open_to_read("", path));
  bytes.read(0, four, 4);
  if (std::equal(four, four + 4, "fLaC")) return std::make_unique<FlacSource>(path);
  return std::make_unique<WavSource>(path);
}

}  // namespace

struct TrackReader::State {
  std::string path;
  std::unique_ptr<Source> source;
  uint64_t position = 0;
  std::vector<float> piece;

  /** Names the file in what goes wrong. */
  template <typename Work>
  auto naming(Work work) {
    try {
      return work();
    } catch (const sound::FileError& error) {
      const std::string words = error.what();
      throw sound::FileError(words.starts_with(path) ? words : path + ": " + words);
    }
  }
};

TrackReader::TrackReader() : state_(std::make_unique<State>()) {}
TrackReader::TrackReader(TrackReader&&) noexcept = default;
TrackReader& TrackReader::operator=(TrackReader&&) noexcept = default;
TrackReader::~TrackReader() = default;

TrackReader TrackReader::open(const std::string& path) {
  TrackReader reader;
  reader.state_->path = path;
  reader.state_->naming([&] { reader.state_->source = open_source(path); });
  return reader;
}

uint32_t TrackReader::rate_hz() const { return state_->source->rate_hz; }
uint32_t TrackReader::channels() const { return state_->source->channels; }
uint64_t TrackReader::frames() const { return state_->source->frames; }
uint64_t TrackReader::position() const { return state_->position; }
const std::string& TrackReader::path() const { return state_->path; }
void TrackReader::seek(uint64_t frame) { state_->position = std::min(frame, frames()); }

uint64_t TrackReader::read(float* const* channels, uint64_t frames) {
  State& state = *state_;
  const uint32_t count = state.source->channels;
  uint64_t done = 0;
  while (done < frames) {
    const uint64_t want = std::min(frames - done, piece_frames);
    state.piece.resize(want * count);
    const auto got = state.naming([&] { return state.source->read(state.position, want, state.piece.data()); });
    for (uint32_t channel = 0; channel < count; ++channel) {
      float* to = channels[channel];
      if (to == nullptr) continue;
      for (uint64_t n = 0; n < got; ++n) to[done + n] = state.piece[n * count + channel];
    }
    done += got;
    state.position += got;
    if (got < want) break;
  }
  return done;
}

}  // namespace rowdesk::recorder
