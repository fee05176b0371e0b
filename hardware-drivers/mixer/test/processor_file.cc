#include "processor_file.h"

#include <string>

#include "json.h"

namespace rowdesk {
namespace {

std::string for_band(std::string text, uint32_t band) {
  const std::string mark = "{band}";
  if (const size_t at = text.find(mark); at != std::string::npos) text.replace(at, mark.size(), std::to_string(band));
  return text;
}

// As core writes the bands out. band from 1; 0 where the parameter has none.
ProcessorParameter parameter_from(const Json& json, uint32_t band) {
  const std::string scale = json["scale"].text;
  const Json& initial = json["default"];
  ProcessorParameter parameter{for_band(json["symbol"].text, band),
                               scale == "enum" ? Type::choice : scale == "toggle" ? Type::boolean : Type::number,
                               json["minimum"].number(),
                               json["maximum"].number(),
                               initial.list.empty() ? initial.number() : initial.list[band - 1].number(),
                               {}};
  if (json.has("choices")) {
    for (const Json& choice : json["choices"].list) parameter.choices.push_back(choice["value"].text);
  }
  return parameter;
}

}  // namespace

const std::vector<ProcessorDescription>& built_in_processors() {
  static const std::vector<ProcessorDescription> all = [] {
    std::vector<ProcessorDescription> processors;
    const Json file = read_json("dist/processors.json");
    for (const Json& json : file["processors"].list) {
      ProcessorDescription& processor = processors.emplace_back();
      processor.uri = json["uri"].text;
      processor.id = json["processorId"].text;
      processor.kinds = kinds_from(json["stripKinds"]);
      processor.tap_point = json["tapPoint"].text;
      processor.sort = static_cast<int32_t>(json["sort"].number());
      processor.is_enabled = json["enabled"].text == "true";
      processor.is_keyed = json.has("keyed") && json["keyed"].text == "true";
      if (json.has("meters")) {
        for (const Json& meter : json["meters"].list) processor.meters.push_back(meter.text);
      }
      const uint32_t bands = json.has("bands") ? static_cast<uint32_t>(json["bands"].number()) : 0;
      for (uint32_t band = 0; band <= bands; ++band) {
        for (const Json& parameter : json["parameters"].list) {
          const bool is_banded = parameter["symbol"].text.find("{band}") != std::string::npos;
          if (is_banded == (band > 0)) processor.parameters.push_back(parameter_from(parameter, band));
        }
      }
    }
    return processors;
  }();
  return all;
}

}  // namespace rowdesk
