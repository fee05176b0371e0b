// The addresses of the processors of strips, of their keys, and of align delays; ranges as rows.md "Strips".
#include "control/addresses.h"

namespace rowdesk {
namespace {

constexpr const char* key_filters[] = {"lowCut", "highCut", "bandPass"};
constexpr KindSet with_sound = input_kinds | bus_kinds | kinds_of({Kind::cue});

const Field enabled = {"enabled", Type::boolean};
const Field key_fields[key_parameter_count] = {
    {"source", Type::strip, 0, most_strips, {}, with_sound},
    {"filterEnabled", Type::boolean},
    {"filterType", Type::choice, 0, 2, key_filters},
    {"frequencyHz", Type::number, 20, 20000},
};
constexpr double key_initials[key_parameter_count] = {0.0, 0.0, 0.0, 100.0};
const Field delay_ms = {"delayMs", Type::number, 0, 100};

}  // namespace

void Addresses::add_processors(const Layout& layout, const ProcessorTable& table) {
  for (uint16_t strip = 0; strip < strips_; ++strip) {
    const std::string path = layout.strips()[strip].path + "/chain/processors/";
    auto& slots = processor_slots_.emplace_back();
    for (const ChainPlace& place : table.chain(layout.strips()[strip].kind)) {
      const ParameterId id = {ParameterGroup::processor, 0, strip, static_cast<uint16_t>(slots.size())};
      slots.push_back({size(), 0, no_slot});
      add(path + place.id, enabled, id, place.is_enabled ? 1.0 : 0.0);
      add(path + place.id, place.plugin, id, 0.0);
      slots.back().values = size();
      for (const ChainPlace::Value& value : place.values) add(path + place.id + "/values", value.field, id, value.initial);
      if (!place.is_keyed) continue;
      slots.back().key = size();
      for (uint32_t i = 0; i < key_parameter_count; ++i) {
        add(path + place.id + "/key", key_fields[i], id, key_initials[i]);
      }
    }
  }
}

void Addresses::add_aligns(const Layout& layout) {
  for (uint16_t strip = 0; strip < strips_; ++strip) {
    align_slots_.push_back(add(layout.strips()[strip].path + "/align", delay_ms, {ParameterGroup::align, 0, strip, 0}, 0.0));
  }
}

}  // namespace rowdesk
