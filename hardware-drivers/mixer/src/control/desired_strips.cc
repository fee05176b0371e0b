// From values to the gains, sources and mutes of strips.
#include "control/gain_laws.h"
#include "control/reason.h"
#include "control/desired.h"

namespace rowdesk {

void Desired::derive_strip(uint32_t number, uint8_t what, Changes& changes) const {
  const StripPlace& strip = layout_.strips()[number];
  const bool is_closing_dirty = (what & (DirtySet::closing | DirtySet::source)) != 0;
  // What closes fades out from the fader as it was, what opens goes to where it will be.
  if (is_closing_dirty) derive_closing(number, true, changes);
  if ((what & DirtySet::trim) != 0) derive_trim(strip, changes);
  if ((what & DirtySet::fader) != 0) derive_fader(strip, changes);
  if (is_closing_dirty) derive_closing(number, false, changes);
  if ((what & DirtySet::source) != 0 && describe(strip.kind).takes_source) derive_source(strip, changes);
}

// The reasons that are there, or those that are not.
void Desired::derive_closing(uint32_t number, bool is_closed, Changes& changes) const {
  const float fade_ms = dirty_.closing_fade_ms(number);
  const auto put = [&](Reason reason, bool is_there) {
    if (is_there != is_closed) return;
    const Operation operation = is_closed ? Operation::close : Operation::open;
    // A held source has times of its own.
    changes.push_back({operation, number, static_cast<double>(reason), holds_source(reason) ? DirtySet::unsaid : fade_ms});
  };
  const auto is_any_muted = [&](Kind kind, Parameter groups) {
    for (uint32_t index = 1; const StripPlace* group = layout_.find(kind, index); ++index) {
      const bool is_muted = values_.is(layout_.number_of(*group), Parameter::muted);
      if (is_muted && values_.is_member(number, groups, index)) return true;
    }
    return false;
  };
  const bool is_cue_muted =
      layout_.strips()[number].kind == Kind::cue && values_.of(CueParameter::muted) != 0.0;
  put(Reason::mute, values_.is(number, Parameter::muted) || is_cue_muted);
  put(Reason::mute_group, is_any_muted(Kind::mute_group, Parameter::mute_groups));
  put(Reason::dca, is_any_muted(Kind::dca, Parameter::dcas));
  for (const Reason reason : holding_reasons) put(reason, hears_held(number, reason));
}

void Desired::hold_sources(Reason reason, std::vector<double> sources) {
  (reason == Reason::phantom ? switched_sources_ : unconfirmed_sources_) = std::move(sources);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) dirty_.mark(strip, DirtySet::closing);
  has_channel_marks_ = true;
}

bool Desired::hears_held(uint32_t number, Reason reason) const {
  const std::vector<double>& held = reason == Reason::phantom ? switched_sources_ : unconfirmed_sources_;
  const StripPlace& strip = layout_.strips()[number];
  if (held.empty() || !describe(strip.kind).takes_source) return false;
  const auto [left, right] = heard_legs(strip);
  const auto [own_left, own_right] = named_sources(strip);
  for (const double source : held) {
    const int32_t channel = channels_of(source).first;
    if (channel >= 0 && (channel == left || (strip.legs == 2 && channel == right))) return true;
    // Not there yet: the strip is closed before it hears the source.
    if (channel < 0 && ((source == own_left && !is_played(strip, 0)) || (source == own_right && !is_played(strip, 1)))) return true;
  }
  return false;
}

void Desired::derive_trim(const StripPlace& strip, Changes& changes) const {
  const uint32_t number = layout_.number_of(strip);
  const double cue_db = strip.kind == Kind::cue ? values_.of(CueParameter::source_trim_db) : 0.0;
  const double sign = values_.is(number, Parameter::polarity_inverted) ? -1.0 : 1.0;
  const double gain = sign * gain_of_db(values_.of(number, Parameter::trim_db) + cue_db);
  for (uint32_t leg = 0; leg < strip.legs; ++leg) changes.push_back({Operation::trim, strip.first_lane + leg, gain});
}

double Desired::fader_gain(const StripPlace& strip) const {
  const double gain = values_.level(layout_.number_of(strip)) * group_gain(strip);
  return gain <= gain_of_db(silence_db + 1e-9) ? 0.0 : std::min(gain, highest_gain);
}

// What there is in its fader beside its own level.
double Desired::group_gain(const StripPlace& strip) const {
  double gain = values_.dcas(layout_.number_of(strip));
  if (strip.kind == Kind::cue) {
    gain *= gain_of_db(values_.of(CueParameter::level_db));
    if (values_.of(CueParameter::dim) != 0.0) gain *= gain_of_db(values_.of(CueParameter::dim_db));
  }
  return gain;
}

void Desired::derive_fader(const StripPlace& strip, Changes& changes) const {
  const uint32_t number = layout_.number_of(strip);
  const double gain = fader_gain(strip);
  const Change::Fader fader = {static_cast<float>(values_.level(number)), static_cast<float>(group_gain(strip)),
                               dirty_.group_fade_ms(number)};
  for (uint32_t leg = 0; leg < strip.legs; ++leg) {
    changes.push_back({Operation::fader, strip.first_lane + leg, gain, dirty_.fader_fade_ms(number), false, fader});
  }
}

std::pair<int32_t, int32_t> Desired::channels_of(double source) const {
  const auto number = static_cast<size_t>(source);
  return number < channels_.size() ? channels_[number] : std::pair{-1, -1};
}

void Desired::derive_source(const StripPlace& strip, Changes& changes) const {
  const auto [left, right] = heard_legs(strip);
  changes.push_back({Operation::source, strip.first_lane, static_cast<double>(left)});
  if (strip.legs == 2) changes.push_back({Operation::source, strip.first_lane + 1, static_cast<double>(right)});
}

// The channels of its own sources, -1 for none.
std::pair<int32_t, int32_t> Desired::legs_of(const StripPlace& strip) const {
  const auto [source, own_source] = named_sources(strip);
  // Without a source of its own a return takes its effect.
  const bool takes_effect =
      strip.kind == Kind::fx_return && source == 0.0 && layout_.find(Kind::fx_send, strip.index) != nullptr;
  const auto [left, right] = takes_effect ? std::pair{effect_channel(strip.index - 1, 0), effect_channel(strip.index - 1, 1)}
                                          : channels_of(source);
  if (strip.legs != 2) return {left, right};
  return {left, own_source == 0.0 ? right : channels_of(own_source).first};
}

// Numbers of the sources that its legs name, main or spare as selected; 0 for none, and for a right leg that takes the next
// port.
std::pair<double, double> Desired::named_sources(const StripPlace& strip) const {
  const uint32_t number = layout_.number_of(strip);
  const bool is_spare = values_.is(number, Parameter::source_selected);
  const double left = values_.of(number, is_spare ? Parameter::spare_source_id : Parameter::source_id);
  if (strip.legs != 2) return {left, 0.0};
  const auto own = is_spare ? RightLegParameter::spare_source_id : RightLegParameter::source_id;
  return {left, values_.at(addresses_.right_leg(number, own))};
}

}  // namespace rowdesk
