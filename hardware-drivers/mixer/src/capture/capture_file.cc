#include "capture/capture_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "capture/stimulus.h"

namespace rowdesk {
namespace {

bool is_regular_file(const std::string& path) {
  struct stat facts;
  return lstat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
}

}  // namespace

CaptureFile::CaptureFile(const std::string& path, const Layout& layout, const std::vector<CaptureTrack>& tracks,
                         const std::vector<Probe*>& probes, uint64_t total, uint32_t rate)
    : path_(path), total_(total), peaks_(tracks.size()) {
  for (size_t i = 0; i < tracks.size(); ++i) {
    const StripPlace& strip = layout.strips()[tracks[i].strip];
    tracks_.push_back({probes[i], strip.legs, channels_});
    channels_ += strip.legs;
  }
  frames_.resize(static_cast<size_t>(sub_block_frames) * channels_);
  file_ = sound::create_sound_file(path, {}, channels_, rate);
  for (size_t i = 0; i < tracks.size(); ++i) {
    const StripPlace& strip = layout.strips()[tracks[i].strip];
    probes[i]->aim(tracks[i].tap, strip.first_lane, strip.legs);
  }
}

CaptureFile::~CaptureFile() {
  for (const Track& track : tracks_) track.probe->rest();
  file_.reset();
  if (!is_finished_ && is_regular_file(path_)) unlink(path_.c_str());
}

bool CaptureFile::hears_all() {
  return std::ranges::all_of(tracks_, [](const Track& track) { return track.probe->next() != nullptr; });
}

// The audio thread says where the stimulus began before it publishes that sub-block: one that is there while nothing was
// said lies before.
void CaptureFile::drop_until(const std::atomic<uint64_t>& begun) {
  for (const Track& track : tracks_) {
    while (track.probe->next() != nullptr && begun.load(std::memory_order_acquire) == StimulusSignals::never) track.probe->drop();
  }
}

uint64_t CaptureFile::first_position() const {
  uint64_t first = 0;
  for (const Track& track : tracks_) first = std::max(first, track.probe->next()->position);
  return first;
}

void CaptureFile::write(uint64_t begun) {
  while (!is_full() && hears_all()) {
    const ProbedSound* earliest = nullptr;
    for (const Track& track : tracks_) {
      const ProbedSound* sound = track.probe->next();
      if (earliest == nullptr || sound->position < earliest->position) earliest = sound;
    }
    const uint64_t position = earliest->position;
    const Lost lost = earliest->lost;
    if (next_position_ != 0 && position < next_position_) throw std::runtime_error("the audio device began anew");
    if (position + sub_block_frames > begun) {
      if (next_position_ != 0) {
        const uint64_t left_out = position - next_position_;
        dropouts_ += (lost.gaps - lost_.gaps) + (left_out > 0 ? 1 : 0);
        put_silence(left_out + lost.frames - lost_.frames);
      }
      put(position, static_cast<uint32_t>(begun - std::min(begun, position)));
      next_position_ = position + sub_block_frames;
      lost_ = lost;
    }
    for (const Track& track : tracks_) {
      if (track.probe->next()->position == position) track.probe->drop();
    }
  }
}

// One sub-block, without its first frames before `from`.
void CaptureFile::put(uint64_t position, uint32_t from) {
  const auto count = static_cast<uint32_t>(std::min<uint64_t>(sub_block_frames - from, total_ - written_));
  std::ranges::fill(frames_, 0.0f);
  for (size_t i = 0; i < tracks_.size(); ++i) {
    const Track& track = tracks_[i];
    const ProbedSound& sound = *track.probe->next();
    if (sound.position != position) {
      ++dropouts_;
      continue;
    }
    for (uint32_t leg = 0; leg < track.legs; ++leg) {
      for (uint32_t n = 0; n < count; ++n) {
        const float sample = sound.legs[leg][from + n];
        const float finite = std::isfinite(sample) ? sample : 0.0f;
        frames_[n * channels_ + track.first_channel + leg] = finite;
        peaks_[i] = std::max(peaks_[i], std::abs(finite));
      }
    }
  }
  append(count);
}

void CaptureFile::put_silence(uint64_t frames) {
  std::ranges::fill(frames_, 0.0f);
  for (uint64_t left = std::min(frames, total_ - written_); left > 0;) {
    const auto count = static_cast<uint32_t>(std::min<uint64_t>(left, sub_block_frames));
    append(count);
    left -= count;
  }
}

void CaptureFile::append(uint32_t frames) {
  if (frames == 0) return;
  file_->append({frames_.data(), static_cast<size_t>(frames) * channels_});
  written_ += frames;
}

void CaptureFile::finish() {
  file_->finish();
  if (!is_regular_file(path_)) throw sound::FileError(path_ + ": the file was removed");
  is_finished_ = true;
}

}  // namespace rowdesk
