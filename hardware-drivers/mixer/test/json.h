// A reader of JSON as far as the mixer's descriptions need it: no escapes in texts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "control/layout.h"

namespace rowdesk {

struct Json {
  std::string text;  // of a string, or of anything else as it stands
  std::vector<Json> list;
  std::map<std::string, Json> members;

  bool has(const std::string& name) const { return members.contains(name); }
  const Json& operator[](const std::string& name) const { return members.at(name); }
  double number() const { return std::stod(text); }
};

// Throws std::runtime_error, or std::out_of_range at the end of the text. `file`: from the mixer's folder.
Json read_json(const std::string& file);

// The set of kinds that a list of their names says.
KindSet kinds_from(const Json& names);

}  // namespace rowdesk
