#include "soundcheck.h"

#include <algorithm>
#include <filesystem>

namespace rowdesk {

Soundcheck::Soundcheck(uint32_t channels, double rate) : Desk("", {}, rate, path()) { make_ring(channels); }

void Soundcheck::make_ring(uint32_t channels) {
  mixer.make_play_ring(channels);
  player_.emplace(folder());
}

void Soundcheck::remove_files() {
  SharedFile::remove_stale(folder(), RD_PLAY_RING_LINK);
  SharedFile::remove_stale(folder(), RD_RECORD_RING_LINK);
  const std::string inserts = folder() + "/" RD_INSERT_FOLDER;
  for (const auto& each : std::filesystem::directory_iterator(inserts)) SharedFile::remove_stale(inserts, each.path().filename());
  std::filesystem::remove_all(folder());
}

void Soundcheck::engage(const std::vector<Lane>& lanes) {
  PlayedSources played{std::vector<int32_t>(mixer.layout().lanes(), PlayedSources::none), ++number_};
  for (const Lane& lane : lanes) {
    const StripPlace& strip = mixer.layout().strips()[static_cast<size_t>(ref(lane.path)) - 1];
    played.lanes[strip.first_lane] = lane.left;
    if (strip.legs == 2) played.lanes[strip.first_lane + 1] = lane.right;
  }
  mixer.play(played);
  mixer.flush();
}

void Soundcheck::eject() {
  mixer.play({{}, ++number_});
  mixer.flush();
}

Channels Soundcheck::play(uint32_t frames, const RingSound& played, const Sound& live, uint32_t block) {
  Channels all(outputs);
  for (uint32_t done = 0; done < frames; done += block) {
    player_->fill(played);
    const Channels out = render(std::min(block, frames - done), live, block);
    for (uint32_t channel = 0; channel < outputs; ++channel) {
      all[channel].insert(all[channel].end(), out[channel].begin(), out[channel].end());
    }
  }
  return all;
}

}  // namespace rowdesk
