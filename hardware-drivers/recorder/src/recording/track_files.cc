#include "track_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "../files/repair.h"

namespace rowdesk::recorder {
namespace {

constexpr auto never = std::numeric_limits<uint64_t>::max();

/** Local date and time of a moment of CLOCK_MONOTONIC. */
sound::BroadcastFacts facts_at(uint64_t monotonic_ns, uint32_t rate_hz) {
  timespec real{}, monotonic{};
  clock_gettime(CLOCK_REALTIME, &real);
  clock_gettime(CLOCK_MONOTONIC, &monotonic);
  const int64_t now_ns = monotonic.tv_sec * 1'000'000'000 + monotonic.tv_nsec;
  const int64_t at_ns = real.tv_sec * 1'000'000'000 + real.tv_nsec - (now_ns - static_cast<int64_t>(monotonic_ns));
  const time_t seconds = at_ns / 1'000'000'000;
  tm local{};
  localtime_r(&seconds, &local);
  char date[16], clock[16];
  strftime(date, sizeof date, "%Y-%m-%d", &local);
  strftime(clock, sizeof clock, "%H:%M:%S", &local);
  const auto midnight_s = static_cast<uint64_t>(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec);
  const auto rest = static_cast<uint64_t>(at_ns % 1'000'000'000) * rate_hz / 1'000'000'000;
  return {.originator = "Rowdesk", .date = date, .time = clock, .time_reference = midnight_s * rate_hz + rest};
}

std::string place_line(uint64_t at, const RingPlace& place) {
  return "ring " + std::to_string(at) + " " + std::to_string(place.epoch) + " " + std::to_string(place.frame) + "\n";
}

}  // namespace

std::string part_file(const std::string& stem, uint32_t part, sound::Container container) {
  const std::string ending = container == sound::Container::flac ? ".flac" : ".wav";
  return stem + (part == 1 ? "" : "." + std::to_string(part)) + ending;
}

TrackFile TrackFiles::create(size_t index, const Part& part) const {
  const WrittenTrack& track = place_.tracks[index];
  sound::BroadcastFacts facts = facts_at(part.at_ns, place_.rate_hz);
  facts.description = track.name;
  facts.originator_reference = place_.take_id;
  facts.track_name = track.name;
  const TrackFormat format{.container = place_.container,
                           .encoding = place_.encoding,
                           .rate_hz = place_.rate_hz,
                           .channels = track.channels,
                           .dither_seed = index * 100'000 + part.number};
  return TrackFile::create(path(part_file(track.stem, part.number, place_.container)), format, facts);
}

void TrackFiles::note_place(uint64_t at, const RingPlace& place) { note(place_line(at, place)); }

void TrackFiles::note(const std::string& line) const {
  const std::string name = path(parts_file);
  const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  const bool is_written = file >= 0 && ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  const int error = errno;
  if (file >= 0) ::close(file);
  if (!is_written) throw sound::FileError(name + ": " + std::strerror(error));
}

std::vector<std::optional<TrackFile>> TrackFiles::create_all(const Part& part, Begun& begun) const {
  std::vector<std::optional<TrackFile>> files(place_.tracks.size());
  std::optional<sound::FileError> first;
  for (size_t n = 0; n < files.size(); ++n) {
    try {
      files[n] = create(n, part);
    } catch (const sound::FileError& error) {
      if (!first) first = error;
      begun.missing.push_back(static_cast<uint32_t>(n));
    }
  }
  if (!first) return files;
  // What fails for all tracks is the disk's; what fails for some costs these only.
  if (begun.missing.size() == files.size()) throw *first;
  const size_t track = begun.missing.front();
  begun.fault = "track " + std::to_string(track + 1) + " (" + place_.tracks[track].name + ") is not recorded in part " +
                std::to_string(part.number) + ": " + first->what();
  if (begun.missing.size() > 1) begun.fault += "; and " + std::to_string(begun.missing.size() - 1) + " more tracks";
  return files;
}

TakeFiles::Begun TrackFiles::begin_part(const Part& part) {
  // Before its files: a part that is found has its place.
  note(std::to_string(part.number) + " " + std::to_string(part.at) + " " + std::to_string(part.at_ns) + "\n" +
       place_line(part.at, part.place));
  Begun begun;
  auto next = create_all(part, begun);
  close_files();
  files_ = std::move(next);
  part_at_ = part.at;
  std::vector<std::string> paths{place_.folder};
  for (const auto& file : files_) {
    if (file) paths.push_back(file->path());
  }
  flusher_.follow(std::move(paths));
  if (peaks_.empty()) {
    peaks_.resize(place_.tracks.size());
    for (size_t n = 0; n < place_.tracks.size(); ++n) open_peaks(n, part.at);
  } else if (part.at > peaks_at_) {
    for (size_t n = 0; n < peaks_.size(); ++n) {
      draw(n, [&](PeaksWriter& peaks) { peaks.write_silence(part.at - peaks_at_); });
    }
  }
  peaks_at_ = part.at;
  return begun;
}

void TrackFiles::open_peaks(size_t n, uint64_t at) {
  const WrittenTrack& track = place_.tracks[n];
  try {
    peaks_[n] = std::make_unique<PeaksWriter>(PeaksWriter::open(path(track.peaks), track.channels, place_.rate_hz, at));
  } catch (const sound::FileError&) {
  }
}

template <typename Action>
void TrackFiles::draw(size_t n, Action action) {
  if (!peaks_[n]) return;
  try {
    action(*peaks_[n]);
  } catch (const sound::FileError&) {
    peaks_[n].reset();
  }
}

void TrackFiles::write(const float* const* channels, uint64_t frames) {
  for (size_t n = 0; n < files_.size(); ++n) {
    if (channels == nullptr || !files_[n]) {
      if (files_[n]) files_[n]->write_silence(frames);
      draw(n, [&](PeaksWriter& peaks) { peaks.write_silence(frames); });
    } else {
      const float* const* const planes = channels + place_.tracks[n].first_channel;
      files_[n]->write(planes, frames);
      draw(n, [&](PeaksWriter& peaks) { peaks.write(planes, frames); });
    }
  }
  peaks_at_ += frames;
}

void TrackFiles::renew() {
  if (const std::string fault = flusher_.fault(); !fault.empty()) throw sound::FileError(fault);
  for (size_t n = 0; n < files_.size(); ++n) {
    if (files_[n]) files_[n]->renew();
    draw(n, [](PeaksWriter& peaks) { peaks.renew(); });
  }
  const auto file = std::find_if(files_.begin(), files_.end(), [](const auto& each) { return each.has_value(); });
  struct stat facts {};
  if (file != files_.end() && stat((*file)->path().c_str(), &facts) != 0) {
    throw sound::FileError((*file)->path() + ": the folder of the take was removed (" + std::strerror(errno) + ")");
  }
}

void TrackFiles::close_files() {
  for (auto& file : files_) {
    if (file) file->close();
  }
  for (const auto& file : files_) {
    if (file) mark(*file, file->frames());
  }
}

/** The take keeps its markers elsewhere too: a file without them is no loss of sound. */
void TrackFiles::mark(const TrackFile& file, uint64_t frames) const {
  try {
    write_markers(file.path(), place_.markers->within(part_at_, frames));
  } catch (const sound::FileError&) {
  }
}

TakeFiles::Closed TrackFiles::close() {
  Closed closed{.frames = files_.empty() ? 0 : never};
  const auto attempt = [&](auto&& action) {
    try {
      action();
    } catch (const sound::FileError& error) {
      if (closed.fault.empty()) closed.fault = error.what();
    }
  };
  for (auto& file : files_) {
    if (!file) continue;
    attempt([&] { file->close(); });
    closed.frames = std::min(closed.frames, file->frames());
  }
  for (const auto& file : files_) {
    if (file && file->frames() > closed.frames) attempt([&] { truncate_to(file->path(), closed.frames); });
  }
  for (const auto& file : files_) {
    if (file) mark(*file, closed.frames);
  }
  for (size_t n = 0; n < peaks_.size(); ++n) draw(n, [](PeaksWriter& peaks) { peaks.close(); });
  flusher_.finish();
  if (closed.fault.empty()) closed.fault = flusher_.fault();
  files_.clear();
  peaks_.clear();
  return closed;
}

}  // namespace rowdesk::recorder
