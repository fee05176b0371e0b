// The sources that lanes hear: their own, or channels of the play ring.
#include "control/desired.h"

namespace rowdesk {

void Desired::play(PlayedSources played) {
  played_ = std::move(played);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) dirty_.mark(strip, DirtySet::source);
  has_channel_marks_ = true;
}

// The channels that its legs hear, -1 for none.
std::pair<int32_t, int32_t> Desired::heard_legs(const StripPlace& strip) const {
  const auto [left, right] = legs_of(strip);
  if (played_.lanes.empty()) return {left, right};
  return {played_channel(strip.first_lane, left), strip.legs == 2 ? played_channel(strip.first_lane + 1, right) : right};
}

// In the place of its own source.
bool Desired::is_played(const StripPlace& strip, uint32_t leg) const {
  return !played_.lanes.empty() && played_.lanes[strip.first_lane + leg] != PlayedSources::own;
}

int32_t Desired::played_channel(uint32_t lane, int32_t own) const {
  const int32_t played = played_.lanes[lane];
  if (played >= 0) return static_cast<int32_t>(inputs_) + played;
  const bool is_effect = own < -1;
  return played == PlayedSources::own || is_effect ? own : -1;
}

}  // namespace rowdesk
