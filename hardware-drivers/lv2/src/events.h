// What a rack says on its event channel (channels.h): JSON, one object a line.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowdesk::plugins {

/** An object of JSON that is written field by field. */
class Json {
 public:
  Json& text(std::string_view key, std::string_view value);
  /** A number that is not finite is left out. */
  Json& number(std::string_view key, double value);
  Json& boolean(std::string_view key, bool value);
  Json& texts(std::string_view key, const std::vector<std::string>& values);
  Json& object(std::string_view key, const Json& value);
  bool is_empty() const { return body_.empty(); }
  std::string end() const { return "{" + body_ + "}"; }

 private:
  void key(std::string_view name);
  std::string body_;
};

/** Begins an event of this kind. */
Json event(std::string_view kind);
/** Writes a line with one write(2): of any thread. */
void send(const Json& event);

}  // namespace rowdesk::plugins
