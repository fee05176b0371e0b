// Paths of different latency into one main. What has latency here is the input itself: it is fed late by as much as its
// processors are said to take.
#include "desk.h"

namespace rowdesk {
namespace {

constexpr uint32_t late = 37;

// Noise on every channel but late on the first; input 2 is turned around, so that both cancel when they are aligned.
float noise(uint64_t frame) {
  uint64_t x = (frame + 1) * 0x9e3779b97f4a7c15ull;
  x ^= x >> 31;
  x *= 0x94d049bb133111ebull;
  return (static_cast<float>(x >> 40) / 8388608.0f - 1.0f) * 0.25f;
}
Sound with_latency(uint32_t frames) {
  return [=](uint32_t channel, uint64_t frame) {
    if (channel != 0) return noise(frame);
    return frame < frames ? 0.0f : noise(frame - frames);
  };
}

void arrange(Desk& desk) {
  desk.feed(1);
  desk.feed(2);
  for (const char* path : {"/channel/input/1", "/channel/input/2"}) {
    desk.set_all({{path, "mainAssigned", 1.0}, {path, "pan", -100.0}});
  }
  desk.set("/channel/input/2", "polarityInverted", 1);
}

uint32_t number_of(Desk& desk, std::string_view path) { return static_cast<uint32_t>(desk.ref(path)) - 1; }

TEST("an early path waits for a late one, to the frame") {
  for (const uint32_t block : {17u, 64u, 1000u}) {
    Desk desk;
    arrange(desk);
    desk.mixer.set_latency(0, late);
    desk.prepare();
    CHECK(peak_db(desk.render(4800, with_latency(late), block)[0]) < -140);
    CHECK(desk.mixer.excess_ms(1) == 0);
  }
  Desk without;
  arrange(without);
  without.prepare();
  CHECK(peak_db(without.render(4800, with_latency(late))[0]) > -20);
}

TEST("the routes into a main say how long each strip waits there") {
  Desk desk;
  arrange(desk);
  desk.mixer.set_latency(number_of(desk, "/channel/input/1"), late);
  desk.prepare();
  CHECK(desk.mixer.latency(number_of(desk, "/channel/input/1")) == late);
  const uint32_t main = number_of(desk, "/channel/main/1");
  uint32_t waits[2] = {~0u, ~0u};
  for (const Route& route : desk.mixer.routes()) {
    if (route.to != main) continue;
    CHECK(route.is_processed);
    if (route.from == number_of(desk, "/channel/input/1")) waits[0] = route.wait_frames;
    if (route.from == number_of(desk, "/channel/input/2")) waits[1] = route.wait_frames;
  }
  CHECK(waits[0] == 0);
  CHECK(waits[1] == late);
}

TEST("a mix is not delayed for another strip's latency, and brings its own along into the main") {
  Desk desk;
  arrange(desk);
  desk.set("/channel/input/2", "mainAssigned", 0);
  for (const char* input : {"/channel/input/1", "/channel/input/2"}) desk.send(input, "mix/1", 0);
  desk.mixer.set_latency(number_of(desk, "/channel/input/1"), late);
  desk.prepare();
  desk.set("/channel/mix/1", "soloed", 1);
  desk.render(4800, with_latency(late));
  const Channels out = desk.render(64, with_latency(late));
  for (uint64_t i = 0; i < 64; ++i) {  // both as they come, one late
    const double law = noise(4800 + i - late) - noise(4800 + i);
    CHECK_NEAR(out[Desk::left][i], law * half_power, 1e-6);
  }

  // Input 2 through the mix alone is as early as input 2 is, and waits for input 1 in the main.
  desk.send("/channel/input/1", "mix/1", -144);
  desk.set_all({{"/channel/mix/1", "mainAssigned", 1.0}, {"/channel/mix/1", "pan", -100.0}});
  desk.prepare();
  CHECK(peak_db(desk.render(4800, with_latency(late))[0]) < -140);
  // The late one through the mix is late there too: nothing waits any more.
  desk.send("/channel/input/1", "mix/1", 0);
  desk.send("/channel/input/2", "mix/1", -144);
  desk.set("/channel/input/1", "mainAssigned", 0);
  desk.prepare();
  CHECK_NEAR(desk.render(64, with_latency(0))[0][63], noise(63), 1e-6);
}

TEST("each main has its own longest path, and its own of each tap") {
  Desk desk;
  arrange(desk);
  desk.mixer.set_latency(0, late);
  desk.send("/channel/input/2", "main/2", 0, tap_pre_fader, -100);
  desk.prepare();
  const Channels out = desk.render(4800, with_latency(late));
  CHECK(peak_db(out[0]) < -140);
  CHECK_NEAR(out[2][4799], -noise(4799), 1e-6);
  desk.send("/channel/input/1", "main/2", 0, tap_pre_fader, -100);
  desk.prepare();
  CHECK(peak_db(desk.render(4800, with_latency(late))[2]) < -140);
}

TEST("no path waits longer than 10 ms: what is left is said") {
  Desk desk;
  arrange(desk);
  desk.mixer.set_latency(0, 500);
  desk.prepare();
  CHECK(std::abs(desk.mixer.excess_ms(1) - 20 / 48.0) < 1e-9);
  CHECK(desk.mixer.excess_ms(2) == 0);
  CHECK(peak_db(desk.render(4800, with_latency(480))[0]) < -140);
  desk.mixer.set_latency(0, 0);
  desk.prepare();
  CHECK(desk.mixer.excess_ms(1) == 0);
  CHECK(peak_db(desk.render(4800, with_latency(0))[0]) < -140);
}

TEST("strips of many different latencies are aligned with each other") {
  Desk desk;
  for (int input = 1; input <= 8; ++input) {
    desk.feed(input);
    desk.set_all({{Desk::name("input", input), "mainAssigned", 1.0}, {Desk::name("input", input), "pan", -100.0}});
    desk.set(Desk::name("input", input), "polarityInverted", input % 2);
    desk.mixer.set_latency(static_cast<uint32_t>(input) - 1, static_cast<uint32_t>(input) * 11);
  }
  desk.prepare();
  const Sound each_late = [](uint32_t channel, uint64_t frame) {
    const uint64_t by = (channel + 1) * 11;
    return frame < by ? 0.0f : noise(frame - by);
  };
  CHECK(peak_db(desk.render(4800, each_late)[0]) < -130);
}

}  // namespace
}  // namespace rowdesk
