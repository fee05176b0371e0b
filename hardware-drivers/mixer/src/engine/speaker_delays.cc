#include "engine/speaker_delays.h"

#include <algorithm>
#include <bit>

#include "engine/crossfaded.h"
#include "engine/times.h"
#include "processors/part_delays.h"

namespace rowdesk {

SpeakerDelays::SpeakerDelays(const Layout& layout, State& state)
    : layout_(layout),
      state_(state),
      lanes_(layout.lanes()),
      lines_(layout.lanes()),
      openings_(layout.lanes()),
      taps_(static_cast<size_t>(layout.lanes()) * sub_block_frames),
      since_(layout.lanes()),
      is_listed_(layout.lanes()),
      heard_(std::make_unique<std::atomic<int32_t>[]>(layout.lanes())) {
  state.speaker_lanes = lanes_.data();
  state.speaker_delays = lines_.data();
  state.speaker_openings = openings_.data();
  state.speaker_taps = taps_.data();
  for (Ramp& opening : openings_) rowdesk::set(opening, 1.0f);
  for (uint32_t lane = 0; lane < layout.lanes(); ++lane) put(lines_[lane].frames, 0);
}

void SpeakerDelays::allot(double rate) {
  const auto most = static_cast<uint32_t>(longest_speaker_delay_ms * 0.001 * rate + 1.0);
  const uint32_t ring = std::bit_ceil(most + sub_block_frames + part_taps);
  const uint32_t apart = ring + between_rings;
  rings_ = ReservedArray<float>(static_cast<size_t>(layout_.lanes()) * apart);
  for (uint32_t lane = 0; lane < layout_.lanes(); ++lane) {
    lines_[lane].ring = rings_.data() + static_cast<size_t>(lane) * apart;
    lines_[lane].mask = ring - 1;
  }
}

void SpeakerDelays::use(uint32_t lane) {
  rings_.use(static_cast<size_t>(lines_[lane].ring - rings_.data()), lines_[lane].mask + 1);
}

void SpeakerDelays::settle() {
  rings_.clear();
  std::ranges::fill(taps_, 0.0f);
  for (uint32_t place = state_.speaker_lane_count; place > 0; --place) leave(place - 1);
  for (uint32_t lane = 0; lane < layout_.lanes(); ++lane) {
    finish(openings_[lane]);
    put(lines_[lane].frames, lines_[lane].frames.desired);
    heard_[lane].store(lines_[lane].frames.now, std::memory_order_relaxed);
    since_[lane] = uint64_t{0} - lines_[lane].mask;  // the empty ring counts as silence
    if (lines_[lane].frames.now > 0) join(lane);
  }
}

void SpeakerDelays::set(uint32_t lane, int32_t parts, uint64_t position) {
  lines_[lane].frames.desired = parts;
  if (parts == 0 || is_listed_[lane]) return;
  since_[lane] = position;
  join(lane);
}

void SpeakerDelays::open(uint32_t lane, float opening, float frames) {
  turn(openings_[lane], opening, is_listed_[lane] ? frames : 0.0f);
}

// A longer delay begins once the ring holds enough sound: older contents of the ring would click.
void SpeakerDelays::tick(uint64_t position, float crossfade_frames) {
  for (uint32_t place = state_.speaker_lane_count; place > 0; --place) {
    const uint32_t lane = lanes_[place - 1];
    Crossfaded& delay = lines_[lane].frames;
    if (is_under_way(delay)) continue;
    if (!waits(delay)) {
      if (delay.now == 0) leave(place - 1);
    } else if (position - since_[lane] >= frames_read(delay.desired)) {
      begin(delay, crossfade_frames);
      heard_[lane].store(delay.now, std::memory_order_relaxed);
    }
  }
}

void SpeakerDelays::join(uint32_t lane) {
  is_listed_[lane] = 1;
  lanes_[state_.speaker_lane_count++] = lane;
  state_.taps[tap_at_outputs * layout_.lanes() + lane] = taps_.data() + static_cast<size_t>(lane) * sub_block_frames;
}

void SpeakerDelays::leave(uint32_t place) {
  const uint32_t lane = lanes_[place];
  is_listed_[lane] = 0;
  lanes_[place] = lanes_[--state_.speaker_lane_count];
  finish(openings_[lane]);
  state_.taps[tap_at_outputs * layout_.lanes() + lane] = state_.taps[tap_post_fader * layout_.lanes() + lane];
}

}  // namespace rowdesk
