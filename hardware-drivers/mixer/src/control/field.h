// The types of values in JavaScript. In C++ every value is numbers, one per slot.
#pragma once

#include <cstdint>
#include <span>

#include "control/layout.h"

namespace rowdesk {

enum class Type : uint8_t {
  number,
  boolean,      // 0 or 1
  source,       // the number of an input port, 0 for none
  panic_scope,  // a PanicScope
  choice,       // an index of `choices`
  indices,      // a list of indices from 1: bit n-1 stands for n
  strip,        // a StripRef: the number of a sounding strip, from 1; 0 for null
  strips,       // a list of StripRefs: a bit per sounding strip, `strips_per_slot` in each slot
  ports,        // a list of output ports: a number in each slot, 0 for none
  outputs,      // a list of strips at ports: `numbers_per_output` slots for each (OutputParameter); the range is a level's
  plugin,       // an index of `choices`; any higher number is a plugin of another process
};

// In the order of Type.
inline constexpr const char* type_names[] = {"number", "boolean", "source", "panicScope", "choice",
                                             "indices", "strip", "strips", "ports", "outputs", "plugin"};

inline constexpr uint32_t strips_per_slot = 48;  // a double holds 53 bits
inline constexpr uint32_t ports_per_field = 16;
inline constexpr uint32_t outputs_per_field = 128;
inline constexpr uint32_t numbers_per_output = 4;

struct Field {
  const char* name;
  Type type;
  double minimum = 0.0;
  double maximum = 1.0;
  std::span<const char* const> choices = {};
  KindSet kinds = 0;  // that a StripRef may name
};

}  // namespace rowdesk
