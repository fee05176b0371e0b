#include "control/addresses.h"

namespace rowdesk {

Addresses::Addresses(const Layout& layout, const ProcessorTable& table) : strips_(layout.sounding_strips()) {
  add_strips(layout);
  add_sends(layout);
  add_cue(layout);
  add_talkbacks();
  add_oscillator();
  add_desk();
  add_processors(layout, table);
  add_aligns(layout);
  add_patch(layout);
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

Slot Addresses::find(std::string_view path, std::string_view field) const {
  std::string name(path);
  name.append(" ").append(field);
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? no_slot : found->second;
}

}  // namespace rowdesk
