// The addresses of strips and their sends.
#include "control/addresses.h"

namespace rowdesk {
namespace {

bool has_field(const StripPlace& strip, Parameter parameter, KindSet kinds) {
  return holds(kinds, strip.kind) && (parameter != Parameter::stereo_link || strip.can_link());
}

bool has_send(const StripPlace& from, const StripPlace& to) {
  return holds(describe(from.kind).sends_to, to.kind) && !(to.kind == Kind::main && to.index == 1);
}

}  // namespace

void Addresses::add_strips() {
  const auto& strips = layout_.strips();
  const auto& fields = fields_.fields(FieldRow::strip);
  strip_slots_.assign(strips.size() * parameter_count, no_slot);
  for (uint16_t number = 0; number < strips.size(); ++number) {
    for (uint16_t parameter = 0; parameter < parameter_count; ++parameter) {
      if (!has_field(strips[number], static_cast<Parameter>(parameter), fields[parameter].strip_kinds)) continue;
      strip_slots_[number * parameter_count + parameter] =
          add(strips[number].path, fields[parameter], {ParameterGroup::strip, parameter, number, 0});
    }
  }
}

void Addresses::add_sends() {
  const auto& strips = layout_.strips();
  const auto& fields = fields_.fields(FieldRow::send);
  send_slots_.assign(static_cast<size_t>(strips_) * strips_, no_slot);
  for (uint16_t from = 0; from < strips_; ++from) {
    for (uint16_t to = 0; to < strips_; ++to) {
      if (!has_send(strips[from], strips[to])) continue;
      const std::string path = strips[from].path + "/sends/" + describe(strips[to].kind).name + "/" + std::to_string(strips[to].index);
      send_slots_[static_cast<size_t>(from) * strips_ + to] = size();
      for (uint16_t parameter = 0; parameter < send_parameter_count; ++parameter) {
        add(path, fields[parameter], {ParameterGroup::send, parameter, from, to});
      }
    }
  }
}

}  // namespace rowdesk
