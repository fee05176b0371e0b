// The files of a take on a disk: one sound file for each track and part, and the peaks of each track.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../files/markers.h"
#include "../files/peaks.h"
#include "../files/track_file.h"
#include "flusher.h"
#include "take_files.h"

namespace rowdesk::recorder {

struct WrittenTrack {
  /** Its files are `STEM.wav`, `STEM.2.wav` and so on. */
  std::string stem;
  /** The file name of its peaks. */
  std::string peaks;
  /** For the file's description. */
  std::string name;
  /** Of the ring, from 0. */
  uint32_t first_channel = 0;
  uint32_t channels = 1;
};

struct TakePlace {
  /** It exists. */
  std::string folder;
  std::string take_id;
  std::vector<WrittenTrack> tracks;
  sound::Container container = sound::Container::wav;
  sound::Encoding encoding = sound::Encoding::float32;
  uint32_t rate_hz = 48000;
  /** Of the take, until its end. */
  std::shared_ptr<TakeMarkers> markers = std::make_shared<TakeMarkers>();
};

/**
 * In the folder of a take, for its recovery: a line for each part with its number, its first frame from the start of the take,
 * and the time of that frame by CLOCK_MONOTONIC in ns. Behind it, and wherever frames are missing that no ring had, a line
 * `ring AT EPOCH FRAME`: frame AT of the take is FRAME of the ring EPOCH.
 */
inline constexpr const char* parts_file = ".parts";

/** `STEM.wav`, from the second part on `STEM.2.wav`. */
std::string part_file(const std::string& stem, uint32_t part, sound::Container container);

class TrackFiles : public TakeFiles {
 public:
  explicit TrackFiles(TakePlace place) : place_(std::move(place)) {}
  Begun begin_part(const Part& part) override;
  void note_place(uint64_t at, const RingPlace& place) override;
  void write(const float* const* channels, uint64_t frames) override;
  void renew() override;
  Closed close() override;

 private:
  std::string path(const std::string& name) const { return place_.folder + "/" + name; }
  void note(const std::string& line) const;
  TrackFile create(size_t track, const Part& part) const;
  std::vector<std::optional<TrackFile>> create_all(const Part& part, Begun& begun) const;
  void close_files();
  void mark(const TrackFile& file, uint64_t frames) const;
  void open_peaks(size_t track, uint64_t at);
  template <typename Action>
  void draw(size_t track, Action action);

  const TakePlace place_;
  /** Of each track; none where it could not be made. */
  std::vector<std::optional<TrackFile>> files_;
  /** The first frame of their part, from the start of the take. */
  uint64_t part_at_ = 0;
  /** Drawn, not heard: without room for them the take goes on. */
  std::vector<std::unique_ptr<PeaksWriter>> peaks_;
  /** Frames of the take that the peaks have. */
  uint64_t peaks_at_ = 0;
  Flusher flusher_;
};

}  // namespace rowdesk::recorder
