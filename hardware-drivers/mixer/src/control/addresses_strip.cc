// The addresses of strips and their sends; ranges as rows.md "Strips".
#include "control/addresses.h"

namespace rowdesk {
namespace {

struct StripField {
  Parameter parameter;
  Field field;
  bool (*applies)(const StripPlace& strip);
  double (*initial)(const KindDescription& kind);
};

constexpr const char* selections[] = {"main", "spare"};
// The order of Tap.
constexpr const char* tap_points[] = {"Top-Of-Ch", "Post-Trim", "Pre-EQ", "Post-EQ", "Pre-Fader", "Post-Fader"};

constexpr double list_of_groups = 4503599627370495.0;  // 2^52 - 1: all of most_groups
constexpr double most_sources = 4294967295.0;
constexpr double first_main = -1.0;  // its number depends on the layout

bool always(const StripPlace&) { return true; }
bool has_sound(const StripPlace& strip) { return strip.legs > 0; }
bool is_grouped(const StripPlace& strip) { return strip.legs > 0 && strip.kind != Kind::cue; }
bool is_mix_minus(const StripPlace& strip) { return strip.kind == Kind::mix_minus; }
bool takes_source(const StripPlace& strip) { return describe(strip.kind).takes_source; }
bool reaches_main(const StripPlace& strip) { return describe(strip.kind).reaches_main; }
double zero(const KindDescription&) { return 0.0; }

const StripField strip_fields[parameter_count] = {
    {Parameter::level_db, {"levelDb", Type::number, -144, 10},
     [](const StripPlace& strip) { return strip.kind != Kind::mute_group; },
     [](const KindDescription& kind) { return kind.level_db; }},
    {Parameter::muted, {"muted", Type::boolean}, always, zero},
    {Parameter::pan, {"pan", Type::number, -100, 100}, has_sound, zero},
    {Parameter::trim_db, {"trimDb", Type::number, -18, 18}, has_sound, zero},
    {Parameter::polarity_inverted, {"polarityInverted", Type::boolean}, has_sound, zero},
    {Parameter::main_assigned, {"mainAssigned", Type::boolean}, reaches_main,
     [](const KindDescription& kind) { return kind.starts_in_main ? 1.0 : 0.0; }},
    {Parameter::source_id, {"sourceId", Type::source, 0, most_sources}, takes_source, zero},
    {Parameter::spare_source_id, {"spareSourceId", Type::source, 0, most_sources}, takes_source, zero},
    {Parameter::source_selected, {"sourceSelected", Type::choice, 0, 1, selections}, takes_source, zero},
    {Parameter::stereo_link, {"stereoLink", Type::boolean}, [](const StripPlace& strip) { return strip.can_link(); }, zero},
    {Parameter::soloed, {"soloed", Type::boolean},
     [](const StripPlace& strip) { return is_grouped(strip) || strip.kind == Kind::dca; }, zero},
    {Parameter::dcas, {"dcas", Type::indices, 0, list_of_groups}, is_grouped, zero},
    {Parameter::mute_groups, {"muteGroups", Type::indices, 0, list_of_groups}, is_grouped, zero},
    {Parameter::owner, {"owner", Type::strip, 0, most_strips, {}, input_kinds}, is_mix_minus, zero},
    {Parameter::base, {"base", Type::strip, 0, most_strips, {}, kinds_of({Kind::main, Kind::mix})}, is_mix_minus,
     [](const KindDescription&) { return first_main; }},
};

const Field send_fields[send_parameter_count] = {
    {"levelDb", Type::number, -144, 10},
    {"on", Type::boolean},
    {"pan", Type::number, -100, 100},
    {"tapPoint", Type::choice, 0, 5, tap_points},
};
constexpr double send_initials[send_parameter_count] = {-144.0, 1.0, 0.0, 5.0};

bool has_send(const StripPlace& from, const StripPlace& to) {
  return holds(describe(from.kind).sends_to, to.kind) && !(to.kind == Kind::main && to.index == 1);
}

}  // namespace

void Addresses::add_strips(const Layout& layout) {
  const auto& strips = layout.strips();
  const StripPlace* main = layout.find(Kind::main, 1);
  const double base = main == nullptr ? 0.0 : layout.number_of(*main) + 1.0;
  strip_slots_.assign(strips.size() * parameter_count, no_slot);
  for (uint16_t number = 0; number < strips.size(); ++number) {
    for (const StripField& each : strip_fields) {
      if (!each.applies(strips[number])) continue;
      const auto parameter = static_cast<uint16_t>(each.parameter);
      const double initial = each.initial(describe(strips[number].kind));
      strip_slots_[number * parameter_count + parameter] =
          add(strips[number].path, each.field, {ParameterGroup::strip, parameter, number, 0}, initial == first_main ? base : initial);
    }
  }
}

void Addresses::add_sends(const Layout& layout) {
  const auto& strips = layout.strips();
  send_slots_.assign(static_cast<size_t>(strips_) * strips_, no_slot);
  for (uint16_t from = 0; from < strips_; ++from) {
    for (uint16_t to = 0; to < strips_; ++to) {
      if (!has_send(strips[from], strips[to])) continue;
      const std::string path = strips[from].path + "/sends/" + describe(strips[to].kind).name + "/" + std::to_string(strips[to].index);
      send_slots_[static_cast<size_t>(from) * strips_ + to] = size();
      for (uint16_t parameter = 0; parameter < send_parameter_count; ++parameter) {
        add(path, send_fields[parameter], {ParameterGroup::send, parameter, from, to}, send_initials[parameter]);
      }
    }
  }
}

}  // namespace rowdesk
