#include "channels.h"

#include <fcntl.h>
#include <unistd.h>

namespace rowdesk::plugins {
namespace {

/** Above what libraries take for their own streams by number. */
constexpr int least_descriptor = 64;

int commands = STDIN_FILENO;
int events = STDOUT_FILENO;

/** The stream under another number; the old one stays where no number is free. */
int moved(int stream) {
  const int other = fcntl(stream, F_DUPFD_CLOEXEC, least_descriptor);
  return other < 0 ? stream : other;
}

}  // namespace

void part_channels() {
  commands = moved(STDIN_FILENO);
  events = moved(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0) return;
  dup2(nothing, STDIN_FILENO);
  close(nothing);
}

int command_channel() noexcept { return commands; }
int event_channel() noexcept { return events; }

}  // namespace rowdesk::plugins
