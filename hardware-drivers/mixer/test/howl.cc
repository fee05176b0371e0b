// The protection against howling: what it sends for its settings.
#include <map>

#include "feedback/howl.h"
#include "rig.h"

namespace rowdesk {
namespace {

const Notch ring_out = {1250.0, 30.0, -9.0};

// What the notches of each strip are now; it refuses while it is full.
struct Notched {
  Howl::Send send() {
    return [this](uint32_t strip, const std::vector<Notch>& notches) {
      if (!is_full) now[strip] = notches;
      ++calls;
      return !is_full;
    };
  }
  std::map<uint32_t, std::vector<Notch>> now;
  bool is_full = false;
  int calls = 0;
};

TEST("fixed notches are sent at once in each mode but off, and once for the same settings") {
  const Layout layout(counts_of(4));
  ProbeBoard board;
  Notched notched;
  Howl howl(layout, board, notched.send(), false);
  for (const HowlMode mode : {HowlMode::suppress, HowlMode::detect}) {
    howl.configure(2, {.mode = mode, .fixed = {ring_out}});
    CHECK(notched.now.at(2) == std::vector<Notch>{ring_out});
  }
  const int calls = notched.calls;
  howl.configure(2, {.mode = HowlMode::detect, .fixed = {ring_out}});
  CHECK(notched.calls == calls);
  howl.configure(2, {.mode = HowlMode::off, .fixed = {ring_out}});
  CHECK(notched.now.at(2).empty());
}

TEST("notches that can't be sent are sent by a later step, once") {
  const Layout layout(counts_of(4));
  ProbeBoard board;
  Notched notched;
  Howl howl(layout, board, notched.send(), false);
  notched.is_full = true;
  howl.configure(1, {.mode = HowlMode::suppress, .fixed = {ring_out}});
  howl.step();
  CHECK(notched.now.count(1) == 0);
  notched.is_full = false;
  howl.step();
  CHECK(notched.now.at(1) == std::vector<Notch>{ring_out});
  const int calls = notched.calls;
  howl.step();
  CHECK(notched.calls == calls);
}

}  // namespace
}  // namespace rowdesk
