#include "control/processor_table.h"

#include <algorithm>
#include <stdexcept>

#include "processors/processors.h"

namespace rowdesk {
namespace {

// A description of what the engine does not have would be fields without a sound.
const ProcessorClass& class_of(const ProcessorDescription& description) {
  std::string names;
  for (const ProcessorClass& known : processor_classes()) {
    for (const char* uri : known.uris) {
      if (uri == description.uri && known.id == description.id) return known;
      names += (names.empty() ? "" : ", ") + std::string(uri) + " as " + std::string(known.id);
    }
  }
  throw std::invalid_argument("the engine has no processor " + description.uri + " as " + description.id + "; it has " + names);
}

void check_meters(const ProcessorDescription& description) {
  for (const std::string& meter : description.meters) {
    if (std::ranges::find(Processors::meters, description.id + "." + meter) != Processors::meters.end()) continue;
    throw std::invalid_argument("the engine has no meter " + meter + " of " + description.uri);
  }
}

std::string joined(const std::vector<std::string>& choices) {
  std::string all;
  for (const std::string& choice : choices) all += (all.empty() ? "" : " ") + choice;
  return all;
}

std::string for_band(std::string name, uint32_t band) {
  const std::string_view mark = "{band}";
  return name.replace(name.find(mark), mark.size(), std::to_string(band));
}

// The symbols that an engine's processor has where its description has so many parameters: bands are written out one after
// the other behind the rest, as many as the description has.
std::vector<std::pair<std::string, const char*>> written_out(const ProcessorClass& known, size_t count) {
  std::vector<std::pair<std::string, const char*>> symbols;
  const auto is_banded = [](const Symbol& symbol) { return std::string_view(symbol.name).find("{band}") != std::string::npos; };
  for (const Symbol& symbol : known.symbols) {
    if (!is_banded(symbol)) symbols.emplace_back(symbol.name, symbol.choices);
  }
  const bool has_bands = std::ranges::any_of(known.symbols, is_banded);
  for (uint32_t band = 1; has_bands && symbols.size() < std::min<size_t>(count, known.settings); ++band) {
    for (const Symbol& symbol : known.symbols) {
      if (is_banded(symbol)) symbols.emplace_back(for_band(symbol.name, band), symbol.choices);
    }
  }
  return symbols;
}

[[noreturn]] void refuse_description(const ProcessorDescription& description, const std::string& what) {
  throw std::invalid_argument("the description of " + description.uri + " " + what);
}

// In the order of Tap.
constexpr std::string_view tap_names[tap_count] = {"Top-Of-Ch", "Post-Trim", "Pre-EQ", "Post-EQ", "Pre-Fader", "Post-Fader"};

void check_tap(const ProcessorDescription& description, const ProcessorClass& known) {
  if (description.tap_point == tap_names[known.heard]) return;
  refuse_description(description, "has tapPoint " + description.tap_point + ", and the engine " + std::string(tap_names[known.heard]));
}

// Compares the place in the chain with that of an earlier description for the same strips: processors for one place have the
// same `sort`, and inserts are sorted as the engine runs them.
void check_sort(const ProcessorDescription& description, const ProcessorDescription& earlier) {
  const auto refuse = [&](const std::string& must) {
    refuse_description(description, "has sort " + std::to_string(description.sort) + ", which must be " + must + " that of " + earlier.uri +
                                        ", " + std::to_string(earlier.sort));
  };
  if (description.id == earlier.id) {
    if (description.sort != earlier.sort) refuse("equal to");
    return;
  }
  const ProcessorClass &known = class_of(description), &other = class_of(earlier);
  if (!known.is_insert || !other.is_insert) return;
  if (known.number > other.number && description.sort <= earlier.sort) refuse("above");
  if (known.number < other.number && description.sort >= earlier.sort) refuse("below");
}

void check(const ProcessorDescription& description, const ProcessorClass& known) {
  const auto refuse = [&](const std::string& what) { refuse_description(description, what); };
  const auto symbols = written_out(known, description.parameters.size());
  for (const auto& [symbol, choices] : symbols) {
    if (std::ranges::find(description.parameters, symbol, &ProcessorParameter::symbol) == description.parameters.end()) {
      refuse("lacks " + symbol);
    }
  }
  for (size_t i = 0; i < description.parameters.size(); ++i) {
    const ProcessorParameter& parameter = description.parameters[i];
    if (i >= symbols.size()) refuse("has " + parameter.symbol + ", which the engine does not have");
    if (parameter.symbol != symbols[i].first) refuse("has " + parameter.symbol + " where the engine has " + symbols[i].first);
    if (joined(parameter.choices) != symbols[i].second) {
      refuse("has other choices of " + parameter.symbol + " than the engine: " + symbols[i].second);
    }
  }
  if (description.is_keyed && !known.has_detector) refuse("is keyed, but the engine has no key for it");
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

// Returns its place among the values.
uint32_t add_value(ChainPlace& place, const ProcessorParameter& parameter) {
  for (uint32_t i = 0; i < place.values.size(); ++i) {
    Field& field = place.values[i].field;
    if (field.name != parameter.symbol) continue;
    field.minimum = std::min(field.minimum, parameter.minimum);
    field.maximum = std::max(field.maximum, parameter.maximum);
    return i;
  }
  ChainPlace::Value& value = place.values.emplace_back();
  for (const std::string& choice : parameter.choices) value.choices.push_back(choice.c_str());
  value.field = {parameter.symbol.c_str(), parameter.type, parameter.minimum, parameter.maximum, value.choices, 0};
  value.initial = parameter.initial;
  return static_cast<uint32_t>(place.values.size() - 1);
}

}  // namespace

ProcessorTable::ProcessorTable(std::vector<ProcessorDescription> descriptions) : descriptions_(std::move(descriptions)) {
  for (const ProcessorDescription& description : descriptions_) {
    const ProcessorClass& known = class_of(description);
    check(description, known);
    check_tap(description, known);
    check_meters(description);
    for (const ProcessorDescription& earlier : descriptions_) {
      if (&earlier == &description) break;
      if ((earlier.kinds & description.kinds) != 0) check_sort(description, earlier);
    }
    for (uint32_t kind = 0; kind < kind_count; ++kind) {
      if (!holds(description.kinds, static_cast<Kind>(kind))) continue;
      ChainPlace& place = place_for(chains_[kind], description);
      place.uris.push_back(description.uri.c_str());
      ChainPlace::Choice& choice = place.choices.emplace_back(ChainPlace::Choice{&known, {}});
      for (const ProcessorParameter& parameter : description.parameters) choice.places.push_back(add_value(place, parameter));
    }
  }
  for (auto& chain : chains_) {
    for (ChainPlace& place : chain) {
      const Type type = place.choices.front().processor->is_insert ? Type::choice : Type::plugin;
      place.plugin = {"plugin", type, 0.0, static_cast<double>(place.uris.size() - 1), place.uris, 0};
    }
  }
}

}  // namespace rowdesk
