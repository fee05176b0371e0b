// A desk whose strips hear a play ring, and the player at its other end.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "desk.h"
#include "player.h"
#include "scratch_folder.h"

namespace rowdesk {

class Soundcheck : private ScratchFolder, public Desk {
 public:
  explicit Soundcheck(uint32_t channels = 4, double rate = 48000.0);

  struct Lane {
    std::string_view path;
    int32_t left;  // a channel of the ring from 0, PlayedSources::own or ::none
    int32_t right = PlayedSources::none;
  };
  // All other strips that take a source have none.
  void engage(const std::vector<Lane>& lanes);
  void eject();
  // Another ring, with a new player.
  void make_ring(uint32_t channels);

  // Blocks of so many frames; the player fills the ring before each.
  Channels play(uint32_t frames, const RingSound& played, const Sound& live = silence(), uint32_t block = 64);

  const std::string& folder() const { return path(); }
  Player& player() { return *player_; }
  // For a process that ends without destructors.
  void remove_files();

 private:
  std::optional<Player> player_;
  uint32_t number_ = 0;
};

}  // namespace rowdesk
