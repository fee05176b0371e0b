// Mends sound files of takes whose recorder ended without closing them.
#pragma once
#include <cstdint>
#include <string>

namespace rowdesk::recorder {

struct Repaired {
  uint64_t frames = 0;
  uint32_t channels = 0;
  uint32_t rate_hz = 0;
  /** False: the file was whole, and is unchanged. */
  bool has_changed = false;
};

/**
 * Brings the lengths in the header to what the file holds, and cuts an incomplete last frame off. WAV, RF64 and FLAC (whose
 * last whole block is found by its checksums, without libFLAC and without decoding). A file of header only has 0 frames.
 * Throws sound::FileError in words.
 */
Repaired repair(const std::string& path);

/**
 * Makes a whole file `frames` long: cut, or with silence added, so that the tracks of a take are equally long. Of a FLAC,
 * the block at the cut is stored anew without compression, and the MD5 sum of the samples is cleared (FLAC needs libFLAC for
 * this when the last block is incomplete). Throws sound::FileError in words.
 */
void truncate_to(const std::string& path, uint64_t frames);

}  // namespace rowdesk::recorder
