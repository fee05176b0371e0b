#include "control/touched.h"

namespace rowdesk {
namespace {

// Of two changes of one level the faster has the say.
void join(float& fade_ms, float other_ms) {
  if (other_ms == Touched::unsaid) return;
  fade_ms = fade_ms == Touched::unsaid ? other_ms : std::min(fade_ms, other_ms);
}

// A mute or a membership without a fade ends none that runs: it is not what fades.
float where_it_fades(float fade_ms) { return fade_ms > 0.0f ? fade_ms : Touched::unsaid; }

// A pan goes along with the level. From one tap to another it is a crossfade: in dB there would be a hole.
float fade_of(SendParameter parameter, float fade_ms) {
  switch (parameter) {
    case SendParameter::level_db:
    case SendParameter::on: return fade_ms;
    case SendParameter::pan: return Touched::unsaid;
    case SendParameter::tap_point: return 0.0f;
  }
  return 0.0f;
}

}  // namespace

Touched::Touched(const Layout& layout, const Values& values)
    : layout_(layout),
      values_(values),
      flags_(layout.sounding_strips()),
      fader_fades_(layout.sounding_strips(), unsaid),
      beside_fades_(layout.sounding_strips(), unsaid),
      closing_fades_(layout.sounding_strips(), unsaid),
      route_places_(static_cast<size_t>(layout.sounding_strips()) * layout.sounding_strips()) {}

void Touched::clear() {
  for (const uint32_t strip : strips_) {
    flags_[strip] = 0;
    fader_fades_[strip] = beside_fades_[strip] = closing_fades_[strip] = unsaid;
  }
  for (const auto& [strip, bus, fade_ms] : routes_) {
    route_places_[static_cast<size_t>(strip) * layout_.sounding_strips() + bus] = 0;
  }
  strips_.clear();
  routes_.clear();
  generators_ = cue_delay_ = outputs_ = false;
}

void Touched::touch(uint32_t strip, uint8_t what, float fade_ms) {
  if (flags_[strip] == 0) strips_.push_back(strip);
  flags_[strip] |= what;
  if ((what & fader) != 0) join(fader_fades_[strip], fade_ms);
  if ((what & closing) != 0) join(closing_fades_[strip], fade_ms);
}

void Touched::touch_beside(uint32_t strip, float fade_ms) {
  touch(strip, fader);
  join(beside_fades_[strip], fade_ms);
}

void Touched::touch_route(uint32_t strip, uint32_t bus, float fade_ms) {
  const uint32_t left = layout_.strips()[bus].left;
  uint32_t& place = route_places_[static_cast<size_t>(strip) * layout_.sounding_strips() + left];
  if (place == 0) {
    routes_.push_back({strip, left, unsaid});
    place = static_cast<uint32_t>(routes_.size());
  }
  join(routes_[place - 1].fade_ms, fade_ms);
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

void Touched::touch_kind_from(uint32_t strip, Kind kind, float fade_ms) {
  for (uint32_t index = 1; const StripPlace* bus = layout_.find(kind, index); ++index) {
    touch_route(strip, layout_.number_of(*bus), fade_ms);
  }
}

void Touched::touch_routes_to_kind(Kind kind) {
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) touch_kind_from(strip, kind);
}

void Touched::touch_routes_from(uint32_t strip) {
  const Kind kinds[] = {Kind::fx_send, Kind::mix, Kind::main, Kind::mix_minus, Kind::matrix, Kind::cue};
  for (const Kind kind : kinds) touch_kind_from(strip, kind);
}

void Touched::touch_main_and_minus(uint32_t strip, float fade_ms) {
  if (const StripPlace* main = layout_.find(Kind::main, 1)) touch_route(strip, layout_.number_of(*main), fade_ms);
  touch_kind_from(strip, Kind::mix_minus, fade_ms);
}

void Touched::by(const Meaning& meaning, float fade_ms) {
  switch (meaning.part) {
    case Part::strip: {
      const StripPlace& strip = layout_.strips()[meaning.subject];
      const auto parameter = static_cast<Parameter>(meaning.parameter);
      return strip.legs == 0 ? by_group(strip, parameter, fade_ms) : by_strip(meaning.subject, parameter, fade_ms);
    }
    case Part::send: {
      const float send_fade_ms = fade_of(static_cast<SendParameter>(meaning.parameter), fade_ms);
      touch_route(meaning.subject, meaning.bus, send_fade_ms);
      return touch_kind_from(meaning.subject, Kind::mix_minus, send_fade_ms);
    }
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

void Touched::by_strip(uint32_t strip, Parameter parameter, float fade_ms) {
  switch (parameter) {
    case Parameter::level_db: return touch(strip, fader, fade_ms);
    case Parameter::muted: return touch(strip, closing, fade_ms);
    case Parameter::mute_groups: return touch(strip, closing, where_it_fades(fade_ms));
    case Parameter::trim_db:
    case Parameter::polarity_inverted: return touch(strip, trim);
    case Parameter::source_id:
    case Parameter::spare_source_id:
    case Parameter::source_selected: return touch(strip, source);
    case Parameter::main_assigned: return touch_main_and_minus(strip, fade_ms);
    case Parameter::soloed: return touch_routes_to_kind(Kind::cue);
    case Parameter::stereo_link: return by_link(strip);
    case Parameter::pan:
      touch(strip, outputs);
      touch_main_and_minus(strip);
      return touch_kind_from(strip, Kind::cue);
    case Parameter::dcas:
      touch_beside(strip, where_it_fades(fade_ms));
      touch(strip, closing, where_it_fades(fade_ms));
      return touch_kind_from(strip, Kind::cue);
    case Parameter::owner:
    case Parameter::base: return touch_routes_to(strip);
  }
}

void Touched::by_group(const StripPlace& group, Parameter parameter, float fade_ms) {
  const bool is_dca = group.kind == Kind::dca;
  if (parameter == Parameter::soloed) return touch_routes_to_kind(Kind::cue);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) {
    if (!values_.is_member(strip, is_dca ? Parameter::dcas : Parameter::mute_groups, group.index)) continue;
    if (parameter == Parameter::muted) touch(strip, closing, where_it_fades(fade_ms));
    else touch_beside(strip, fade_ms);
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
