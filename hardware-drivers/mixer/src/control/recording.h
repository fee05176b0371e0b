// The tracks that are to be recorded, and their ring on its way to the audio thread and back. Control side, under one lock.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "control/block.h"
#include "control/record_ring.h"

namespace rowdesk {

class Recording {
 public:
  // folder: of the link to the ring, '' for no ring ever. Removes what a killed process left there.
  Recording(const Layout& layout, std::string folder);

  // See Mixer::record.
  uint32_t set_tracks(std::vector<RecordTrack> tracks);
  // Hz. Another rate is another ring; where its memory can't be had there is none, and fault() says so.
  void set_rate(double rate);

  // No ring is made any more.
  void close();

  // For the next block.
  bool has_change() const { return has_change_; }
  void put(Block& block);
  // A block that the audio thread has applied.
  void returned(const Block& block);

  // The number of the tracks that the audio thread has.
  uint32_t applied() const { return applied_; }
  const std::string& fault() const { return fault_; }

 private:
  std::unique_ptr<RecordRing> made(const std::vector<RecordTrack>& tracks) const;
  void change_to(std::unique_ptr<RecordRing> ring);

  const Layout& layout_;
  std::string folder_;
  std::vector<RecordTrack> tracks_;
  double rate_ = 0;
  uint32_t number_ = 0;  // of tracks_
  uint32_t applied_ = 0;
  std::string fault_;
  std::unique_ptr<RecordRing> next_;
  bool has_change_ = false;
};

}  // namespace rowdesk
