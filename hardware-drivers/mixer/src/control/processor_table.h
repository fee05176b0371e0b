// The built-in processors as the mixer's manifest describes them (src/processors/*.json), and the fields that follow. Ranges
// and defaults stand there only; C++ has the symbols, the tap and the order (list.h), and both are compared here.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "control/field.h"
#include "control/layout.h"
#include "processors/processor_class.h"

namespace rowdesk {

struct ProcessorParameter {
  std::string symbol;
  Type type;  // number, boolean or choice
  double minimum, maximum, initial;
  std::vector<std::string> choices;
};

struct ProcessorDescription {
  std::string uri;
  std::string id;
  KindSet kinds;
  std::string tap_point;
  int32_t sort;
  bool is_enabled;
  bool is_keyed;
  std::vector<std::string> meters;  // `reductionDb` is the column `gate.reductionDb` of the strips' meters
  std::vector<ProcessorParameter> parameters;
};

// One place in the chain of a kind of strip: the processors that may stand there. Their parameters share a field where
// they have the same symbol; it takes what any of them does.
struct ChainPlace {
  std::string id;
  bool is_enabled;
  bool is_keyed;
  std::vector<const char*> uris;
  Field plugin;
  struct Value {
    std::vector<const char*> choices;
    Field field;
    double initial;
  };
  std::deque<Value> values;
  // What `plugin` chooses from, in the order of `uris`. places: where its settings are among `values`, in its own order.
  struct Choice {
    const ProcessorClass* processor;
    std::vector<uint32_t> places;
  };
  std::vector<Choice> choices;
};

class ProcessorTable {
 public:
  // Throws std::invalid_argument in words for a processor or a meter that the engine does not have, or has otherwise.
  explicit ProcessorTable(std::vector<ProcessorDescription> descriptions);
  ProcessorTable(const ProcessorTable&) = delete;
  ProcessorTable& operator=(const ProcessorTable&) = delete;

  // In the order of the description.
  const std::deque<ChainPlace>& chain(Kind kind) const { return chains_[static_cast<uint32_t>(kind)]; }

 private:
  const std::vector<ProcessorDescription> descriptions_;
  std::deque<ChainPlace> chains_[kind_count];
};

}  // namespace rowdesk
