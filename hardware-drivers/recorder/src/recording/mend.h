// Mends the files of one part of a take whose recorder was killed.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "../files/markers.h"

namespace rowdesk::recorder {

struct BrokenPart {
  struct Track {
    std::string file;
    std::string peaks;
    uint32_t channels = 1;
  };
  std::vector<Track> tracks;
  uint32_t rate_hz = 48000;
  /** Its first frame, from the start of the take. */
  uint64_t at = 0;
  /** Of the take. */
  std::vector<Marker> markers;
};

struct MendedPart {
  /** Frames of every track; 0: the part had no sound yet, and its files are gone. */
  uint64_t frames = 0;
  /** Tracks whose file is none, from 0; the others are mended. */
  std::vector<uint32_t> missing;
  /** What could not be mended, in words. */
  std::vector<std::string> faults;
};

/**
 * Gives every file a header that fits, all tracks the length that all have and their markers, and draws the peaks of the last seconds anew. A
 * track that is more than two seconds shorter than the longest gets silence.
 */
MendedPart mend(const BrokenPart& part);

}  // namespace rowdesk::recorder
