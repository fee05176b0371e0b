// The fields that are no processor's, as the mixer's manifest describes them (strips.json), held against what the engine
// has. Ranges, choices and defaults are the description's; C++ has the names, and what the engine has room for.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "control/field.h"
#include "control/layout.h"

namespace rowdesk {

// One field of one row. Members that its type does not use are empty.
struct FieldDescription {
  std::string row;   // template: "/cue", "/channel/{kind}/{index}"
  std::string name;
  std::string type;  // one of type_names
  double minimum = 0.0;  // of a number; of outputs, of each level
  double maximum = 0.0;
  std::vector<std::string> choices;
  KindSet reference_kinds = 0;  // that a StripRef may name
  KindSet strip_kinds = 0;      // that have the field; for fields of strips only
  uint32_t most_items = 0;      // of a list of ports or outputs
  std::array<double, kind_count> initials{};  // by kind of strip; the first one for fields of other rows
  std::string initial_strip;    // the path of the strip that a StripRef begins with, empty for null
};

// The rows of strips.json, each with its fields in the order of its enumeration (addresses.h).
enum class FieldRow : uint32_t {
  strip, send, key, align, cue, talkback, oscillator, tempo, panic, outputs, right_leg, console, speaker,
};
inline constexpr uint32_t field_row_count = 13;

class FieldTable {
 public:
  struct Entry {
    Field field;
    KindSet strip_kinds;
    std::array<double, kind_count> initials;
    std::string initial_strip;
    std::vector<const char*> choices;

    // What slots of a strip of this kind begin with; without a kind, of a row that is no strip's.
    double initial(Kind kind = Kind::input) const { return initials[static_cast<uint32_t>(kind)]; }
  };

  // Throws std::invalid_argument in words where descriptions and engine differ: a field that only one of them has, another
  // type, other kinds of strips, more than the engine has room for.
  explicit FieldTable(std::vector<FieldDescription> descriptions);
  FieldTable(const FieldTable&) = delete;
  FieldTable& operator=(const FieldTable&) = delete;

  const std::deque<Entry>& fields(FieldRow row) const { return rows_[static_cast<uint32_t>(row)]; }
  // Items of a list of ports or outputs.
  static uint32_t room(Type type);

 private:
  const std::vector<FieldDescription> descriptions_;
  std::deque<Entry> rows_[field_row_count];
};

}  // namespace rowdesk
