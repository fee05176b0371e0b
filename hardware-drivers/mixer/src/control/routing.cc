#include "control/routing.h"

#include "control/gain_laws.h"

namespace rowdesk {
namespace {

constexpr double centre = 0.0;

double of_side(const LegGains& gains, uint32_t side) { return side == 0 ? gains.left : gains.right; }

// From one side to two or from two to one, as pan in the centre and as the half sum.
Paths with_sides(const Paths& paths, bool from_two, bool to_two) {
  if (from_two == to_two) return paths;
  Paths result;
  for (Path path : paths) {
    if (from_two) {
      path.side = 0;
      path.gain *= 0.5;
      result.push_back(path);
      continue;
    }
    const LegGains gains = pan_gains(centre);
    for (uint32_t side = 0; side < 2; ++side) {
      result.push_back({path.tap, path.lane, side, path.gain * of_side(gains, side)});
    }
  }
  return result;
}

}  // namespace

uint32_t Routing::lane_of(uint32_t bus, uint32_t side) const {
  const StripPlace& strip = layout_.strips()[bus];
  if (strip.legs == 2) return strip.first_lane + side;
  if (!values_.is_linked(bus)) return strip.first_lane;
  return layout_.strips()[side == 0 ? strip.left : strip.right].first_lane;
}

bool Routing::is_pair_of(uint32_t strip, uint32_t other) const {
  return strip == other || (values_.is_linked(strip) && layout_.strips()[strip].left == layout_.strips()[other].left);
}

void Routing::place(uint32_t strip, Tap tap, double gain, double pan, bool to_two, Paths& paths) const {
  const StripPlace& from = layout_.strips()[strip];
  const auto put = [&](uint32_t lane, uint32_t side, double part) {
    if (gain * part != 0.0) paths.push_back({tap, lane, side, gain * part});
  };
  if (!has_two_sides(strip)) {
    const LegGains gains = pan_gains(pan);
    if (!to_two) return put(from.first_lane, 0, 1.0);
    put(from.first_lane, 0, gains.left);
    put(from.first_lane, 1, gains.right);
    return;
  }
  const LegGains gains = balance_gains(pan);
  for (uint32_t leg = 0; leg < from.legs; ++leg) {
    const uint32_t side = from.legs == 2 ? leg : (strip == from.left ? 0u : 1u);
    if (to_two) put(from.first_lane + leg, side, of_side(gains, side));
    else put(from.first_lane + leg, 0, 0.5);
  }
}

Paths Routing::to_bus(uint32_t strip, uint32_t bus) const {
  Paths paths;
  const StripPlace& to = layout_.strips()[bus];
  const bool to_two = has_two_sides(bus);
  if (to.kind == Kind::main && to.index == 1) {
    const double gain = values_.is(strip, Parameter::main_assigned) ? 1.0 : 0.0;
    place(strip, tap_post_fader, gain, values_.of(strip, Parameter::pan), to_two, paths);
    return paths;
  }
  const uint32_t sent = values_.is_linked(bus) ? to.left : bus;
  if (!values_.has_send(strip, sent)) return paths;
  const auto of = [&](SendParameter parameter) { return values_.of_send(strip, sent, parameter); };
  const double gain = of(SendParameter::on) != 0.0 ? gain_of_db(of(SendParameter::level_db)) : 0.0;
  place(strip, static_cast<Tap>(of(SendParameter::tap_point)), gain, of(SendParameter::pan), to_two, paths);
  return paths;
}

Paths Routing::to_mix_minus(uint32_t strip, uint32_t mix_minus) const {
  const uint32_t base = values_.strip_of(mix_minus, Parameter::base);
  const uint32_t owner = values_.strip_of(mix_minus, Parameter::owner);
  if (base == no_strip || (owner != no_strip && is_pair_of(owner, strip))) return {};
  return with_sides(to_bus(strip, base), has_two_sides(base), has_two_sides(mix_minus));
}

std::optional<Tap> Routing::tap_into(uint32_t strip, uint32_t bus) const {
  const StripPlace& to = layout_.strips()[bus];
  if (to.kind == Kind::mix_minus) {
    const uint32_t base = values_.strip_of(bus, Parameter::base);
    const uint32_t owner = values_.strip_of(bus, Parameter::owner);
    if (base == no_strip || (owner != no_strip && is_pair_of(owner, strip))) return std::nullopt;
    return tap_into(strip, base);
  }
  if (to.kind == Kind::main && to.index == 1) {
    return values_.is(strip, Parameter::main_assigned) ? std::optional(tap_post_fader) : std::nullopt;
  }
  const uint32_t sent = values_.is_linked(bus) ? to.left : bus;
  if (!values_.has_send(strip, sent)) return std::nullopt;
  const auto of = [&](SendParameter parameter) { return values_.of_send(strip, sent, parameter); };
  if (of(SendParameter::on) == 0.0 || of(SendParameter::level_db) <= silence_db) return std::nullopt;
  return static_cast<Tap>(of(SendParameter::tap_point));
}

bool Routing::is_any_soloed() const {
  for (uint32_t strip = 0; strip < layout_.strips().size(); ++strip) {
    if (is_soloed(strip)) return true;
  }
  return false;
}

bool Routing::is_in_soloed_dca(uint32_t strip) const {
  for (uint32_t index = 1; const StripPlace* dca = layout_.find(Kind::dca, index); ++index) {
    if (is_soloed(layout_.number_of(*dca)) && values_.is_member(strip, Parameter::dcas, index)) return true;
  }
  return false;
}

Paths Routing::to_cue(uint32_t strip) const {
  Paths paths;
  const bool is_input = holds(input_kinds, layout_.strips()[strip].kind);
  const double mode = values_.of(is_input ? CueParameter::input_mode : CueParameter::bus_mode);
  const bool is_pfl = static_cast<TapMode>(mode) == TapMode::pfl;
  const auto after_fader = [&] {
    place(strip, tap_post_fader, 1.0, values_.of(strip, Parameter::pan), true, paths);
  };
  if (is_soloed(strip)) {
    if (is_pfl) place(strip, tap_pre_fader, 1.0, centre, true, paths);
    else after_fader();
  } else if (is_in_soloed_dca(strip)) {
    after_fader();
  } else if (!is_any_soloed()) {
    const uint32_t idle = values_.strip_of(CueParameter::idle_source);
    if (idle != no_strip && is_pair_of(idle, strip)) after_fader();
  }
  if (values_.of(CueParameter::mono) == 0.0) return paths;
  Paths mono;
  for (const Path& path : paths) {
    for (uint32_t side = 0; side < 2; ++side) mono.push_back({path.tap, path.lane, side, 0.5 * path.gain});
  }
  return mono;
}

double Routing::gain_at_output(uint32_t strip, uint32_t side) const {
  return has_two_sides(strip) ? of_side(balance_gains(values_.of(strip, Parameter::pan)), side) : 1.0;
}

}  // namespace rowdesk
