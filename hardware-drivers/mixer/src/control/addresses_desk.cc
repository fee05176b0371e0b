// The addresses of what the desk has once: cue, talkbacks, oscillator, tempo, panic.
#include "control/addresses.h"

namespace rowdesk {
namespace {

constexpr double most_sources = 4294967295.0;
constexpr double all_strips = 281474976710655.0;  // 2^48 - 1: all of strips_per_slot
constexpr KindSet cue_kinds = input_kinds | bus_kinds;

constexpr const char* tap_modes[] = {"PFL", "AFL"};
constexpr const char* talkback_modes[] = {"push", "latch", "auto"};
constexpr const char* oscillator_types[] = {"sine", "pink", "white", "sweep"};

const Field cue_fields[cue_parameter_count] = {
    {"levelDb", Type::number, -144, 10},
    {"inputMode", Type::choice, 0, 1, tap_modes},
    {"busMode", Type::choice, 0, 1, tap_modes},
    {"exclusive", Type::boolean},
    {"idleSource", Type::strip, 0, most_strips, {}, cue_kinds},
    {"dim", Type::boolean},
    {"dimDb", Type::number, -60, 0},
    {"mono", Type::boolean},
    {"muted", Type::boolean},
    {"delayMs", Type::number, 0, 500},
    {"sourceTrimDb", Type::number, -18, 18},
    {"outputs", Type::ports, 0, most_sources},
};

const Field talkback_fields[talkback_parameter_count] = {
    {"on", Type::boolean},
    {"mode", Type::choice, 0, 2, talkback_modes},
    {"sourceId", Type::source, 0, most_sources},
    {"levelDb", Type::number, -144, 10},
    {"dimBusesDb", Type::number, -60, 0},
    {"destinations", Type::strips, 0, all_strips, {}, bus_kinds},
};

const Field oscillator_fields[oscillator_parameter_count] = {
    {"enabled", Type::boolean},
    {"type", Type::choice, 0, 3, oscillator_types},
    {"levelDb", Type::number, -60, 0},
    {"frequencyHz", Type::number, 20, 20000},
    {"targets", Type::strips, 0, all_strips, {}, bus_kinds},
};
constexpr double oscillator_initials[oscillator_parameter_count] = {0.0, 0.0, -20.0, 1000.0, 0.0};

const Field bpm = {"bpm", Type::number, 30, 300};
const Field panic_scope = {"scope", Type::panic_scope, 0, 2};

}  // namespace

void Addresses::add_cue(const Layout& layout) {
  const StripPlace* main = layout.find(Kind::main, 1);
  for (uint16_t parameter = 0; parameter < cue_parameter_count; ++parameter) {
    double initial = 0.0;
    switch (static_cast<CueParameter>(parameter)) {
      case CueParameter::bus_mode: initial = static_cast<double>(TapMode::afl); break;
      case CueParameter::idle_source: initial = main == nullptr ? 0.0 : layout.number_of(*main) + 1.0; break;
      case CueParameter::dim_db: initial = -20.0; break;
      default: break;
    }
    cue_slots_.push_back(add("/cue", cue_fields[parameter], {ParameterGroup::cue, parameter, 0, 0}, initial));
  }
}

void Addresses::add_talkbacks() {
  for (uint16_t talkback = 0; talkback < talkbacks; ++talkback) {
    const std::string path = "/talkback/" + std::to_string(talkback + 1);
    for (uint16_t parameter = 0; parameter < talkback_parameter_count; ++parameter) {
      talkback_slots_.push_back(add(path, talkback_fields[parameter], {ParameterGroup::talkback, parameter, talkback, 0}, 0.0));
    }
  }
}

void Addresses::add_oscillator() {
  for (uint16_t parameter = 0; parameter < oscillator_parameter_count; ++parameter) {
    const ParameterId id = {ParameterGroup::oscillator, parameter, 0, 0};
    oscillator_slots_.push_back(
        add("/console/oscillator", oscillator_fields[parameter], id, oscillator_initials[parameter]));
  }
}

void Addresses::add_desk() {
  const auto parameter = [](DeskParameter which) { return static_cast<uint16_t>(which); };
  desk_slots_.push_back(add("/console/bpm", bpm, {ParameterGroup::desk, parameter(DeskParameter::bpm), 0, 0}, 120.0));
  desk_slots_.push_back(add("/safety/panic", panic_scope, {ParameterGroup::desk, parameter(DeskParameter::panic_scope), 0, 0}, 0.0));
}

}  // namespace rowdesk
