#include "command.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace rowdesk::plugins {
namespace {

int digit_of(char c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1; }

std::string decoded(std::string_view word) {
  std::string text;
  for (size_t i = 0; i < word.size(); ++i) {
    const bool is_code = word[i] == '%' && i + 2 < word.size() && digit_of(word[i + 1]) >= 0 && digit_of(word[i + 2]) >= 0;
    text += is_code ? static_cast<char>(digit_of(word[i + 1]) * 16 + digit_of(word[i + 2])) : word[i];
    if (is_code) i += 2;
  }
  return text;
}

}  // namespace

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (size_t at = 0;;) {
    const size_t end = line.find('\t', at);
    words.push_back(decoded(line.substr(at, end == std::string_view::npos ? end : end - at)));
    if (end == std::string_view::npos) return words;
    at = end + 1;
  }
}

void LineReader::wait(int timeout_ms) {
  pollfd ready{file_, POLLIN, 0};
  if (poll(&ready, 1, timeout_ms) <= 0) return;
  char bytes[4096];
  const ssize_t length = read(file_, bytes, sizeof bytes);
  if (length > 0) bytes_.append(bytes, static_cast<size_t>(length));
  if (length == 0 || (length < 0 && errno != EINTR && errno != EAGAIN)) has_ended_ = true;
}

bool LineReader::take(std::string& line) {
  const size_t end = bytes_.find('\n');
  if (end == std::string::npos) return false;
  line = bytes_.substr(0, end);
  bytes_.erase(0, end + 1);
  return true;
}

}  // namespace rowdesk::plugins
