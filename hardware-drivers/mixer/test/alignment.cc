// Paths of different latency into one main: limiters with look-ahead, which change nothing else of the sound.
#include "desk.h"
#include "strip_rig.h"

namespace rowdesk {
namespace {

constexpr uint32_t late = 37;

// The same noise on every channel; input 2 is turned around, so that both cancel when they are aligned.
float noise(uint64_t frame) {
  uint64_t x = (frame + 1) * 0x9e3779b97f4a7c15ull;
  x ^= x >> 31;
  x *= 0x94d049bb133111ebull;
  return (static_cast<float>(x >> 40) / 8388608.0f - 1.0f) * 0.25f;
}
const Sound everywhere = [](uint64_t frame) { return noise(frame); };

void make_late(Rig& desk, std::string_view strip, uint32_t frames) {
  turn_on(desk, "limiter", {{"thresholdDb", 0}, {"lookAheadMs", frames / 48.0}}, strip);
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
    make_late(desk, "/channel/input/1", late);
    desk.prepare();
    CHECK(peak_db(desk.render(4800, everywhere, block)[0]) < -140);
    CHECK(desk.mixer.excess_ms(1) == 0);
  }
  Desk without;  // an align delay is what the operator wants, and is not taken back
  arrange(without);
  without.set("/channel/input/1/align", "delayMs", late / 48.0);
  without.prepare();
  CHECK(peak_db(without.render(4800, everywhere)[0]) > -20);
}

TEST("the routes into a main say how long each strip waits there") {
  Desk desk;
  arrange(desk);
  make_late(desk, "/channel/input/1", late);
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
  make_late(desk, "/channel/input/1", late);
  desk.prepare();
  desk.set("/channel/mix/1", "soloed", 1);
  desk.render(4800, everywhere);
  const Channels out = desk.render(64, everywhere);
  for (uint64_t i = 0; i < 64; ++i) {  // both as they come, one late
    const double law = noise(4800 + i - late) - noise(4800 + i);
    CHECK_NEAR(out[Desk::left][i], law * half_power, 1e-6);
  }

  // Input 2 through the mix alone is as early as input 2 is, and waits for input 1 in the main.
  desk.send("/channel/input/1", "mix/1", -144);
  desk.set_all({{"/channel/mix/1", "mainAssigned", 1.0}, {"/channel/mix/1", "pan", -100.0}});
  desk.prepare();
  CHECK(peak_db(desk.render(4800, everywhere)[0]) < -140);
  // The late one through the mix is late there too: nothing waits any more.
  desk.send("/channel/input/1", "mix/1", 0);
  desk.send("/channel/input/2", "mix/1", -144);
  desk.set("/channel/input/1", "mainAssigned", 0);
  desk.prepare();
  CHECK_NEAR(desk.render(64, everywhere)[0][63], noise(63 - late), 1e-6);
}

TEST("each main has its own longest path, and its own of each tap") {
  Desk desk;
  arrange(desk);
  make_late(desk, "/channel/input/1", late);
  desk.send("/channel/input/2", "main/2", 0, tap_pre_fader, -100);
  desk.prepare();
  const Channels out = desk.render(4800, everywhere);
  CHECK(peak_db(out[0]) < -140);
  CHECK_NEAR(out[2][4799], -noise(4799), 1e-6);
  desk.send("/channel/input/1", "main/2", 0, tap_pre_fader, -100);
  desk.prepare();
  CHECK(peak_db(desk.render(4800, everywhere)[2]) < -140);
}

TEST("a send from before a limiter waits in a main for one from behind it") {
  Desk desk;
  arrange(desk);
  make_late(desk, "/channel/input/1", late);
  make_late(desk, "/channel/input/2", late);
  desk.send("/channel/input/1", "main/2", 0, tap_pre_fader, -100);
  desk.send("/channel/input/2", "main/2", 0, tap_post_eq, -100);
  desk.prepare();
  CHECK(peak_db(desk.render(4800, everywhere)[2]) < -140);
}

TEST("limiters with the longest look-ahead on inputs and on a mix are aligned with what has none, at any rate") {
  for (const double rate : {44100.0, 48000.0, 96000.0}) {
    Desk desk("", {}, rate);
    arrange(desk);
    for (const char* strip : {"/channel/input/1", "/channel/mix/1"}) turn_on(desk, "limiter", {{"thresholdDb", 0}, {"lookAheadMs", 5}}, strip);
    desk.set("/channel/input/1", "mainAssigned", 0);
    desk.send("/channel/input/1", "mix/1", 0);
    desk.set_all({{"/channel/mix/1", "mainAssigned", 1.0}, {"/channel/mix/1", "pan", -100.0}});
    desk.prepare();
    CHECK(peak_db(desk.render(9600, everywhere)[0]) < -140);
    CHECK(desk.mixer.excess_ms(1) == 0);
  }
}

TEST("strips of many different latencies are aligned with each other") {
  Desk desk;
  for (int input = 1; input <= 8; ++input) {
    desk.feed(input);
    desk.set_all({{Desk::name("input", input), "mainAssigned", 1.0}, {Desk::name("input", input), "pan", -100.0}});
    desk.set(Desk::name("input", input), "polarityInverted", input % 2);
    make_late(desk, Desk::name("input", input), static_cast<uint32_t>(input) * 11);
  }
  desk.prepare();
  CHECK(peak_db(desk.render(4800, everywhere)[0]) < -130);
}

}  // namespace
}  // namespace rowdesk
