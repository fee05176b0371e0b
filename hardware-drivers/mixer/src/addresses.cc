#include "addresses.h"

namespace rowdesk {
namespace {

struct StripField {
  Parameter parameter;
  Field field;
  bool (*applies)(const KindDescription& kind);
  double (*initial)(const KindDescription& kind);
};

bool has_sound(const KindDescription& kind) { return kind.legs > 0; }
bool always(const KindDescription&) { return true; }
double zero(const KindDescription&) { return 0.0; }

// `/channel/{kind}/{index}`; ranges as rows.md "Strips".
const StripField strip_fields[parameter_count] = {
    {Parameter::level_db, {"levelDb", Type::number, -144, 10},
     [](const KindDescription& kind) { return std::string_view(kind.name) != "muteGroup"; },
     [](const KindDescription& kind) { return kind.level_db; }},
    {Parameter::muted, {"muted", Type::boolean, 0, 1}, always, zero},
    {Parameter::pan, {"pan", Type::number, -100, 100},
     [](const KindDescription& kind) { return kind.reaches_main || kind.legs == 2; }, zero},
    {Parameter::trim_db, {"trimDb", Type::number, -18, 18}, has_sound, zero},
    {Parameter::polarity_inverted, {"polarityInverted", Type::boolean, 0, 1}, has_sound, zero},
    {Parameter::main_assigned, {"mainAssigned", Type::boolean, 0, 1},
     [](const KindDescription& kind) { return kind.reaches_main; },
     [](const KindDescription& kind) { return kind.starts_in_main ? 1.0 : 0.0; }},
    {Parameter::source_id, {"sourceId", Type::source, 0, 4294967295.0},
     [](const KindDescription& kind) { return kind.takes_source; }, zero},
};

// `/safety/panic`
const Field panic_scope = {"scope", Type::panic_scope, 0, 2};

}  // namespace

Addresses::Addresses(const Layout& layout) {
  uint32_t number = 0;
  for (const StripPlace& strip : layout.strips()) {
    const KindDescription& kind = describe(strip.kind);
    for (const StripField& each : strip_fields) {
      if (each.applies(kind)) all_.push_back({slot_of(number, each.parameter), strip.path, &each.field, each.initial(kind)});
    }
    ++number;
  }
  size_ = number * parameter_count + 1;
  all_.push_back({panic(), "/safety/panic", &panic_scope, 0.0});
}

Slot Addresses::find(std::string_view path, std::string_view field) const {
  for (const Address& address : all_) {
    if (address.path == path && address.field->name == field) return address.slot;
  }
  return no_slot;
}

}  // namespace rowdesk
