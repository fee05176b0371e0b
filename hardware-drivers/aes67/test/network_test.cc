// Networks in namespaces of this process: it has to be started where it is root.
#include "../src/network.h"

#include <arpa/inet.h>
#include <rowdesk/clock.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <functional>

#include "../../lib/sound-files/test/check.h"
#include "places.h"

using namespace rowdesk;
using namespace rowdesk::aes67;
using rowdesk::test::cable;
using rowdesk::test::Place;

namespace {

constexpr uint32_t rate_hz = 48000, block = 48, channels = 4;
constexpr uint32_t longest = rate_hz * 8;

/** A network whose outputs have constant values, and whose inputs are kept. */
struct Desk {
  const Place& place;
  rd_processor processor{sizeof(rd_processor), RD_ABI, this, prepare, release, process};
  std::array<std::atomic<float>, channels> values{};
  std::array<std::vector<float>, channels> heard;
  /** Frames so far, of those that are kept. */
  std::atomic<uint64_t> frames{0};
  Cycles cycles{"aes67", channels, channels};
  Network network{cycles, channels, channels};

  explicit Desk(const Place& where) : place(where) {
    for (auto& channel : heard) channel.resize(longest);
    cycles.start(processor, rate_hz);
    place.in([&] { network.start({rate_hz, block, 37}); });
  }
  ~Desk() { network.stop(); }

  static int prepare(void*, double, uint32_t, uint32_t, uint32_t) { return 0; }
  static void release(void*) {}
  static void process(void* self, const float* const* in, float* const* out, uint32_t count, const rd_block_time*) {
    Desk& desk = *static_cast<Desk*>(self);
    const uint64_t done = desk.frames;
    for (uint32_t c = 0; c < channels; ++c) {
      std::fill_n(out[c], count, desk.values[c].load());
      if (done + count <= longest) std::memcpy(desk.heard[c].data() + done, in[c], count * sizeof(float));
    }
    if (done + count <= longest) desk.frames += count;
  }

  void open(const std::vector<std::string>& names) {
    place.in([&] { network.open(names); });
  }
  void receive(std::vector<ReceiveOrder> orders) {
    place.in([&] { network.receive(std::move(orders)); });
  }
  void transmit(std::vector<TransmitOrder> orders) {
    place.in([&] { network.transmit(std::move(orders)); });
  }
  /** Runs so many frames more. Returns how many there were before. */
  uint64_t run(uint64_t more) {
    const uint64_t begin = frames;
    if (begin + more > longest) throw std::runtime_error("a test is too long");
    while (frames < begin + more) rd_sleep_until(rd_monotonic_ns() + 5'000'000);
    return begin;
  }
  float last(uint32_t input) const { return heard[input][frames - 1]; }
  /** The largest step from one frame to the next. */
  float steepest(uint32_t input, uint64_t from) const {
    float most = 0;
    for (uint64_t n = from + 1; n < frames; ++n) most = std::max(most, std::fabs(heard[input][n] - heard[input][n - 1]));
    return most;
  }
  /** Until it holds; a test that waits for ever is one that fails. */
  void until(const std::function<bool()>& holds) {
    while (!holds()) run(block);
  }
};

ReceiveOrder received(const std::string& id, const std::string& group, std::vector<InputFeed> inputs, uint32_t port = 5004) {
  return {id, {{group, port, "", 0}}, Encoding::l24, 2, 97, 48, 0, std::move(inputs), 960};
}
TransmitOrder sent(const std::string& id, const std::string& group, std::vector<uint32_t> outputs, uint32_t port = 5004) {
  return {id, {{group, port, "", 4}}, Encoding::l24, std::move(outputs), 97, 48, 7, 34};
}

/** A sender with no manners. */
struct Stranger {
  int descriptor;
  explicit Stranger(const Place& place) : descriptor(place.in([] { return socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0); })) {}
  ~Stranger() { close(descriptor); }
  void send(const Place& place, const char* interface, const char* group, const std::vector<uint8_t>& bytes, uint32_t times = 1) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(5004);
    inet_pton(AF_INET, group, &to.sin_addr);
    place.in([&] {
      setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, interface, static_cast<socklen_t>(std::strlen(interface) + 1));
    });
    for (uint32_t n = 0; n < times; ++n) {
      const auto count = sendto(descriptor, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&to), sizeof to);
      if (count < 0) throw std::runtime_error(std::string("the stranger can't send: ") + std::strerror(errno));
    }
  }
};

struct Pair {
  Place here, there;
  Desk a, b;
  Pair() : a(here), b(there) {
    cable(here, there, "e0", 0);
    a.open({"e0"});
    b.open({"e0"});
  }
};

/** The steepest step of a fade between values this far apart: over a block, or over the 16 frames of a stream's own. */
constexpr float step_of(float distance) { return distance / 16 + 0.001f; }

}  // namespace

TEST("an input that gets another channel, another stream or none is faded, never cut") {
  Pair pair;
  Desk &a = pair.a, &b = pair.b;
  b.values[0] = 0.5f, b.values[1] = -0.5f, b.values[2] = 0.25f, b.values[3] = -0.25f;
  b.transmit({sent("x", "239.7.0.1", {0, 1}), sent("y", "239.7.0.2", {2, 3})});
  a.receive({received("x", "239.7.0.1", {{0, 0}})});
  a.until([&] { return a.last(0) == 0.5f; });
  const std::vector<std::pair<std::vector<ReceiveOrder>, float>> changes{
      {{received("x", "239.7.0.1", {{1, 0}})}, -0.5f},
      {{received("x", "239.7.0.1", {{1, 0}, {0, 1}}), received("y", "239.7.0.2", {})}, -0.5f},
      {{received("x", "239.7.0.1", {}), received("y", "239.7.0.2", {{0, 0}})}, 0.25f},
      {{received("y", "239.7.0.2", {{1, 0}})}, -0.25f},
      {{}, 0},
  };
  float before = 0.5f;
  for (const auto& [orders, after] : changes) {
    const uint64_t from = a.run(480);
    a.receive(orders);
    a.until([&] { return a.last(0) == after; });
    a.run(480);
    CHECK_UNDER(a.steepest(0, from), step_of(std::fabs(before - after)));
    before = after;
  }
  CHECK(a.network.received().empty());
}

TEST("an order that changes its inputs keeps its counters, one of another format begins anew") {
  Pair pair;
  Desk &a = pair.a, &b = pair.b;
  b.transmit({sent("x", "239.7.0.1", {0, 1})});
  a.receive({received("x", "239.7.0.1", {{0, 0}})});
  a.until([&] { return a.network.received()[0].figures.packets > 100; });
  ReceiveOrder order = received("x", "239.7.0.1", {{0, 1}});
  order.link_offset_frames = 1200;
  a.receive({order});
  CHECK(a.network.received()[0].figures.packets > 100);
  order.payload_type = 98;
  a.receive({order});
  a.until([&] { return a.network.received()[0].figures.foreign > 0; });
  CHECK(a.network.received()[0].figures.packets == 0);
  const uint64_t packets = b.network.transmitted()[0].packets;
  TransmitOrder other = sent("x", "239.7.0.9", {0, 1});
  b.transmit({other});
  CHECK(b.network.transmitted()[0].packets >= packets);
  other.outputs = {1, 0};
  b.transmit({other});
  CHECK(b.network.transmitted()[0].packets < packets);
}

TEST("a step of media time is counted, and sound goes on behind it after the same time") {
  Pair pair;
  Desk &a = pair.a, &b = pair.b;
  b.values[0] = 0.5f;
  b.transmit({sent("x", "239.7.0.1", {0, 1})});
  a.receive({received("x", "239.7.0.1", {{0, 0}})});
  a.until([&] { return a.last(0) == 0.5f; });
  const uint64_t from = a.run(block);
  a.network.set_utc_offset(36);
  a.until([&] { return a.network.steps() == 1; });
  b.network.set_utc_offset(36);
  a.until([&] { return b.network.steps() == 1 && a.last(0) == 0.5f; });
  a.run(4800);
  a.until([&] { return a.last(0) == 0.5f; });
  CHECK(a.cycles.figures().thread.xruns >= 1);
  CHECK(!a.network.received()[0].figures.is_learned);
  CHECK_UNDER(a.steepest(0, from), step_of(0.5f));
  CHECK(a.network.steps() == 1 && b.network.steps() == 1);
}

TEST("a flood is read no faster than a block allows, every packet of it is counted, and the stream goes on behind it") {
  Pair pair;
  Desk &a = pair.a, &b = pair.b;
  b.values[0] = 0.5f;
  b.transmit({sent("x", "239.7.0.1", {0, 1})});
  a.receive({received("x", "239.7.0.1", {{0, 0}})});
  a.until([&] { return a.last(0) == 0.5f; });
  constexpr uint32_t times = 20'000;
  Stranger stranger(pair.there);
  stranger.send(pair.there, "e0", "239.7.0.1", {1, 2, 3}, times);
  stranger.send(pair.there, "e0", "239.7.0.1", std::vector<uint8_t>(60'000, 0x80));
  const auto counted = [&] {
    const Received all = a.network.received()[0];
    return all.figures.malformed + all.figures.foreign + all.overrun;
  };
  // Packets of the stream that the flood drowned are in the overrun too.
  a.until([&] { return counted() >= times + 1; });
  CHECK(a.network.received()[0].overrun > 0);
  a.until([&] { return a.last(0) == 0.5f; });
}

TEST("only the sender that an order names is heard, of groups and of unicast") {
  for (const std::string address : {"239.7.0.1", "10.78.0.1"}) {
    Pair pair;
    Desk &a = pair.a, &b = pair.b;
    b.values[0] = 0.5f;
    pair.there.ip("address add 10.78.0.7/24 dev e0");
    b.transmit({sent("x", address, {0, 1})});
    ReceiveOrder order = received("x", address, {{0, 0}});
    order.paths[0].source = "10.78.0.7";
    a.receive({order});
    CHECK(a.network.unopened_receive().empty());
    a.run(4800);
    CHECK(a.network.received()[0].figures.packets == 0 && a.last(0) == 0);
    order.paths[0].source = "10.78.0.2";
    a.receive({order});
    a.until([&] { return a.last(0) == 0.5f; });
    CHECK(a.network.received()[0].figures.ssrc == 7);
  }
}

TEST("nothing is heard from another interface, nor sent to it") {
  Place here, there;
  cable(here, there, "e0", 0);
  cable(here, there, "e1", 1);
  here.ip("route add 224.0.0.0/4 dev e1");
  there.ip("route add 224.0.0.0/4 dev e1");
  Desk a(here), b(there), c(there);
  a.open({"e0"});
  b.open({"e1"});
  c.open({"e1"});
  b.values[0] = 0.5f;
  c.receive({received("y", "239.7.0.2", {{0, 0}})});
  a.transmit({sent("y", "239.7.0.2", {0, 1})});
  b.transmit({sent("x", "239.7.0.1", {0, 1})});
  a.receive({received("x", "239.7.0.1", {{0, 0}})});
  a.run(9600);
  CHECK(b.network.transmitted()[0].packets > 100 && a.network.transmitted()[0].packets > 100);
  CHECK(a.network.received()[0].figures.packets == 0 && c.network.received()[0].figures.packets == 0);
  a.open({"e1"});
  a.until([&] { return a.last(0) == 0.5f && c.network.received()[0].figures.packets > 100; });
}

TEST("a link that goes and comes back is counted, and needs no opening; an interface that goes is stale") {
  Pair pair;
  Desk &a = pair.a, &b = pair.b;
  b.values[0] = 0.5f;
  b.transmit({sent("x", "239.7.0.1", {0, 1})});
  a.receive({received("x", "239.7.0.1", {{0, 0}})});
  a.until([&] { return a.last(0) == 0.5f; });
  pair.there.ip("link set e0 down");
  b.until([&] { return b.network.transmitted()[0].dropped > 100; });
  CHECK(!b.network.transmitted()[0].reason.empty());
  const uint64_t from = a.run(4800);
  CHECK(a.last(0) == 0 && !a.network.received()[0].figures.has_signal);
  pair.there.ip("link set e0 up");
  a.until([&] { return a.last(0) == 0.5f && b.network.transmitted()[0].reason.empty(); });
  CHECK_UNDER(a.steepest(0, from), step_of(0.5f));
  const auto is_stale = [&] { return pair.here.in([&] { return a.network.is_stale(); }); };
  CHECK(!is_stale());
  pair.here.ip("link delete e0");
  CHECK(is_stale());
  a.run(480);
  std::string words;
  try {
    a.open({"e0"});
  } catch (const NetworkError& error) {
    words = error.what();
  }
  CHECK(words == "there is no interface e0 on this machine");
  cable(pair.here, pair.there, "e0", 0);
  CHECK(is_stale());
  a.open({"e0"});
  b.open({"e0"});
  CHECK(!is_stale());
  a.until([&] { return a.last(0) == 0.5f; });
  pair.here.ip("address add 10.78.5.1/24 dev e0");
  pair.here.ip("address del 10.78.0.1/24 dev e0");
  CHECK(is_stale());
}

TEST("what can't be opened is said, and the rest goes on") {
  Pair pair;
  Desk &a = pair.a, &b = pair.b;
  b.values[0] = 0.5f;
  b.transmit({sent("x", "239.7.0.1", {0, 1}), sent("u", "10.78.0.1", {0, 1}, 5008)});
  ReceiveOrder twice = received("v", "10.78.0.1", {}, 5008), two = received("w", "239.7.0.3", {});
  two.paths.push_back({"239.7.1.3", 5004, "", 0});
  a.receive({received("x", "239.7.0.1", {{0, 0}}), received("x", "239.7.0.1", {}), received("z", "239.7.0.2", {{0, 0}}),
             received("f", "10.78.0.9", {}), received("u", "10.78.0.1", {{0, 1}}, 5008), twice, two});
  const std::vector<Unopened> expected{
      {"x", "another stream has the id x", false},
      {"z", "input 1 is fed already", false},
      {"f", "10.78.0.9 is not the address of e0, which is 10.78.0.1", false},
      {"v", "stream u has 10.78.0.1 port 5008 already: give each unicast stream a port of its own", false},
      {"w", "path 2: no second interface is chosen for audio", true},
  };
  CHECK(a.network.unopened_receive().size() == expected.size());
  for (const Unopened& wanted : expected) {
    bool is_there = false;
    for (const Unopened& each : a.network.unopened_receive()) {
      is_there = is_there || (each.id == wanted.id && each.reason == wanted.reason && each.is_partial == wanted.is_partial);
    }
    if (!is_there) std::printf("  not said: %s: %s\n", wanted.id.c_str(), wanted.reason.c_str());
    CHECK(is_there);
  }
  a.until([&] { return a.last(0) == 0.5f && a.last(1) == 0.5f; });
  std::vector<ReceiveOrder> many;
  for (int n = 0; n < 65; ++n) many.push_back(received(std::to_string(n), "239.8.0." + std::to_string(n), {}));
  a.receive(many);
  CHECK(a.network.unopened_receive().size() == 1 && a.network.unopened_receive()[0].id == "64");
  // Without an interface nothing is open, and nothing is said of it.
  a.receive({received("x", "10.78.0.9", {})});
  CHECK(a.network.unopened_receive().size() == 1);
  a.open({});
  CHECK(a.network.unopened_receive().empty());
}

TEST("a system that lets a socket join no group is said, by the name of its limit") {
  Pair pair;
  const bool is_limited = pair.a.place.in([] {
    std::FILE* limit = std::fopen("/proc/sys/net/ipv4/igmp_max_memberships", "w");
    if (limit == nullptr) return false;
    const bool is_written = std::fputs("0", limit) >= 0;
    return std::fclose(limit) == 0 && is_written;
  });
  if (!is_limited) {
    std::printf("  not tested: /proc/sys can't be written here\n");
    return;
  }
  pair.a.receive({received("x", "239.7.0.1", {})});
  const auto unopened = pair.a.network.unopened_receive();
  CHECK(unopened.size() == 1 && unopened[0].reason.find("the system allows no more groups") != std::string::npos);
}

TEST("a group on one port is two streams, told apart by their types") {
  Pair pair;
  Desk &a = pair.a, &b = pair.b;
  b.values[0] = 0.5f, b.values[1] = 0.25f;
  TransmitOrder second = sent("y", "239.7.0.1", {1, 1});
  second.payload_type = 98;
  second.ssrc = 8;
  b.transmit({sent("x", "239.7.0.1", {0, 0}), second});
  ReceiveOrder other = received("y", "239.7.0.1", {{0, 1}});
  other.payload_type = 98;
  a.receive({received("x", "239.7.0.1", {{0, 0}}), other});
  a.until([&] { return a.last(0) == 0.5f && a.last(1) == 0.25f; });
}
