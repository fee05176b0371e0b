#include "take_reader.h"

#include <algorithm>
#include <exception>

#include "fade_gain.h"

namespace rowdesk::playing {

TakeReader::TakeReader(std::shared_ptr<const Take> take, uint32_t channels, uint32_t fade_frames)
    : take_(std::move(take)), channels_(channels), fade_frames_(fade_frames) {}

void TakeReader::read(int64_t at, int64_t frames, float* const* out) {
  for (uint32_t c = 0; c < channels_; ++c) std::fill_n(out[c], frames, 0.0f);
  for (size_t p = 0; p < take_->parts.size(); ++p) {
    const PlayedPart& part = take_->parts[p];
    const int64_t from = std::max(at, part.at);
    const int64_t to = std::min(at + frames, part.at + part.frames);
    if (from >= to) continue;
    read_part(p, from - part.at, to - from, from - at, out);
    fade_edges(p, from - part.at, to - from, from - at, out);
  }
}

void TakeReader::read_part(size_t part, int64_t at, int64_t frames, int64_t offset, float* const* out) {
  if (part != open_part_) files_.clear();
  open_part_ = part;
  uint32_t first = 0;
  for (const PlayedTrack& track : take_->tracks) {
    if (first >= channels_) break;
    const bool has_file = part < track.files.size() && !track.files[part].empty();
    if (has_file) {
      std::vector<float*> wanted(track.channels, nullptr);
      for (uint32_t c = 0; c < track.channels && first + c < channels_; ++c) wanted[c] = out[first + c] + offset;
      read_file(track.files[part], track.channels, at, frames, wanted.data());
    }
    first += track.channels;
  }
}

void TakeReader::read_file(const std::string& path, uint32_t channels, int64_t at, int64_t frames, float* const* out) {
  recorder::TrackReader* file = opened(path, channels);
  if (file == nullptr) return;
  try {
    if (file->position() != static_cast<uint64_t>(at)) file->seek(static_cast<uint64_t>(at));
    file->read(out, static_cast<uint64_t>(frames));
  } catch (const std::exception& error) {
    if (fault_.empty()) fault_ = error.what();
    files_[path].reset();
  }
}

recorder::TrackReader* TakeReader::opened(const std::string& path, uint32_t channels) {
  const auto found = files_.find(path);
  if (found != files_.end()) return found->second.get();
  auto& file = files_[path];
  try {
    auto reader = recorder::TrackReader::open(path);
    if (reader.channels() == channels && reader.rate_hz() == take_->rate_hz) {
      file = std::make_unique<recorder::TrackReader>(std::move(reader));
    } else if (fault_.empty()) {
      fault_ = path + " has " + std::to_string(reader.channels()) + " channels at " + std::to_string(reader.rate_hz()) +
               " Hz, and the take says " + std::to_string(channels) + " at " + std::to_string(take_->rate_hz) + " Hz";
    }
  } catch (const std::exception& error) {
    if (fault_.empty()) fault_ = error.what();
  }
  return file.get();
}

void TakeReader::fade_edges(size_t p, int64_t at, int64_t frames, int64_t offset, float* const* out) const {
  const auto& parts = take_->parts;
  const PlayedPart& part = parts[p];
  const bool follows_gap = p > 0 && parts[p - 1].at + parts[p - 1].frames < part.at;
  const bool leads_to_silence = p + 1 == parts.size() || part.at + part.frames < parts[p + 1].at;
  const int64_t length = std::min(fade_frames_, part.frames / 2);
  for (int64_t n = follows_gap ? at : length; n < std::min(length, at + frames); ++n) {
    for (uint32_t c = 0; c < channels_; ++c) out[c][offset + n - at] *= fade_gain(n, length);
  }
  if (!leads_to_silence) return;
  const int64_t begin = part.frames - length;
  for (int64_t n = std::max(at, begin); n < at + frames; ++n) {
    for (uint32_t c = 0; c < channels_; ++c) out[c][offset + n - at] *= 1.0f - fade_gain(n - begin, length);
  }
}

}  // namespace rowdesk::playing
