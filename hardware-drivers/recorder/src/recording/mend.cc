#include "mend.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "../files/peaks.h"
#include "../files/repair.h"
#include "../files/track_reader.h"
#include "../../../lib/sound-files/src/folder.h"

namespace rowdesk::recorder {
namespace {

/** Tracks are renewed one after the other, each twice in a second. */
constexpr uint64_t in_step_s = 2;
constexpr uint64_t frames_at_once = 16384;
constexpr uint64_t peaks_header_bytes = 16;

/** The first frame of the take whose peaks are drawn anew. */
uint64_t drawn_from(const BrokenPart& part, const BrokenPart::Track& track, uint64_t frames) {
  const uint64_t end = part.at + frames, newest = 4 * part.rate_hz;
  struct stat facts {};
  const auto bytes = stat(track.peaks.c_str(), &facts) == 0 ? static_cast<uint64_t>(facts.st_size) : 0;
  const uint64_t drawn = bytes > peaks_header_bytes ? (bytes - peaks_header_bytes) / (4 * track.channels) : 0;
  const uint64_t from = std::min(end > newest ? end - newest : 0, drawn * frames_per_peak);
  return std::max(part.at, from / frames_per_peak * frames_per_peak);
}

void draw(const BrokenPart& part, const BrokenPart::Track& track, uint64_t frames) {
  const uint64_t from = drawn_from(part, track, frames);
  TrackReader reader = TrackReader::open(track.file);
  reader.seek(from - part.at);
  PeaksWriter peaks = PeaksWriter::open(track.peaks, track.channels, part.rate_hz, from);
  std::vector<std::vector<float>> samples(track.channels, std::vector<float>(frames_at_once));
  std::vector<float*> planes;
  for (auto& plane : samples) planes.push_back(plane.data());
  while (const uint64_t read = reader.read(planes.data(), frames_at_once)) peaks.write(planes.data(), read);
  peaks.close();
}

}  // namespace

MendedPart mend(const BrokenPart& part) {
  MendedPart mended;
  const auto attempt = [&](auto&& action) {
    try {
      action();
      return true;
    } catch (const sound::FileError& error) {
      mended.faults.push_back(error.what());
      return false;
    }
  };
  std::vector<uint64_t> lengths(part.tracks.size(), 0);
  std::vector<bool> is_whole(part.tracks.size(), false);
  uint64_t longest = 0;
  for (size_t n = 0; n < part.tracks.size(); ++n) {
    is_whole[n] = attempt([&] { lengths[n] = repair(part.tracks[n].file).frames; });
    longest = std::max(longest, lengths[n]);
  }
  const uint64_t in_step = in_step_s * part.rate_hz;
  uint64_t frames = longest;
  for (size_t n = 0; n < part.tracks.size(); ++n) {
    if (is_whole[n] && lengths[n] + in_step >= longest) frames = std::min(frames, lengths[n]);
  }
  if (frames == 0) {
    for (const auto& track : part.tracks) unlink(track.file.c_str());
    return {};
  }
  for (size_t n = 0; n < part.tracks.size(); ++n) {
    const auto& track = part.tracks[n];
    if (!is_whole[n]) {
      mended.missing.push_back(static_cast<uint32_t>(n));
      continue;
    }
    if (lengths[n] != frames && !attempt([&] { truncate_to(track.file, frames); })) continue;
    attempt([&] { draw(part, track, frames); });
    attempt([&] { write_markers(track.file, markers_within(part.markers, part.at, frames)); });
  }
  mended.frames = frames;
  return mended;
}

}  // namespace rowdesk::recorder
