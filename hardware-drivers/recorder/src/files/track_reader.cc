#include "track_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "../../../lib/sound-files/src/sound_reader.h"

namespace rowdesk::recorder {
namespace {

constexpr uint64_t piece_frames = 16384;

/** A regular file; a link in the folder of a take may lead anywhere. */
sound::File opened(const std::string& path) {
  sound::File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  if (!file.is_open()) {
    throw sound::FileError(path + ": " + (errno == ELOOP    ? "is a symbolic link"
                                          : errno == ENOENT ? "no such file"
                                                            : std::strerror(errno)));
  }
  struct stat facts {};
  if (fstat(file.descriptor(), &facts) != 0 || !S_ISREG(facts.st_mode)) throw sound::FileError(path + ": is not a regular file");
  return file;
}

}  // namespace

struct TrackReader::State {
  std::string path;
  std::unique_ptr<sound::FileBytes> bytes;
  std::unique_ptr<sound::SoundReader> source;
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
  State& state = *reader.state_;
  state.naming([&] {
    state.bytes = std::make_unique<sound::FileBytes>(opened(path));
    state.source = sound::open_sound(*state.bytes);
  });
  return reader;
}

uint32_t TrackReader::rate_hz() const { return state_->source->rate_hz(); }
uint32_t TrackReader::channels() const { return state_->source->channels(); }
uint64_t TrackReader::frames() const { return state_->source->frames(); }
uint64_t TrackReader::position() const { return state_->position; }
const std::string& TrackReader::path() const { return state_->path; }
void TrackReader::seek(uint64_t frame) { state_->position = std::min(frame, frames()); }

uint64_t TrackReader::read(float* const* channels, uint64_t frames) {
  State& state = *state_;
  const uint32_t count = state.source->channels();
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
