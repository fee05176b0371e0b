// One line of JSON, written as it comes.
#pragma once

#include <string>
#include <string_view>

namespace rowdesk::plugins {

/** Objects and lists nest as they are opened and closed; the writer sets the commas. */
class JsonLine {
 public:
  JsonLine& object() { return open('{'); }
  JsonLine& list() { return open('['); }
  JsonLine& end_object() { return close('}'); }
  JsonLine& end_list() { return close(']'); }
  JsonLine& name(std::string_view name);
  /** Control characters are escaped; bytes that are no UTF-8 stay as they are. */
  JsonLine& text(std::string_view value);
  /** The shortest decimal number that reads as the same float; null for what is not finite. */
  JsonLine& number(float value);
  /** As the float where it is one: plugins that compute with floats say 0.1 as 0.10000000149011612. */
  JsonLine& number(double value);
  JsonLine& integer(long long value);
  JsonLine& boolean(bool value);
  JsonLine& null();

  /** With a final line feed. */
  std::string take();

 private:
  JsonLine& open(char bracket);
  JsonLine& close(char bracket);
  /** The fewest digits that read as the same number of its type. */
  template <typename Number>
  JsonLine& shortest(Number value);
  void separate();
  void quote(std::string_view value);

  std::string line_;
  bool needs_comma_ = false;
};

}  // namespace rowdesk::plugins
