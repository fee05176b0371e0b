// The addresses of what the desk has once: cue, talkbacks, oscillator, tempo, panic, the limit of alignment.
#include "control/addresses.h"

namespace rowdesk {

void Addresses::add_cue() {
  for (uint16_t parameter = 0; parameter < cue_parameter_count; ++parameter) {
    cue_slots_.push_back(add("/cue", fields_.fields(FieldRow::cue)[parameter], {ParameterGroup::cue, parameter, 0, 0}));
  }
}

void Addresses::add_talkbacks() {
  for (uint16_t talkback = 0; talkback < talkbacks; ++talkback) {
    const std::string path = "/talkback/" + std::to_string(talkback + 1);
    for (uint16_t parameter = 0; parameter < talkback_parameter_count; ++parameter) {
      talkback_slots_.push_back(add(path, fields_.fields(FieldRow::talkback)[parameter], {ParameterGroup::talkback, parameter, talkback, 0}));
    }
  }
}

void Addresses::add_oscillator() {
  for (uint16_t parameter = 0; parameter < oscillator_parameter_count; ++parameter) {
    const ParameterId id = {ParameterGroup::oscillator, parameter, 0, 0};
    oscillator_slots_.push_back(add("/console/oscillator", fields_.fields(FieldRow::oscillator)[parameter], id));
  }
}

void Addresses::add_desk() {
  const auto add_only = [this](const char* path, FieldRow row, DeskParameter parameter) {
    const ParameterId id = {ParameterGroup::desk, static_cast<uint16_t>(parameter), 0, 0};
    desk_slots_.push_back(add(path, fields_.fields(row).front(), id));
  };
  add_only("/console/bpm", FieldRow::tempo, DeskParameter::bpm);
  add_only("/safety/panic", FieldRow::panic, DeskParameter::panic_scope);
  add_only("/console", FieldRow::console, DeskParameter::align_limit_ms);
}

}  // namespace rowdesk
