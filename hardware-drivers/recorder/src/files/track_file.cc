#include "track_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "repair.h"

namespace rowdesk::recorder {
namespace {

constexpr uint32_t most_channels = 8;
constexpr uint64_t piece_samples = 8192;

}  // namespace

struct TrackFile::State {
  std::string path;
  TrackFormat format;
  std::unique_ptr<sound::SoundFile> file;
  bool is_closed = false;
  /** Of a file that was mended after an error. */
  std::optional<uint64_t> mended_frames;

  sound::SoundFile& open() {
    if (is_closed) throw sound::FileError(path + ": is closed already");
    return *file;
  }
};

TrackFile::TrackFile() : state_(std::make_unique<State>()) {}
TrackFile::TrackFile(TrackFile&&) noexcept = default;

TrackFile& TrackFile::operator=(TrackFile&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

TrackFile::~TrackFile() {
  if (state_ == nullptr) return;
  try {
    close();
  } catch (const sound::FileError&) {
    // The header that was renewed last describes what is there.
  }
}

TrackFile TrackFile::create(const std::string& path, const TrackFormat& format, const sound::BroadcastFacts& facts) {
  if (format.channels < 1 || format.channels > most_channels) {
    throw sound::FileError(path + ": a track has 1 to 8 channels, not " + std::to_string(format.channels));
  }
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  const sound::SoundFormat sound_format{format.container, format.encoding, format.dither_seed, &facts};
  sound::check_format(path, sound_format, format.channels);
  sound::File file = sound::create_new(folder, path.substr(slash + 1));
  if (!file.is_open()) throw sound::FileError(path + ": exists already");
  TrackFile track;
  track.state_->path = path;
  track.state_->format = format;
  // What can't be begun is closed to the destructor.
  track.state_->is_closed = true;
  track.state_->file = sound::begin_sound_file(std::move(file), path, sound_format, format.channels, format.rate_hz);
  track.state_->is_closed = false;
  return track;
}

void TrackFile::write(std::span<const float> interleaved) { state_->open().append(interleaved); }

void TrackFile::write(const float* const* channels, uint64_t frames) {
  sound::SoundFile& file = state_->open();
  const uint32_t count = state_->format.channels;
  if (count == 1 && channels[0] != nullptr) return file.append({channels[0], frames});
  float piece[piece_samples];
  const uint64_t most = piece_samples / count;
  for (uint64_t done = 0; done < frames;) {
    const uint64_t part = std::min(most, frames - done);
    for (uint32_t channel = 0; channel < count; ++channel) {
      const float* from = channels[channel];
      for (uint64_t n = 0; n < part; ++n) piece[n * count + channel] = from == nullptr ? 0 : from[done + n];
    }
    file.append({piece, part * count});
    done += part;
  }
}

void TrackFile::write_silence(uint64_t frames) {
  const float* const none[most_channels] = {};
  write(none, frames);
}

void TrackFile::renew() { state_->open().renew(); }
void TrackFile::sync() { state_->file->sync(); }

void TrackFile::close() {
  if (std::exchange(state_->is_closed, true)) return;
  try {
    state_->file->finish();
  } catch (const sound::FileError&) {
    // The encoder of a FLAC has stopped with the first error; its file is mended from outside.
    if (state_->format.container == sound::Container::flac) {
      try {
        state_->mended_frames = repair(state_->path).frames;
      } catch (const sound::FileError&) {
        // The first error is the one that counts.
      }
    }
    throw;
  }
}

uint64_t TrackFile::frames() const { return state_->mended_frames.value_or(state_->file->frames()); }
uint64_t TrackFile::bytes() const { return state_->file->bytes(); }
const std::string& TrackFile::path() const { return state_->path; }

}  // namespace rowdesk::recorder
