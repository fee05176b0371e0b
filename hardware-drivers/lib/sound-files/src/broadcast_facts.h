// What a sound file says of its origin: the chunks `bext` (EBU Tech 3285) and `iXML` of a WAV, Vorbis comments of a FLAC.
#pragma once
#include <cstdint>
#include <string>

namespace rowdesk::sound {

/** Texts that are too long are cut. */
struct BroadcastFacts {
  /** At most 256 bytes. */
  std::string description;
  /** At most 32 bytes. */
  std::string originator;
  /** At most 32 bytes. */
  std::string originator_reference;
  /** Of the first frame, local time: `2026-11-22`. */
  std::string date;
  /** `20:15:00` */
  std::string time;
  /** The first frame, in frames since midnight. */
  uint64_t time_reference = 0;
  /** Of the strip, for the names of the channels; empty: the file says none. */
  std::string track_name = {};
};

}  // namespace rowdesk::sound
