#include "control/processor_table.h"

#include <algorithm>
#include <stdexcept>

#include "processors/processors.h"

namespace rowdesk {
namespace {

// What the engine has: a description of anything else would be fields without a sound.
struct KnownProcessor {
  std::string_view uri, id;
};
constexpr KnownProcessor known_processors[] = {
    {"builtin:hpf", "hpf"}, {"builtin:gate", "gate"},     {"builtin:eq4", "eq"},      {"builtin:eq8", "eq"},
    {"builtin:comp", "comp"}, {"builtin:reverb", "effect"}, {"builtin:delay", "effect"},
};

void check_known(const ProcessorDescription& description) {
  std::string names;
  for (const KnownProcessor& known : known_processors) {
    if (known.uri == description.uri && known.id == description.id) return;
    names += (names.empty() ? "" : ", ") + std::string(known.uri) + " as " + std::string(known.id);
  }
  throw std::invalid_argument("the engine has no processor " + description.uri + " as " + description.id + "; it has " + names);
}

void check_meters(const ProcessorDescription& description) {
  for (const std::string& meter : description.meters) {
    if (std::ranges::find(Processors::meters, description.id + "." + meter) != Processors::meters.end()) continue;
    throw std::invalid_argument("the engine has no meter " + meter + " of " + description.uri);
  }
}

ChainPlace& place_for(std::deque<ChainPlace>& chain, const ProcessorDescription& description) {
  for (ChainPlace& place : chain) {
    if (place.id == description.id) return place;
  }
  ChainPlace& place = chain.emplace_back();
  place.id = description.id;
  place.is_enabled = description.is_enabled;
  place.is_keyed = description.is_keyed;
  return place;
}

void add_value(ChainPlace& place, const ProcessorParameter& parameter) {
  for (ChainPlace::Value& value : place.values) {
    if (value.field.name != parameter.symbol) continue;
    value.field.minimum = std::min(value.field.minimum, parameter.minimum);
    value.field.maximum = std::max(value.field.maximum, parameter.maximum);
    return;
  }
  ChainPlace::Value& value = place.values.emplace_back();
  for (const std::string& choice : parameter.choices) value.choices.push_back(choice.c_str());
  value.field = {parameter.symbol.c_str(), parameter.type, parameter.minimum, parameter.maximum, value.choices, 0};
  value.initial = parameter.initial;
}

}  // namespace

uint32_t ChainPlace::place_of(std::string_view symbol) const {
  const auto found = std::ranges::find_if(values, [&](const Value& value) { return value.field.name == symbol; });
  if (found == values.end()) {
    throw std::invalid_argument("the description of " + id + " lacks " + std::string(symbol));
  }
  return static_cast<uint32_t>(found - values.begin());
}

ProcessorTable::ProcessorTable(std::vector<ProcessorDescription> descriptions) : descriptions_(std::move(descriptions)) {
  for (const ProcessorDescription& description : descriptions_) {
    check_known(description);
    check_meters(description);
    for (uint32_t kind = 0; kind < kind_count; ++kind) {
      if (!holds(description.kinds, static_cast<Kind>(kind))) continue;
      ChainPlace& place = place_for(chains_[kind], description);
      place.uris.push_back(description.uri.c_str());
      for (const ProcessorParameter& parameter : description.parameters) add_value(place, parameter);
    }
  }
  for (auto& chain : chains_) {
    for (ChainPlace& place : chain) {
      place.plugin = {"plugin", Type::choice, 0.0, static_cast<double>(place.uris.size() - 1), place.uris, 0};
    }
  }
}

}  // namespace rowdesk
