#include "control/addresses.h"

#include <algorithm>

namespace rowdesk {

Addresses::Addresses(const Layout& layout, const ProcessorTable& processors, const FieldTable& fields)
    : layout_(layout), fields_(fields), strips_(layout.sounding_strips()) {
  add_strips();
  add_sends();
  add_cue();
  add_talkbacks();
  add_oscillator();
  add_desk();
  add_processors(processors);
  add_hosted_keys();
  add_aligns();
  add_patch();
  add_speakers();
}

Slot Addresses::add(const std::string& path, const Field& field, ParameterId id, double initial) {
  uint32_t slots = 1;
  if (field.type == Type::strips) slots = (strips_ + strips_per_slot - 1) / strips_per_slot;
  if (field.type == Type::ports) slots = ports_per_field;
  if (field.type == Type::outputs) slots = outputs_per_field * numbers_per_output;
  const Slot slot = size();
  ids_.insert(ids_.end(), slots, id);
  by_name_.emplace(path + " " + field.name, slot);
  all_.push_back({slot, slots, path, &field, initial});
  return slot;
}

Slot Addresses::add(const std::string& path, const FieldTable::Entry& entry, ParameterId id) {
  double initial = entry.initial(id.group == ParameterGroup::strip ? layout_.strips()[id.strip].kind : Kind::input);
  if (!entry.initial_strip.empty()) {
    const auto& strips = layout_.strips();
    const auto found = std::ranges::find(strips, entry.initial_strip, &StripPlace::path);
    initial = found == strips.end() ? 0.0 : static_cast<double>(found - strips.begin()) + 1.0;
  }
  return add(path, entry.field, id, initial);
}

Slot Addresses::find(std::string_view path, std::string_view field) const {
  std::string name(path);
  name.append(" ").append(field);
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? no_slot : found->second;
}

}  // namespace rowdesk
