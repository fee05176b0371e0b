// A reader of JSON as far as processors.json needs it: no escapes in texts.
#include "processor_file.h"

#include <cctype>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

namespace rowdesk {
namespace {

struct Json {
  std::string text;  // of a string, or of anything else as it stands
  std::vector<Json> list;
  std::map<std::string, Json> members;

  bool has(const std::string& name) const { return members.contains(name); }
  const Json& operator[](const std::string& name) const { return members.at(name); }
  double number() const { return std::stod(text); }
};

class JsonReader {
 public:
  explicit JsonReader(std::string text) : text_(std::move(text)) {}

  Json read() {
    Json value;
    const char first = next();
    if (first == '{' || first == '[') {
      ++at_;
      const char last = first == '{' ? '}' : ']';
      while (next() != last) {
        if (first == '[') {
          value.list.push_back(read());
        } else {
          const std::string name = read().text;
          if (next() != ':') throw std::runtime_error("processors.json: no : after " + name);
          ++at_;
          value.members[name] = read();
        }
        if (next() == ',') ++at_;
      }
      ++at_;
    } else if (first == '"') {
      const size_t end = text_.find('"', at_ + 1);
      value.text = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else {
      const size_t end = text_.find_first_of(",]} \n", at_);
      value.text = text_.substr(at_, end - at_);
      at_ = end;
    }
    return value;
  }

 private:
  char next() {
    while (std::isspace(static_cast<unsigned char>(text_.at(at_)))) ++at_;
    return text_[at_];
  }
  std::string text_;
  size_t at_ = 0;
};

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
    std::stringstream text;
    text << std::ifstream("processors.json").rdbuf();
    std::vector<ProcessorDescription> processors;
    const Json file = JsonReader(text.str()).read();
    for (const Json& json : file["processors"].list) {
      ProcessorDescription& processor = processors.emplace_back();
      processor.uri = json["uri"].text;
      processor.id = json["processorId"].text;
      for (const Json& name : json["stripKinds"].list) {
        for (uint32_t kind = 0; kind < kind_count; ++kind) {
          if (name.text == describe(static_cast<Kind>(kind)).name) processor.kinds |= 1u << kind;
        }
      }
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
