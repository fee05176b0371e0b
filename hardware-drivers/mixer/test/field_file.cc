#include "field_file.h"

#include <algorithm>
#include <string>

#include "json.h"

namespace rowdesk {
namespace {

// As js/field-inputs.ts.
double number_from(const FieldDescription& field, const Json& value) {
  if (value.text == "true") return 1.0;
  if (value.text == "false") return 0.0;
  const auto choice = std::ranges::find(field.choices, value.text);
  if (choice != field.choices.end()) return static_cast<double>(choice - field.choices.begin());
  return value.members.empty() ? value.number() : 0.0;
}

FieldDescription field_from(const std::string& row, const std::string& name, const Json& json) {
  FieldDescription field;
  field.row = row;
  field.name = name;
  field.type = json["type"].text;
  if (json.has("minimum")) field.minimum = json["minimum"].number();
  if (json.has("maximum")) field.maximum = json["maximum"].number();
  if (json.has("choices")) {
    for (const Json& choice : json["choices"].list) field.choices.push_back(choice.text);
  }
  if (json.has("refKinds")) field.reference_kinds = kinds_from(json["refKinds"]);
  if (json.has("stripKinds")) field.strip_kinds = kinds_from(json["stripKinds"]);
  if (json.has("maxItems")) field.most_items = static_cast<uint32_t>(json["maxItems"].number());
  if (!json.has("default")) return field;
  const Json& shared = json["default"];
  for (uint32_t kind = 0; kind < kind_count; ++kind) {
    const char* of_kind = describe(static_cast<Kind>(kind)).name;
    const bool differs = json.has("defaultOf") && json["defaultOf"].has(of_kind);
    field.initials[kind] = number_from(field, differs ? json["defaultOf"][of_kind] : shared);
  }
  if (shared.has("kind")) field.initial_strip = "/channel/" + shared["kind"].text + "/" + shared["index"].text;
  return field;
}

}  // namespace

const std::vector<FieldDescription>& built_in_fields() {
  static const std::vector<FieldDescription> all = [] {
    std::vector<FieldDescription> fields;
    const Json file = read_json("strips.json");
    for (const auto& [row, json] : file["rows"].members) {
      for (const auto& [name, field] : json.members) fields.push_back(field_from(row, name, field));
    }
    return fields;
  }();
  return all;
}

}  // namespace rowdesk
