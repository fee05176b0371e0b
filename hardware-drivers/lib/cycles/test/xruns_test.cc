// Xruns of an audio server's cycles.
#include "../src/cycles.h"

#include <cstdio>

namespace {

using rowdesk::Cycles;
using rowdesk::CycleTime;

int failures = 0;

void check(const char* what, bool holds) {
  std::printf("%s %s\n", holds ? "ok  " : "FAIL", what);
  if (!holds) ++failures;
}

constexpr uint32_t frames = 64;

/** Cycles of no channels: their time alone counts. */
struct Server {
  Cycles cycles{"test", 0, 0};
  uint64_t position = 0, xrun_frames = 0;
  uint32_t clock_id = 30;

  bool cycle() {
    const bool is_other = cycles.run({48000, frames, position, clock_id, "api.alsa.0", 0, xrun_frames}, nullptr, nullptr);
    position += frames;
    return is_other;
  }
  bool has(uint64_t xruns, uint64_t lost_frames) {
    const auto figures = cycles.figures().thread;
    return figures.xruns == xruns && figures.lost_frames == lost_frames;
  }
};

}  // namespace

int main() {
  Server server;
  server.xrun_frames = 1000;
  check("what a clock counted before the first cycle is no xrun", server.cycle() && server.has(0, 0));
  check("cycles in step are no xruns", !server.cycle() && server.has(0, 0));
  server.position += 128;
  server.cycle();
  check("a jump of the position is an xrun", server.has(1, 128));
  server.xrun_frames += 100;
  server.cycle();
  check("frames that the clock counts as lost are an xrun", server.has(2, 228));
  server.position += 64;
  server.xrun_frames += 96;
  server.cycle();
  check("a jump that the clock counts as well is one xrun", server.has(3, 324));
  server.clock_id = 31;
  server.position += 4096;
  server.xrun_frames += 4096;
  check("another clock is another format, and its count no xrun", server.cycle() && server.has(3, 324));
  check("the clock has its name", server.cycles.clock_id() == 31 && server.cycles.clock_name() == "api.alsa.0");
  server.xrun_frames = 0;
  server.cycle();
  check("a clock that starts to count anew has no xrun", server.has(3, 324));
  return failures == 0 ? 0 : 1;
}
