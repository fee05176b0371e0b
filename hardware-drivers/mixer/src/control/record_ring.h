// One record ring (rowdesk/record_ring.h). The control side makes and frees it; in between it belongs to the audio thread,
// which fills it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <rowdesk/record_ring.h>

#include "control/layout.h"
#include "control/shared_file.h"
#include "engine/locked_array.h"
#include "engine/state.h"

namespace rowdesk {

// A sounding strip, and where it is recorded.
struct RecordTrack {
  uint32_t strip;
  Tap tap;
  rd_record_role role;

  bool operator==(const RecordTrack&) const = default;
};

class RecordRing {
 public:
  // Control side. At most RD_RECORD_MAX_TRACKS tracks, at least one. rate: Hz. folder: of the link, made last. Throws
  // std::system_error with words for the operator.
  RecordRing(const Layout& layout, std::span<const RecordTrack> tracks, double rate, const std::string& folder);
  // No frame follows: marks the ring as ended, and removes its file and its link.
  ~RecordRing();

  // Audio thread. Copies a sub-block of all channels behind `written`; publish() counts it.
  void take(const State& state, uint32_t frames);
  // Publishes what was taken, at this CLOCK_MONOTONIC, as silence without a clock if it is that.
  void publish(bool is_silence, uint64_t now_ns);
  // Frames are missing before the next one to be taken; 0 for an unknown number of them.
  void lose(uint64_t frames);

 private:
  // Where the channels of the ring come from: places in State::taps.
  struct Channel {
    uint32_t tap;
    uint32_t lane;
  };

  void note_gap(uint64_t frames, rd_record_gap_kind kind);
  void extend_silence(uint64_t frames);

  const uint32_t capacity_;  // frames
  SharedFile file_;
  rd_record_ring& ring_;
  float* const samples_;
  LockedArray<Channel> channels_;
  uint64_t written_ = 0;
  uint64_t gap_count_ = 0;
  uint64_t silent_until_ = 0;  // the end of the newest gap, of silence; 0 for none
  uint32_t taken_ = 0;         // frames behind `written_`
};

}  // namespace rowdesk
