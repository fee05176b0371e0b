#include "json.h"

#include <cctype>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace rowdesk {
namespace {

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
          if (next() != ':') throw std::runtime_error("no : after " + name);
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

}  // namespace

Json read_json(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return JsonReader(text.str()).read();
}

KindSet kinds_from(const Json& names) {
  KindSet kinds = 0;
  for (const Json& name : names.list) {
    for (uint32_t kind = 0; kind < kind_count; ++kind) {
      if (name.text == describe(static_cast<Kind>(kind)).name) kinds |= 1u << kind;
    }
  }
  return kinds;
}

}  // namespace rowdesk
