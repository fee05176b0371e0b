// Where strips leave the desk.
#include <algorithm>
#include <cmath>

#include "control/gain_laws.h"
#include "control/desired.h"
#include "processors/part_delays.h"

namespace rowdesk {

int32_t Desired::channel_of(double sink) const {
  if (sink < 0.0) return static_cast<int32_t>(-sink) - 1;  // counted among the outputs of whatever drives
  const auto number = static_cast<size_t>(sink);
  return number != 0 && number < sinks_.size() ? sinks_[number] : -1;
}

void Desired::hold(std::vector<double> sinks) {
  held_ = std::move(sinks);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) dirty_.mark(strip, DirtySet::outputs);
  has_channel_marks_ = true;
}

void Desired::derive_outputs(uint32_t number, Changes& changes) {
  const StripPlace& strip = layout_.strips()[number];
  std::vector<double> gains(static_cast<size_t>(outputs_) * strip.legs);
  const auto play = [&](int32_t channel, uint32_t leg, double part) {
    if (channel < 0 || static_cast<uint32_t>(channel) >= outputs_) return;
    gains[static_cast<uint32_t>(channel) * strip.legs + leg] += part * gain_at_output(strip, leg);
  };
  collect_patch(number, play);
  if (strip.kind == Kind::cue && strip.index == 1) collect_cue(strip, play);
  for (const double sink : held_) {
    const int32_t channel = channel_of(sink);
    if (channel < 0 || static_cast<uint32_t>(channel) >= outputs_) continue;
    std::fill_n(gains.begin() + static_cast<ptrdiff_t>(channel) * strip.legs, strip.legs, 0.0);
  }
  for (uint32_t channel = 0; channel < outputs_; ++channel) {
    for (uint32_t leg = 0; leg < strip.legs; ++leg) {
      const size_t index = static_cast<size_t>(channel) * layout_.padded_lanes() + strip.first_lane + leg;
      output_routes_.put(index, gains[channel * strip.legs + leg], changes);
    }
  }
}

// Of a strip with one leg any leg is that one; mono is the half sum of two.
void Desired::collect_patch(uint32_t number, const Play& play) const {
  const StripPlace& strip = layout_.strips()[number];
  for (uint32_t place = 0; place < outputs_per_field; ++place) {
    const auto of = [&](OutputParameter parameter) { return values_.at(addresses_.output(place, parameter)); };
    if (of(OutputParameter::strip) != number + 1.0) continue;
    const auto desired = static_cast<OutputLeg>(of(OutputParameter::leg));
    const int32_t channel = channel_of(of(OutputParameter::sink));
    const double gain = gain_of_db(of(OutputParameter::level_db));
    for (uint32_t leg = 0; leg < strip.legs; ++leg) {
      if (strip.legs == 1) play(channel, leg, gain);
      else if (desired == OutputLeg::mono) play(channel, leg, 0.5 * gain);
      else if (leg == static_cast<uint32_t>(desired)) play(channel, leg, gain);
    }
  }
}

// Where its list says: left and right in turn, and the half sum on a last one without a partner.
void Desired::collect_cue(const StripPlace& cue, const Play& play) const {
  const auto sink_at = [&](uint32_t place) {
    return place < ports_per_field ? values_.port_of(CueParameter::outputs, place) : 0.0;
  };
  for (uint32_t place = 0; sink_at(place) != 0; ++place) {
    const bool is_alone = place % 2 == 0 && sink_at(place + 1) == 0;
    const int32_t channel = channel_of(sink_at(place));
    for (uint32_t leg = 0; leg < cue.legs; ++leg) {
      if (is_alone) play(channel, leg, 0.5);
      else if (leg == place % 2) play(channel, leg, 1.0);
    }
  }
}

// The balance of two legs, or of a linked pair, of which each is one side; and the trim of its speakers.
double Desired::gain_at_output(const StripPlace& strip, uint32_t leg) const {
  const uint32_t number = layout_.number_of(strip);
  const uint32_t side = strip.legs == 2 || number == strip.left ? leg : 1u;
  return routing_.gain_at_output(number, side) * values_.speaker_gain(number);
}

void Desired::derive_speaker(uint32_t number, Block& block) const {
  const StripPlace& strip = layout_.strips()[number];
  const auto parts = std::lround(values_.speaker_delay_ms(number) * 0.001 * rate_ * parts_per_frame);
  for (uint32_t leg = 0; leg < strip.legs; ++leg) {
    block.changes.push_back({Operation::speaker_delay, strip.first_lane + leg, static_cast<double>(parts)});
    if (parts > 0) block.speaker_lanes.push_back(strip.first_lane + leg);
  }
}

}  // namespace rowdesk
