// A line of a rack's stdin: words separated by tabs, each percent-encoded where it holds a tab, a newline or a percent sign.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace rowdesk::plugins {

std::vector<std::string> words_of(std::string_view line);

/** Reads lines from a file descriptor. */
class LineReader {
 public:
  explicit LineReader(int file) : file_(file) {}
  /** Waits at most so long for bytes. */
  void wait(int timeout_ms);
  /** False without a whole line. */
  bool take(std::string& line);
  bool has_ended() const { return has_ended_; }

 private:
  const int file_;
  std::string bytes_;
  bool has_ended_ = false;
};

}  // namespace rowdesk::plugins
