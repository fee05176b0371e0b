// Where the sound of a take goes. The writing thread calls it; every call may take as long as a disk likes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "ring_place.h"

namespace rowdesk::recorder {

class TakeFiles {
 public:
  virtual ~TakeFiles() = default;
  struct Part {
    /** From 1. */
    uint32_t number = 1;
    /** The first frame, from the start of the take. */
    uint64_t at = 0;
    /** CLOCK_MONOTONIC of the first frame. */
    uint64_t at_ns = 0;
    /** The first frame in the ring. */
    RingPlace place = {};
  };
  // These throw sound::FileError in words.

  struct Begun {
    /** Tracks without a file in this part, from 0: the others go on. */
    std::vector<uint32_t> missing;
    /** Why, in words; empty without missing tracks. */
    std::string fault;
  };
  /** Begins the files of a part; those of the part before are completed. Throws where no track gets one. */
  virtual Begun begin_part(const Part& part) = 0;
  /** Behind frames that no ring had, frame `at` of the take is at another place than those before say. */
  virtual void note_place(uint64_t at, const RingPlace& place) = 0;
  /** One array for each channel of the ring; without arrays it is silence. */
  virtual void write(const float* const* channels, uint64_t frames) = 0;
  /** Makes the files whole as they are, and checks that they are still there. */
  virtual void renew() = 0;
  struct Closed {
    /** Frames of the last part, which all its tracks have. */
    uint64_t frames = 0;
    /** What failed, in words. */
    std::string fault;
  };
  /** Completes the files, as far as possible also after an error. Throws nothing. */
  virtual Closed close() = 0;
};

}  // namespace rowdesk::recorder
