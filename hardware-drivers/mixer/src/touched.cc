#include "touched.h"

namespace rowdesk {

Touched::Touched(const Layout& layout, const Values& values)
    : layout_(layout),
      values_(values),
      flags_(layout.sounding_strips()),
      is_route_touched_(static_cast<size_t>(layout.sounding_strips()) * layout.sounding_strips()) {}

void Touched::clear() {
  for (const uint32_t strip : strips_) flags_[strip] = 0;
  for (const auto& [strip, bus] : routes_) {
    is_route_touched_[static_cast<size_t>(strip) * layout_.sounding_strips() + bus] = 0;
  }
  strips_.clear();
  routes_.clear();
  generators_ = cue_delay_ = outputs_ = false;
}

void Touched::touch(uint32_t strip, uint8_t what) {
  if (flags_[strip] == 0) strips_.push_back(strip);
  flags_[strip] |= what;
}

void Touched::touch_route(uint32_t strip, uint32_t bus) {
  const uint32_t left = layout_.strips()[bus].left;
  uint8_t& is_touched = is_route_touched_[static_cast<size_t>(strip) * layout_.sounding_strips() + left];
  if (is_touched != 0) return;
  is_touched = 1;
  routes_.push_back({strip, left});
}

void Touched::touch_routes_to(uint32_t bus) {
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) touch_route(strip, bus);
}

void Touched::touch_kind(Kind kind, uint8_t what) {
  for (uint32_t index = 1; const StripPlace* strip = layout_.find(kind, index); ++index) {
    touch(layout_.number_of(*strip), what);
  }
}

// Once, however many slots the list has.
void Touched::touch_outputs() {
  if (outputs_) return;
  outputs_ = true;
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) touch(strip, outputs);
}

void Touched::touch_kind_from(uint32_t strip, Kind kind) {
  for (uint32_t index = 1; const StripPlace* bus = layout_.find(kind, index); ++index) {
    touch_route(strip, layout_.number_of(*bus));
  }
}

void Touched::touch_routes_to_kind(Kind kind) {
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) touch_kind_from(strip, kind);
}

void Touched::touch_routes_from(uint32_t strip) {
  const Kind kinds[] = {Kind::fx_send, Kind::mix, Kind::main, Kind::mix_minus, Kind::matrix, Kind::cue};
  for (const Kind kind : kinds) touch_kind_from(strip, kind);
}

void Touched::touch_main_and_minus(uint32_t strip) {
  if (const StripPlace* main = layout_.find(Kind::main, 1)) touch_route(strip, layout_.number_of(*main));
  touch_kind_from(strip, Kind::mix_minus);
}

void Touched::by(const Meaning& meaning) {
  switch (meaning.part) {
    case Part::strip: {
      const StripPlace& strip = layout_.strips()[meaning.subject];
      const auto parameter = static_cast<Parameter>(meaning.parameter);
      return strip.legs == 0 ? by_group(strip, parameter) : by_strip(meaning.subject, parameter);
    }
    case Part::send:
      touch_route(meaning.subject, meaning.bus);
      return touch_kind_from(meaning.subject, Kind::mix_minus);
    case Part::cue:
      return by_cue(static_cast<CueParameter>(meaning.parameter));
    case Part::talkback:
    case Part::oscillator:
      return touch_generators();
    case Part::output:
      return touch_outputs();
    case Part::right_leg:
      return touch(meaning.subject, source);
    default:
      return;
  }
}

void Touched::by_strip(uint32_t strip, Parameter parameter) {
  switch (parameter) {
    case Parameter::level_db: return touch(strip, fader);
    case Parameter::muted:
    case Parameter::mute_groups: return touch(strip, closing);
    case Parameter::trim_db:
    case Parameter::polarity_inverted: return touch(strip, trim);
    case Parameter::source_id:
    case Parameter::spare_source_id:
    case Parameter::source_selected: return touch(strip, source);
    case Parameter::main_assigned: return touch_main_and_minus(strip);
    case Parameter::soloed: return touch_routes_to_kind(Kind::cue);
    case Parameter::stereo_link: return by_link(strip);
    case Parameter::pan:
      touch(strip, outputs);
      touch_main_and_minus(strip);
      return touch_kind_from(strip, Kind::cue);
    case Parameter::dcas:
      touch(strip, fader | closing);
      return touch_kind_from(strip, Kind::cue);
    case Parameter::owner:
    case Parameter::base: return touch_routes_to(strip);
  }
}

void Touched::by_group(const StripPlace& group, Parameter parameter) {
  const bool is_dca = group.kind == Kind::dca;
  if (parameter == Parameter::soloed) return touch_routes_to_kind(Kind::cue);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) {
    if (!values_.is_member(strip, is_dca ? Parameter::dcas : Parameter::mute_groups, group.index)) continue;
    touch(strip, parameter == Parameter::muted ? closing : fader);
  }
}

void Touched::by_link(uint32_t strip) {
  const StripPlace& place = layout_.strips()[strip];
  for (const uint32_t each : {place.left, place.right}) {
    touch(each, outputs);
    touch_routes_from(each);
  }
  if (holds(bus_kinds, place.kind)) touch_routes_to(strip);
  touch_routes_to_kind(Kind::mix_minus);  // whose base or owner it may be
  touch_routes_to_kind(Kind::cue);        // whose idle source it may be
  touch_generators();
}

void Touched::by_cue(CueParameter parameter) {
  switch (parameter) {
    case CueParameter::level_db:
    case CueParameter::dim:
    case CueParameter::dim_db: return touch_kind(Kind::cue, fader);
    case CueParameter::muted: return touch_kind(Kind::cue, closing);
    case CueParameter::source_trim_db: return touch_kind(Kind::cue, trim);
    case CueParameter::outputs: return touch_kind(Kind::cue, outputs);
    case CueParameter::delay_ms: return touch_cue_delay();
    case CueParameter::input_mode:
    case CueParameter::bus_mode:
    case CueParameter::idle_source:
    case CueParameter::mono: return touch_routes_to_kind(Kind::cue);
    case CueParameter::exclusive: return;
  }
}

}  // namespace rowdesk
