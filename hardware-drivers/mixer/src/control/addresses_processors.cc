// The addresses of the processors of strips, of their keys, and of align delays.
#include "control/addresses.h"

namespace rowdesk {
namespace {

const Field enabled = {"enabled", Type::boolean};

}  // namespace

void Addresses::add_processors(const ProcessorTable& processors) {
  for (uint16_t strip = 0; strip < strips_; ++strip) {
    const std::string path = layout_.strips()[strip].path + "/chain/processors/";
    auto& slots = processor_slots_.emplace_back();
    for (const ChainPlace& place : processors.chain(layout_.strips()[strip].kind)) {
      const ParameterId id = {ParameterGroup::processor, 0, strip, static_cast<uint16_t>(slots.size())};
      slots.push_back({size(), 0, no_slot});
      add(path + place.id, enabled, id, place.is_enabled ? 1.0 : 0.0);
      add(path + place.id, place.plugin, id, 0.0);
      slots.back().values = size();
      for (const ChainPlace::Value& value : place.values) add(path + place.id + "/values", value.field, id, value.initial);
      if (!place.is_keyed) continue;
      slots.back().key = size();
      for (const FieldTable::Entry& field : fields_.fields(FieldRow::key)) add(path + place.id + "/key", field, id);
    }
  }
}

void Addresses::add_hosted_keys() {
  for (uint16_t strip = 0; strip < strips_; ++strip) {
    const Kind kind = layout_.strips()[strip].kind;
    const bool has_effect = kind == Kind::fx_send && !processor_slots_[strip].empty();
    const uint16_t places = holds(insert_kinds, kind) ? hosted_places : has_effect ? 1 : 0;
    hosted_key_slots_.push_back(places > 0 ? size() : no_slot);
    for (uint16_t place = 0; place < places; ++place) {
      const std::string id = has_effect ? "effect" : "insert" + std::to_string(place + 1);
      const std::string path = layout_.strips()[strip].path + "/chain/processors/" + id + "/key";
      for (const FieldTable::Entry& field : fields_.fields(FieldRow::key)) {
        add(path, field, {ParameterGroup::hosted_key, 0, strip, place});
      }
    }
  }
}

void Addresses::add_aligns() {
  const FieldTable::Entry& delay = fields_.fields(FieldRow::align).front();
  for (uint16_t strip = 0; strip < strips_; ++strip) {
    align_slots_.push_back(add(layout_.strips()[strip].path + "/align", delay, {ParameterGroup::align, 0, strip, 0}));
  }
}

}  // namespace rowdesk
