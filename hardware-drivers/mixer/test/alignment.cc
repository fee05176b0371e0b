// Paths of different latency into one bus: limiters with look-ahead, which change nothing else of the sound.
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

double excess_ms(Desk& desk, std::string_view path) { return desk.mixer.excesses_ms()[number_of(desk, path)]; }

TEST("an early path waits for a late one, to the frame") {
  for (const uint32_t block : {17u, 64u, 1000u}) {
    Desk desk;
    arrange(desk);
    make_late(desk, "/channel/input/1", late);
    desk.prepare();
    CHECK(peak_db(desk.render(4800, everywhere, block)[0]) < -140);
    CHECK(excess_ms(desk, "/channel/main/1") == 0);
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
    CHECK(excess_ms(desk, "/channel/main/1") == 0);
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

// The frame at which an impulse on a channel arrives in a bus, as the cue hears it; no_frame if it does not.
constexpr uint32_t no_frame = ~0u;
uint32_t arrival(Desk& desk, std::string_view bus, uint32_t channel) {
  desk.set(bus, "soloed", 1);
  desk.prepare();
  const Channels out = desk.render(4800, [channel](uint32_t each, uint64_t frame) {
    return each == channel && frame == 64 ? 0.25f : 0.0f;
  });
  desk.set(bus, "soloed", 0);
  for (uint32_t frame = 0; frame < 4800; ++frame) {
    if (std::abs(out[Desk::left][frame]) > 1e-4f) return frame - 64;
  }
  return no_frame;
}

// Inputs 1 and 2 into main/1, into mix/1 and through mix/2 and mix/3 into matrix/1; input 3 into main/1 alone. With
// look-ahead input 1 is late.
void arrange_buses(Desk& desk, bool has_look_ahead) {
  for (int input = 1; input <= 3; ++input) {
    desk.feed(input);
    desk.set(Desk::name("input", input), "mainAssigned", 1);
  }
  for (const char* input : {"/channel/input/1", "/channel/input/2"}) desk.send(input, "mix/1", 0);
  desk.send("/channel/input/1", "mix/2", 0);
  desk.send("/channel/input/2", "mix/3", 0, tap_pre_fader);
  for (const char* mix : {"/channel/mix/2", "/channel/mix/3"}) desk.send(mix, "matrix/1", 0);
  desk.set_ref("/channel/mixMinus/1", "owner", "/channel/input/3");
  desk.set_ref("/channel/mixMinus/2", "base", "/channel/mix/1");
  if (has_look_ahead) make_late(desk, "/channel/input/1", late);
}

TEST("an impulse arrives at the same frame by all paths into a main, a matrix, a mix-minus and an aligned mix") {
  const char* buses[] = {"/channel/main/1", "/channel/matrix/1", "/channel/mixMinus/1", "/channel/mixMinus/2", "/channel/mix/1"};
  for (const bool has_look_ahead : {false, true}) {
    Desk desk;
    arrange_buses(desk, has_look_ahead);
    desk.set("/channel/mix/1", "aligned", 1);
    for (const char* bus : buses) {
      const uint32_t law = has_look_ahead ? late : 0;
      CHECK(arrival(desk, bus, 0) == law);
      CHECK(arrival(desk, bus, 1) == law);
      CHECK(excess_ms(desk, bus) == 0);
    }
    CHECK(arrival(desk, "/channel/mixMinus/1", 2) == no_frame);
  }
}

TEST("a mix that is not aligned delays nothing, and counts in a main and a matrix as its latest path") {
  Desk desk;
  arrange_buses(desk, true);
  CHECK(arrival(desk, "/channel/mix/1", 0) == late);
  CHECK(arrival(desk, "/channel/mix/1", 1) == 0);
  desk.set_all({{"/channel/input/1", "mainAssigned", 0.0}, {"/channel/input/2", "mainAssigned", 0.0}, {"/channel/mix/1", "mainAssigned", 1.0}});
  CHECK(arrival(desk, "/channel/main/1", 2) == late);  // it waits for the mix
  CHECK(arrival(desk, "/channel/main/1", 0) == late);
  CHECK(arrival(desk, "/channel/main/1", 1) == 0);  // as early as in the mix
  desk.set("/channel/mix/1", "aligned", 1);
  CHECK(arrival(desk, "/channel/main/1", 1) == late);
}

TEST("a chain of buses adds up: limiters on an input, on a mix and on a main are aligned in a matrix") {
  Desk desk;
  arrange_buses(desk, true);
  for (const char* strip : {"/channel/mix/2", "/channel/main/1"}) make_late(desk, strip, 2 * late);
  desk.send("/channel/main/1", "matrix/1", 0);
  const uint32_t law = 3 * late;
  for (const uint32_t channel : {0u, 1u, 2u}) CHECK(arrival(desk, "/channel/matrix/1", channel) == law);
}

TEST("a linked pair of mixes has one alignment, and each of the two its own again when it is unlinked") {
  Desk desk;
  for (int input = 1; input <= 2; ++input) desk.feed(input);
  for (const char* input : {"/channel/input/1", "/channel/input/2"}) desk.send(input, "mix/1", 0);
  desk.send("/channel/input/2", "mix/2", 0);
  for (const char* mix : {"/channel/mix/1", "/channel/mix/2"}) desk.set_all({{mix, "aligned", 1.0}, {mix, "stereoLink", 1.0}});
  make_late(desk, "/channel/input/1", late);
  for (const uint32_t output : {Desk::left, Desk::right}) {
    desk.set("/channel/mix/1", "soloed", 1);
    desk.set("/channel/mix/2", "soloed", 1);
    desk.prepare();
    const Channels out = desk.render(480, [](uint32_t channel, uint64_t frame) { return channel < 2 && frame == 64 ? 0.25f : 0.0f; });
    CHECK(out[output][64] == 0);
    CHECK_NEAR(out[output][64 + late], 0.5 * half_power, 1e-6);
  }
  for (const char* mix : {"/channel/mix/1", "/channel/mix/2"}) desk.set_all({{mix, "stereoLink", 0.0}, {mix, "soloed", 0.0}});
  CHECK(arrival(desk, "/channel/mix/1", 1) == late);
  CHECK(arrival(desk, "/channel/mix/2", 1) == 0);
}

TEST("the limit bounds each delay, and what is beyond it is told for each bus until it is gone") {
  Desk desk;
  arrange_buses(desk, false);
  make_late(desk, "/channel/input/1", 240);
  desk.set("/console", "alignLimitMs", 2);
  CHECK(arrival(desk, "/channel/main/1", 0) == 240);
  CHECK(arrival(desk, "/channel/main/1", 1) == 97);  // one frame more, since latencies are rounded
  CHECK_NEAR(excess_ms(desk, "/channel/main/1"), 143 / 48.0, 1e-9);
  CHECK_NEAR(excess_ms(desk, "/channel/matrix/1"), 143 / 48.0, 1e-9);
  CHECK(excess_ms(desk, "/channel/mix/1") == 0);
  desk.set("/console", "alignLimitMs", 0);
  CHECK(arrival(desk, "/channel/main/1", 1) == 0);
  desk.set("/console", "alignLimitMs", 5);
  for (const double excess : desk.mixer.excesses_ms()) CHECK(excess == 0);
  CHECK(arrival(desk, "/channel/main/1", 1) == 240);
  desk.set("/console", "alignLimitMs", 2);
  desk.set(processor_path("limiter"), "enabled", 0);
  for (const double excess : desk.mixer.excesses_ms()) CHECK(excess == 0);
}

TEST("delays up to the highest limit are exact at the highest rate") {
  Desk desk("", {}, 192000.0);
  arrange_buses(desk, false);
  desk.set("/console", "alignLimitMs", 50);
  for (const char* strip : {"/channel/input/1", "/channel/mix/2", "/channel/main/1"}) {
    turn_on(desk, "limiter", {{"thresholdDb", 0}, {"lookAheadMs", 5}}, strip);
  }
  desk.send("/channel/main/1", "matrix/1", 0);
  for (const uint32_t channel : {0u, 1u}) CHECK(arrival(desk, "/channel/matrix/1", channel) == 1920);
}

TEST("another look-ahead changes the delays that there are, and no route") {
  Desk desk;
  arrange_buses(desk, true);
  desk.prepare();
  const uint64_t before = desk.mixer.commit_work();
  desk.set(values_path("limiter"), "lookAheadMs", 2 * late / 48.0);
  desk.render(64, everywhere);
  // The processor, and one line of each lane of main/1, matrix/1 and both mix-minus.
  CHECK(desk.mixer.commit_work() - before <= 16 + 2 + 1 + 2);
  CHECK(arrival(desk, "/channel/main/1", 1) == 2 * late);
}

}  // namespace
}  // namespace rowdesk
