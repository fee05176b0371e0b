// What is played: the tracks of a take, and where in the take the sound files of each lie.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace rowdesk::playing {

/** A stretch of all tracks with a sound file each, without a gap. Between parts the take is silent. */
struct PlayedPart {
  /** Frames from the first frame of the take. */
  int64_t at = 0;
  int64_t frames = 0;
};

struct PlayedTrack {
  /** 1, or 2: left and right. */
  uint32_t channels = 1;
  /** One a part; empty for none: silence. */
  std::vector<std::string> files;
};

struct Take {
  uint32_t rate_hz = 48000;
  std::vector<PlayedPart> parts;
  /** Their channels, one after another, are the channels of the play ring. */
  std::vector<PlayedTrack> tracks;

  int64_t frames() const { return parts.empty() ? 0 : parts.back().at + parts.back().frames; }
};

/** The stretch [from, to) that is played again and again; from == to for none. */
struct Loop {
  int64_t from = 0;
  int64_t to = 0;
  bool is_on() const { return to > from; }
  bool operator==(const Loop&) const = default;
};

}  // namespace rowdesk::playing
