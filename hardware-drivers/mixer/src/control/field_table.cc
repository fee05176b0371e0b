#include "control/field_table.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <span>
#include <stdexcept>

#include "engine/times.h"

namespace rowdesk {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr KindSet sounding = input_kinds | bus_kinds | kinds_of({Kind::cue});
constexpr KindSet grouped = input_kinds | bus_kinds;
constexpr KindSet moving = sounding | kinds_of({Kind::dca});

// A field as the engine has it: never a range, at most a limit of its memory.
struct KnownField {
  const char* name;
  Type type;
  KindSet strip_kinds = 0;
  KindSet reference_kinds = 0;  // the most
  uint32_t choices = 0;
  double maximum = unlimited;
};

KindSet kinds_where(bool KindDescription::* has) {
  KindSet kinds = 0;
  for (uint32_t kind = 0; kind < kind_count; ++kind) {
    if (describe(static_cast<Kind>(kind)).*has) kinds |= 1u << kind;
  }
  return kinds;
}

// The order of Parameter.
const KnownField strip_fields[] = {
    {"levelDb", Type::number, moving},
    {"muted", Type::boolean, moving | kinds_of({Kind::mute_group})},
    {"pan", Type::number, sounding},
    {"trimDb", Type::number, sounding},
    {"polarityInverted", Type::boolean, sounding},
    {"mainAssigned", Type::boolean, kinds_where(&KindDescription::reaches_main)},
    {"sourceId", Type::source, kinds_where(&KindDescription::takes_source)},
    {"spareSourceId", Type::source, kinds_where(&KindDescription::takes_source)},
    {"sourceSelected", Type::choice, kinds_where(&KindDescription::takes_source), 0, 2},
    {"stereoLink", Type::boolean, kinds_where(&KindDescription::links)},
    {"soloed", Type::boolean, grouped | kinds_of({Kind::dca})},
    {"dcas", Type::indices, grouped},
    {"muteGroups", Type::indices, grouped},
    {"owner", Type::strip, kinds_of({Kind::mix_minus}), input_kinds},
    {"base", Type::strip, kinds_of({Kind::mix_minus}), kinds_of({Kind::main, Kind::mix})},
    {"aligned", Type::boolean, kinds_of({Kind::mix, Kind::fx_send})},
};

// The order of SendParameter.
const KnownField send_fields[] = {
    {"levelDb", Type::number},
    {"on", Type::boolean},
    {"pan", Type::number},
    {"tapPoint", Type::choice, 0, 0, tap_count},
};

// The order of KeyParameter.
const KnownField key_fields[] = {
    {"source", Type::strip, 0, sounding},
    {"filterEnabled", Type::boolean},
    {"filterType", Type::choice, 0, 0, 3},
    {"frequencyHz", Type::number},
};

const KnownField align_fields[] = {{"delayMs", Type::number, 0, 0, 0, most_align_delay_ms}};

// The order of CueParameter.
const KnownField cue_fields[] = {
    {"levelDb", Type::number},
    {"inputMode", Type::choice, 0, 0, 2},
    {"busMode", Type::choice, 0, 0, 2},
    {"exclusive", Type::boolean},
    {"idleSource", Type::strip, 0, grouped},
    {"dim", Type::boolean},
    {"dimDb", Type::number},
    {"mono", Type::boolean},
    {"muted", Type::boolean},
    {"delayMs", Type::number, 0, 0, 0, most_cue_delay_ms},
    {"sourceTrimDb", Type::number},
    {"outputs", Type::ports},
};

// The order of TalkbackParameter.
const KnownField talkback_fields[] = {
    {"on", Type::boolean},
    {"mode", Type::choice, 0, 0, 3},
    {"sourceId", Type::source},
    {"levelDb", Type::number},
    {"dimBusesDb", Type::number},
    {"destinations", Type::strips, 0, bus_kinds},
};

// The order of OscillatorParameter.
const KnownField oscillator_fields[] = {
    {"enabled", Type::boolean},
    {"type", Type::choice, 0, 0, 4},
    {"levelDb", Type::number},
    {"frequencyHz", Type::number},
    {"targets", Type::strips, 0, bus_kinds},
};

const KnownField tempo_fields[] = {{"bpm", Type::number}};
const KnownField panic_fields[] = {{"scope", Type::panic_scope}};
const KnownField output_fields[] = {{"outputs", Type::outputs}};

// The order of RightLegParameter.
const KnownField right_leg_fields[] = {{"sourceId", Type::source}, {"spareSourceId", Type::source}};

const KnownField console_fields[] = {{"alignLimitMs", Type::number, 0, 0, 0, most_alignment_ms}};

// The order of SpeakerParameter.
const KnownField speaker_fields[] = {
    {"enabled", Type::boolean, speaker_kinds},
    {"delayMs", Type::number, speaker_kinds, 0, 0, most_speaker_delay_ms},
    {"distanceM", Type::number, speaker_kinds, 0, 0, most_speaker_distance_m},
    {"temperatureC", Type::number, speaker_kinds},
    {"levelTrimDb", Type::number, speaker_kinds},
    {"polarityInverted", Type::boolean, speaker_kinds},
};

// The order of FieldRow.
const struct KnownRow {
  const char* path;
  std::span<const KnownField> fields;
} known_rows[field_row_count] = {
    {"/channel/{kind}/{index}", strip_fields},
    {"/channel/{kind}/{index}/sends/{busKind}/{busIndex}", send_fields},
    {"/channel/{kind}/{index}/chain/processors/{processorId}/key", key_fields},
    {"/channel/{kind}/{index}/align", align_fields},
    {"/cue", cue_fields},
    {"/talkback/{id}", talkback_fields},
    {"/console/oscillator", oscillator_fields},
    {"/console/bpm", tempo_fields},
    {"/safety/panic", panic_fields},
    {"/patch/outputs", output_fields},
    {"/patch/rightLegs/{kind}/{index}", right_leg_fields},
    {"/console", console_fields},
    {"/channel/{kind}/{index}/speakerAlign", speaker_fields},
};

const char* name_of(Type type) { return type_names[static_cast<uint32_t>(type)]; }

std::string names_of(KindSet kinds) {
  std::string names;
  for (uint32_t kind = 0; kind < kind_count; ++kind) {
    if (holds(kinds, static_cast<Kind>(kind))) names += (names.empty() ? "" : ", ") + std::string(describe(static_cast<Kind>(kind)).name);
  }
  return names.empty() ? "none" : names;
}

std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

// Throws std::invalid_argument in words.
void check(const FieldDescription& description, const KnownField& known) {
  const std::string where = description.name + " of " + description.row;
  const auto refuse = [](const std::string& reason) { throw std::invalid_argument(reason); };
  if (description.type != name_of(known.type)) {
    refuse("the engine takes " + where + " as " + name_of(known.type) + ", not as " + description.type);
  }
  if (description.strip_kinds != known.strip_kinds) {
    refuse("the engine has " + where + " on strips of kind " + names_of(known.strip_kinds) + ", not on " +
           names_of(description.strip_kinds));
  }
  if ((description.reference_kinds & ~known.reference_kinds) != 0) {
    refuse("the engine takes strips of kind " + names_of(known.reference_kinds) + " for " + where + ", not " +
           names_of(description.reference_kinds & ~known.reference_kinds));
  }
  if (description.choices.size() != known.choices) {
    refuse("the engine has " + std::to_string(known.choices) + " choices of " + where + ", not " +
           std::to_string(description.choices.size()));
  }
  if (known.type == Type::number && !(description.minimum <= description.maximum && description.maximum <= known.maximum)) {
    refuse("the engine has no range from " + text_of(description.minimum) + " to " + text_of(description.maximum) +
           " for " + where);
  }
  if (description.most_items != FieldTable::room(known.type)) {
    refuse("the engine has room for " + std::to_string(FieldTable::room(known.type)) + " items of " + where + ", not for " +
           std::to_string(description.most_items));
  }
}

// What a slot may hold; of outputs, a level.
std::pair<double, double> range_of(const FieldDescription& description, Type type) {
  constexpr double most_ports = 4294967295.0;
  switch (type) {
    case Type::number: return {description.minimum, description.maximum};
    case Type::boolean: return {0.0, 1.0};
    case Type::panic_scope: return {0.0, 2.0};
    case Type::choice:
    case Type::plugin: return {0.0, static_cast<double>(description.choices.size()) - 1.0};
    case Type::indices: return {0.0, static_cast<double>((uint64_t{1} << most_groups) - 1)};
    case Type::strip: return {0.0, most_strips};
    case Type::strips: return {0.0, static_cast<double>((uint64_t{1} << strips_per_slot) - 1)};
    case Type::source:
    case Type::ports: return {0.0, most_ports};
    case Type::outputs: return {description.minimum, description.maximum};
  }
  return {};
}

}  // namespace

uint32_t FieldTable::room(Type type) {
  return type == Type::ports ? ports_per_field : type == Type::outputs ? outputs_per_field : 0;
}

FieldTable::FieldTable(std::vector<FieldDescription> descriptions) : descriptions_(std::move(descriptions)) {
  const auto describes = [](const FieldDescription& description, const KnownRow& row, const KnownField& field) {
    return description.row == row.path && description.name == field.name;
  };
  for (const FieldDescription& description : descriptions_) {
    const bool is_known = std::ranges::any_of(known_rows, [&](const KnownRow& row) {
      return std::ranges::any_of(row.fields, [&](const KnownField& field) { return describes(description, row, field); });
    });
    if (!is_known) throw std::invalid_argument("the engine has no field " + description.name + " of " + description.row);
  }
  for (uint32_t row = 0; row < field_row_count; ++row) {
    for (const KnownField& known : known_rows[row].fields) {
      const auto found = std::ranges::find_if(
          descriptions_, [&](const FieldDescription& each) { return describes(each, known_rows[row], known); });
      if (found == descriptions_.end()) {
        throw std::invalid_argument("the description of the mixer lacks " + std::string(known.name) + " of " + known_rows[row].path);
      }
      check(*found, known);
      Entry& entry = rows_[row].emplace_back();
      entry.strip_kinds = found->strip_kinds;
      entry.initials = found->initials;
      entry.initial_strip = found->initial_strip;
      for (const std::string& choice : found->choices) entry.choices.push_back(choice.c_str());
      const auto [minimum, maximum] = range_of(*found, known.type);
      entry.field = {known.name, known.type, minimum, maximum, entry.choices, found->reference_kinds};
    }
  }
}

}  // namespace rowdesk
