#include "control/dependencies.h"

namespace rowdesk {
namespace {

// Of two changes of one level the faster has the say.
void join(float& fade_ms, float other_ms) {
  if (other_ms == DirtySet::unsaid) return;
  fade_ms = fade_ms == DirtySet::unsaid ? other_ms : std::min(fade_ms, other_ms);
}

// A mute or a membership without a fade ends none that runs: it is not what fades.
float where_it_fades(float fade_ms) { return fade_ms > 0.0f ? fade_ms : DirtySet::unsaid; }

// A pan goes along with the level. From one tap to another it is a crossfade: in dB there would be a hole.
float fade_of(SendParameter parameter, float fade_ms) {
  switch (parameter) {
    case SendParameter::level_db:
    case SendParameter::on: return fade_ms;
    case SendParameter::pan: return DirtySet::unsaid;
    case SendParameter::tap_point: return 0.0f;
  }
  return 0.0f;
}

}  // namespace

DirtySet::DirtySet(const Layout& layout, const Values& values)
    : layout_(layout),
      values_(values),
      flags_(layout.sounding_strips()),
      fader_fades_(layout.sounding_strips(), unsaid),
      group_fades_(layout.sounding_strips(), unsaid),
      closing_fades_(layout.sounding_strips(), unsaid),
      route_places_(static_cast<size_t>(layout.sounding_strips()) * layout.sounding_strips()) {}

void DirtySet::clear() {
  for (const uint32_t strip : strips_) {
    flags_[strip] = 0;
    fader_fades_[strip] = group_fades_[strip] = closing_fades_[strip] = unsaid;
  }
  for (const auto& [strip, bus, fade_ms] : routes_) {
    route_places_[static_cast<size_t>(strip) * layout_.sounding_strips() + bus] = 0;
  }
  strips_.clear();
  routes_.clear();
  generators_ = cue_delay_ = outputs_ = false;
}

void DirtySet::mark(uint32_t strip, uint8_t what, float fade_ms) {
  if (flags_[strip] == 0) strips_.push_back(strip);
  flags_[strip] |= what;
  if ((what & fader) != 0) join(fader_fades_[strip], fade_ms);
  if ((what & closing) != 0) join(closing_fades_[strip], fade_ms);
}

void DirtySet::mark_group_gain(uint32_t strip, float fade_ms) {
  mark(strip, fader);
  join(group_fades_[strip], fade_ms);
}

void DirtySet::mark_route(uint32_t strip, uint32_t bus, float fade_ms) {
  const uint32_t left = layout_.strips()[bus].left;
  uint32_t& place = route_places_[static_cast<size_t>(strip) * layout_.sounding_strips() + left];
  if (place == 0) {
    routes_.push_back({strip, left, unsaid});
    place = static_cast<uint32_t>(routes_.size());
  }
  join(routes_[place - 1].fade_ms, fade_ms);
}

void DirtySet::mark_routes_to(uint32_t bus) {
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) mark_route(strip, bus);
}

void DirtySet::mark_kind(Kind kind, uint8_t what) {
  for (uint32_t index = 1; const StripPlace* strip = layout_.find(kind, index); ++index) {
    mark(layout_.number_of(*strip), what);
  }
}

// Once, however many slots the list has.
void DirtySet::mark_outputs() {
  if (outputs_) return;
  outputs_ = true;
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) mark(strip, outputs);
}

void DirtySet::mark_kind_from(uint32_t strip, Kind kind, float fade_ms) {
  for (uint32_t index = 1; const StripPlace* bus = layout_.find(kind, index); ++index) {
    mark_route(strip, layout_.number_of(*bus), fade_ms);
  }
}

void DirtySet::mark_routes_to_kind(Kind kind) {
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) mark_kind_from(strip, kind);
}

void DirtySet::mark_routes_from(uint32_t strip) {
  const Kind kinds[] = {Kind::fx_send, Kind::mix, Kind::main, Kind::mix_minus, Kind::matrix, Kind::cue};
  for (const Kind kind : kinds) mark_kind_from(strip, kind);
}

void DirtySet::mark_main_and_minus(uint32_t strip, float fade_ms) {
  if (const StripPlace* main = layout_.find(Kind::main, 1)) mark_route(strip, layout_.number_of(*main), fade_ms);
  mark_kind_from(strip, Kind::mix_minus, fade_ms);
}

void DirtySet::by(const ParameterId& id, float fade_ms) {
  switch (id.group) {
    case ParameterGroup::strip: {
      const StripPlace& strip = layout_.strips()[id.strip];
      const auto parameter = static_cast<Parameter>(id.index);
      return strip.legs == 0 ? by_group(strip, parameter, fade_ms) : by_strip(id.strip, parameter, fade_ms);
    }
    case ParameterGroup::send: {
      const float send_fade_ms = fade_of(static_cast<SendParameter>(id.index), fade_ms);
      mark_route(id.strip, id.bus, send_fade_ms);
      return mark_kind_from(id.strip, Kind::mix_minus, send_fade_ms);
    }
    case ParameterGroup::cue:
      return by_cue(static_cast<CueParameter>(id.index));
    case ParameterGroup::talkback:
    case ParameterGroup::oscillator:
      return mark_generators();
    case ParameterGroup::output:
      return mark_outputs();
    case ParameterGroup::speaker:
      return mark(id.strip, outputs | speaker);
    case ParameterGroup::right_leg:
      return mark(id.strip, source);
    default:
      return;
  }
}

void DirtySet::by_strip(uint32_t strip, Parameter parameter, float fade_ms) {
  switch (parameter) {
    case Parameter::level_db: return mark(strip, fader, fade_ms);
    case Parameter::muted: return mark(strip, closing, fade_ms);
    case Parameter::mute_groups: return mark(strip, closing, where_it_fades(fade_ms));
    case Parameter::trim_db:
    case Parameter::polarity_inverted: return mark(strip, trim);
    case Parameter::source_id:
    case Parameter::spare_source_id:
    case Parameter::source_selected: return mark(strip, source);
    case Parameter::main_assigned: return mark_main_and_minus(strip, fade_ms);
    case Parameter::soloed: return mark_routes_to_kind(Kind::cue);
    case Parameter::stereo_link: return by_link(strip);
    case Parameter::pan:
      mark(strip, outputs);
      mark_main_and_minus(strip);
      return mark_kind_from(strip, Kind::cue);
    case Parameter::dcas:
      mark_group_gain(strip, where_it_fades(fade_ms));
      mark(strip, closing, where_it_fades(fade_ms));
      return mark_kind_from(strip, Kind::cue);
    case Parameter::owner:
    case Parameter::base: return mark_routes_to(strip);
    case Parameter::aligned: return;
  }
}

void DirtySet::by_group(const StripPlace& group, Parameter parameter, float fade_ms) {
  const bool is_dca = group.kind == Kind::dca;
  if (parameter == Parameter::soloed) return mark_routes_to_kind(Kind::cue);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) {
    if (!values_.is_member(strip, is_dca ? Parameter::dcas : Parameter::mute_groups, group.index)) continue;
    if (parameter == Parameter::muted) mark(strip, closing, where_it_fades(fade_ms));
    else mark_group_gain(strip, fade_ms);
  }
}

void DirtySet::by_link(uint32_t strip) {
  const StripPlace& place = layout_.strips()[strip];
  for (const uint32_t each : {place.left, place.right}) {
    mark(each, outputs);
    mark_routes_from(each);
  }
  if (holds(bus_kinds, place.kind)) mark_routes_to(strip);
  mark_routes_to_kind(Kind::mix_minus);  // whose base or owner it may be
  mark_routes_to_kind(Kind::cue);        // whose idle source it may be
  mark_generators();
}

void DirtySet::by_cue(CueParameter parameter) {
  switch (parameter) {
    case CueParameter::level_db:
    case CueParameter::dim:
    case CueParameter::dim_db: return mark_kind(Kind::cue, fader);
    case CueParameter::muted: return mark_kind(Kind::cue, closing);
    case CueParameter::source_trim_db: return mark_kind(Kind::cue, trim);
    case CueParameter::outputs: return mark_kind(Kind::cue, outputs);
    case CueParameter::delay_ms: return mark_cue_delay();
    case CueParameter::input_mode:
    case CueParameter::bus_mode:
    case CueParameter::idle_source:
    case CueParameter::mono: return mark_routes_to_kind(Kind::cue);
    case CueParameter::exclusive: return;
  }
}

}  // namespace rowdesk
