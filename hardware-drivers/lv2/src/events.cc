#include "events.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <mutex>

#include "channels.h"

namespace rowdesk::plugins {
namespace {

/** Plugins write texts too: what is no UTF-8 becomes question marks, so that the line stays JSON. */
size_t sequence_length(std::string_view rest) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(rest[i]); };
  const size_t length = byte(0) < 0x80 ? 1 : byte(0) >= 0xc2 && byte(0) < 0xe0 ? 2 : byte(0) >= 0xe0 && byte(0) < 0xf0 ? 3 : byte(0) >= 0xf0 && byte(0) < 0xf5 ? 4 : 0;
  if (length == 0 || length > rest.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const size_t length = sequence_length(text);
    const auto first = static_cast<unsigned char>(text.front());
    if (length == 0) {
      out += '?';
    } else if (first == '"' || first == '\\') {
      out += {'\\', static_cast<char>(first)};
    } else if (first < 0x20) {
      char escaped[8];
      snprintf(escaped, sizeof escaped, "\\u%04x", first);
      out += escaped;
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out + '"';
}

}  // namespace

void Json::key(std::string_view name) {
  if (!body_.empty()) body_ += ',';
  body_ += quoted(name) + ':';
}

Json& Json::text(std::string_view name, std::string_view value) {
  key(name);
  body_ += quoted(value);
  return *this;
}

Json& Json::number(std::string_view name, double value) {
  if (!std::isfinite(value)) return *this;
  key(name);
  char digits[40];
  body_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  return *this;
}

Json& Json::boolean(std::string_view name, bool value) {
  key(name);
  body_ += value ? "true" : "false";
  return *this;
}

Json& Json::texts(std::string_view name, const std::vector<std::string>& values) {
  key(name);
  body_ += '[';
  for (size_t i = 0; i < values.size(); ++i) body_ += (i == 0 ? "" : ",") + quoted(values[i]);
  body_ += ']';
  return *this;
}

Json& Json::object(std::string_view name, const Json& value) {
  key(name);
  body_ += value.end();
  return *this;
}

Json event(std::string_view kind) { return Json().text("event", kind); }

void send(const Json& event) {
  static std::mutex guard;
  const std::lock_guard lock(guard);
  const std::string line = event.end() + "\n";
  for (size_t at = 0; at < line.size();) {
    const ssize_t written = write(event_channel(), line.data() + at, line.size() - at);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) at += static_cast<size_t>(written);
  }
}

}  // namespace rowdesk::plugins
