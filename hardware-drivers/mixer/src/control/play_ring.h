// The play ring of the virtual soundcheck (rowdesk/play_ring.h): its memory, and what reads it on the audio thread.
#pragma once

#include <cstdint>
#include <string>

#include "control/shared_file.h"
#include "engine/play_reader.h"

namespace rowdesk {

class PlayRing {
 public:
  // Makes the memory and its link in the folder. channels: 1 to RD_PLAY_MAX_CHANNELS; rate in Hz. Throws std::system_error.
  PlayRing(const std::string& folder, uint32_t channels, double rate);

  rd_play_ring& header() const { return *static_cast<rd_play_ring*>(file_.data()); }
  PlayReader& reader() { return reader_; }

  // Tells the player that it is over, and removes file and link. What sounds fades out yet.
  void end();

 private:
  static rd_play_ring* complete(const SharedFile& file, uint32_t channels, double rate);

  SharedFile file_;
  PlayReader reader_;
};

}  // namespace rowdesk
