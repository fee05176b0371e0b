// Markers in sound files that are complete: `cue ` and `LIST adtl` of a WAV (Multimedia Programming Interface 1.0, 1991), and
// chapters in the Vorbis comments of a FLAC (wiki.xiph.org/Chapter_Extension).
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace rowdesk::recorder {

struct Marker {
  /** In frames, from the first one of the file or, of a take under way, of the take. */
  uint64_t at = 0;
  /** UTF-8 */
  std::string label;
};

/** Those of a take that is being written. For several threads at once. */
class TakeMarkers {
 public:
  void add(Marker marker) {
    const std::lock_guard lock(guard_);
    markers_.push_back(std::move(marker));
  }
  /** Those of `frames` frames from `from` on, as positions in a file that begins there. */
  std::vector<Marker> within(uint64_t from, uint64_t frames) const;

 private:
  mutable std::mutex guard_;
  std::vector<Marker> markers_;
};

std::vector<Marker> markers_within(const std::vector<Marker>& all, uint64_t from, uint64_t frames);

/**
 * Writes markers in the place of what stands behind the sound of a WAV, or of the chapters of a FLAC, whose sound stays as it
 * is. Of those that the format or the room that a FLAC reserves can't hold the last ones are left out. Without markers nothing
 * is written. Throws sound::FileError in words.
 */
void write_markers(const std::string& path, const std::vector<Marker>& markers);

}  // namespace rowdesk::recorder
