#include "json_line.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace rowdesk::plugins {

void JsonLine::separate() {
  if (needs_comma_) line_ += ',';
  needs_comma_ = true;
}

JsonLine& JsonLine::open(char bracket) {
  separate();
  line_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonLine& JsonLine::close(char bracket) {
  line_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonLine& JsonLine::name(std::string_view name) {
  text(name);
  line_ += ':';
  needs_comma_ = false;
  return *this;
}

void JsonLine::quote(std::string_view value) {
  constexpr const char* digits = "0123456789abcdef";
  line_ += '"';
  for (const char each : value) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte < 0x20) {
      line_ += "\\u00";
      line_ += digits[byte >> 4];
      line_ += digits[byte & 15];
    } else {
      if (each == '"' || each == '\\') line_ += '\\';
      line_ += each;
    }
  }
  line_ += '"';
}

JsonLine& JsonLine::text(std::string_view value) {
  separate();
  quote(value);
  return *this;
}

template <typename Number>
JsonLine& JsonLine::shortest(Number value) {
  if (!std::isfinite(value)) return null();
  separate();
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  line_.append(digits, end);
  return *this;
}

JsonLine& JsonLine::number(float value) { return shortest(value); }

JsonLine& JsonLine::number(double value) {
  const auto single = static_cast<float>(value);
  return static_cast<double>(single) == value ? shortest(single) : shortest(value);
}

JsonLine& JsonLine::integer(long long value) {
  separate();
  line_ += std::to_string(value);
  return *this;
}

JsonLine& JsonLine::boolean(bool value) {
  separate();
  line_ += value ? "true" : "false";
  return *this;
}

JsonLine& JsonLine::null() {
  separate();
  line_ += "null";
  return *this;
}

std::string JsonLine::take() {
  line_ += '\n';
  needs_comma_ = false;
  return std::exchange(line_, {});
}

}  // namespace rowdesk::plugins
