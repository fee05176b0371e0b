// Why frames of a take are missing or silent, and why a take ended by itself.
#pragma once
#include <cstdint>

namespace rowdesk::recorder {

enum class Reason : uint8_t { none, xrun, late, disk, clock, stopped, other_rate, other_tracks, other_rate_and_tracks, no_ring };

/** In words for the operator. */
inline const char* words_of(Reason reason) {
  switch (reason) {
    case Reason::xrun:
      return "the audio driver lost a block (xrun)";
    case Reason::late:
      return "the recorder got no processor time";
    case Reason::disk:
      return "the disk is too slow";
    case Reason::clock:
      return "the clock of the audio device was lost";
    // The words of js/left-take.ts.
    case Reason::other_rate:
      return "the sound came back at another rate: the take has ended";
    case Reason::other_tracks:
      return "the sound came back with other tracks: the take has ended";
    case Reason::other_rate_and_tracks:
      return "the sound came back at another rate and with other tracks: the take has ended";
    case Reason::no_ring:
      return "the mixer gave no sound for a minute";
    default:
      return "";
  }
}

}  // namespace rowdesk::recorder
