// Senders whose clocks are not ours, jumps, other sources, changes of the link offset: sound goes on, without a click.
#include "../../lib/sound-files/test/check.h"
#include "stream_rig.h"

namespace rowdesk::aes67::test {
namespace {

/** Deliveries of packets [first, last), each `late` frames behind its end; `level`: a constant instead of the pattern. */
std::vector<Delivery> send(const Setup& setup, int64_t first, int64_t last, double late, double level = 0) {
  std::vector<Delivery> deliveries;
  for (int64_t n = first; n < last; ++n) deliveries.push_back({end_of(setup, n) + late, 0, n, packet_of(setup, n, level)});
  return deliveries;
}

void add(std::vector<Delivery>& to, std::vector<Delivery> more) {
  to.insert(to.end(), more.begin(), more.end());
  sort(to);
}

/** Frames of [from, until) that are not what was sent `delay` frames earlier. */
uint64_t wrong(const Setup& setup, const Heard& heard, int64_t from, int64_t until, int64_t delay) {
  uint64_t count = 0;
  for (int64_t media = from; media < until; ++media) {
    for (uint32_t c = 0; c < setup.channels; ++c) {
      count += heard.at(c, media) != static_cast<float>(sample_of(c, media - delay, setup.bits()) / setup.full_scale());
    }
  }
  return count;
}

/** The largest step from one frame to the next, and how many frames are silent. */
struct Steps {
  double most = 0;
  int64_t silent = 0;
  Steps(const Heard& heard, int64_t from, int64_t until) {
    for (int64_t media = from; media < until; ++media) {
      most = std::max<double>(most, std::fabs(heard.at(0, media) - heard.at(0, media - 1)));
      silent += heard.at(0, media) == 0;
    }
  }
};

constexpr double level = 0.5, one_step = level / 16 + 1e-6;

TEST("a sender without a clock offset is aligned by its earliest packet of 100 ms") {
  for (const double earliest : {20.25, 700.0}) {
    Setup setup;
    setup.clock_offset.reset();
    setup.sent_offset = 0xfffff000;
    std::vector<Delivery> deliveries;
    for (int64_t n = 0; n < 1000; ++n) {
      const double late = n == 40 ? earliest : earliest + 1 + static_cast<double>(n * 7 % 13);
      deliveries.push_back({end_of(setup, n) + late, 0, n, packet_of(setup, n)});
    }
    sort(deliveries);
    Receiver receiver(setup);
    receiver.run(deliveries, setup.begin + 48'000);
    const int64_t delay = 96 + static_cast<int64_t>(earliest), begin = setup.begin + 4800 + static_cast<int64_t>(earliest);
    CHECK(Steps(receiver.heard, setup.begin, begin).silent == begin - setup.begin);
    CHECK(wrong(setup, receiver.heard, begin + 480, setup.begin + 47'900, delay) == 0);
    const ReceiveFigures figures = receiver.stream.figures();
    CHECK(figures.is_learned && figures.has_signal && figures.slips == 0 && figures.late == 0 && figures.lost == 0);
    CHECK(figures.concealed_frames == 0 && figures.packets == 1000 - static_cast<uint64_t>(earliest) / 48 - 1);
    CHECK_NEAR(figures.transit_p50_us, 7.0 / 0.048, 25);
    CHECK_NEAR(figures.transit_max_us, (13 + earliest - std::floor(earliest)) / 0.048, 1e-6);
  }
}

TEST("of two paths without a clock offset the earlier one aligns, and either one may be cut") {
  Setup setup;
  setup.clock_offset.reset();
  setup.sent_offset = 7;
  auto deliveries = send(setup, 0, 1500, 20.5);
  for (Delivery& each : deliveries) each.path = 1;
  // The second socket is read behind the first one, its packets came before.
  for (const Delivery& each : send(setup, 0, 1500, 29)) {
    if (each.number < 500 || each.number > 1000) deliveries.push_back(each);
  }
  std::erase_if(deliveries, [](const Delivery& each) { return each.path == 1 && each.number >= 1200; });
  sort(deliveries);
  Receiver receiver(setup);
  receiver.run(deliveries, setup.begin + 1500 * 48);
  const ReceiveFigures figures = receiver.stream.figures();
  CHECK(figures.slips == 0 && figures.late == 0 && figures.lost == 0 && figures.malformed == 0 && figures.doubled == 0);
  CHECK(Steps(receiver.heard, setup.begin, setup.begin + 4700).silent == 4700);
  CHECK(wrong(setup, receiver.heard, setup.begin + 6000, setup.begin + 1490 * 48, 96 + 20) == 0);
}

TEST("a clock offset that is not the sender's is said, and the sender is heard all the same") {
  Setup setup;
  setup.clock_offset = 5'000'000;
  Receiver receiver(setup);
  receiver.run(send(setup, 0, 1000, 10), setup.begin + 48'000);
  CHECK(receiver.stream.figures().is_learned);
  CHECK(receiver.stream.figures().malformed == 0);
  CHECK(wrong(setup, receiver.heard, setup.begin + 6000, setup.begin + 47'900, 96 + 10) == 0);
}

TEST("a clock offset up to 100 ms off is kept: what is late is late") {
  Setup setup;
  Receiver receiver(setup);
  receiver.run(send(setup, 0, 1000, 4700), setup.begin + 48'000);
  const ReceiveFigures figures = receiver.stream.figures();
  CHECK(!figures.is_learned && figures.slips == 0 && figures.late == figures.packets && figures.lost == 0);
  CHECK(Steps(receiver.heard, setup.begin + 1, setup.begin + 48'000).silent == 47'999);
}

TEST("a sender's clock that is 200 ppm off slips now and then, by fades") {
  for (const double ppm : {200.0, -200.0}) {
    Setup setup;
    setup.clock_offset.reset();
    setup.channels = 1;
    constexpr int64_t seconds = 200;
    std::mt19937_64 random(3);
    std::vector<Delivery> deliveries;
    for (int64_t n = 0; n < seconds * 1000; ++n) {
      const double jitter = static_cast<double>(random() % 5000) * 1e-3;
      const double sent = static_cast<double>((n + 1) * 48) * (1 + ppm * 1e-6);
      deliveries.push_back({static_cast<double>(setup.begin) + sent + jitter, 0, n, packet_of(setup, n, level)});
    }
    Receiver receiver(setup);
    receiver.run(deliveries, setup.begin + seconds * 48'000 - 48'000);
    const ReceiveFigures figures = receiver.stream.figures();
    // A slow sender has a link offset less a packet, a fade and the jitter as room, 27 frames at 9.6 per second, and is
    // looked at each second; a fast one has 20 ms: 960 frames.
    const uint64_t expected = ppm > 0 ? seconds / 2 : seconds / 101;
    CHECK(figures.slips >= expected - expected / 5 && figures.slips <= expected + expected / 5);
    CHECK(figures.lost == 0 && figures.malformed == 0 && figures.late == 0);
    CHECK(figures.concealed_frames <= figures.slips * 150);
    const Steps steps(receiver.heard, setup.begin + 6000, receiver.heard.end());
    CHECK_UNDER(steps.most, one_step);
  }
}

TEST("a clock by offset that runs away is held, and said, and the offset holds again when the clock comes back") {
  for (const double ppm : {100.0, 10.0}) {
    Setup setup;
    setup.channels = 1;
    std::vector<Delivery> deliveries;
    std::mt19937_64 random(5);
    // In holdover the sender's clock runs slow, for a minute or by 100 frames; then it is set right.
    const auto held = static_cast<int64_t>(std::max(60.0, 100 / (ppm * 0.048)) * 1000), count = held + 10'000;
    for (int64_t n = 0; n < count; ++n) {
      const double behind = n < held ? static_cast<double>((n + 1) * 48) * ppm * 1e-6 : 0;
      // Some packets of each second come just in time.
      const double stalled = n > held && n < held + 3000 && n % 300 == 0 ? 34 : 0;
      deliveries.push_back({end_of(setup, n) + behind + stalled + 3 + static_cast<double>(random() % 8), 0, n, packet_of(setup, n, level)});
    }
    sort(deliveries);
    Receiver receiver(setup);
    auto deliver = [&, next = size_t{0}](int64_t until) mutable {
      const size_t first = next;
      const auto end = static_cast<double>(setup.begin + until * 48 - (setup.begin + until * 48) % 48);
      while (next < deliveries.size() && deliveries[next].arrival <= end) ++next;
      receiver.run({deliveries.begin() + static_cast<long>(first), deliveries.begin() + static_cast<long>(next)}, static_cast<int64_t>(end));
      return receiver.stream.figures();
    };
    CHECK(!deliver(2000).is_learned);
    const ReceiveFigures away = deliver(held - 100);
    CHECK(away.is_learned && away.slips > 0 && away.has_signal);
    // Few packets come late before the clock is seen to run away.
    CHECK_UNDER(static_cast<double>(away.late), 1000);
    CHECK(!deliver(held + 3000).is_learned);
    const ReceiveFigures back = deliver(count);
    CHECK(!back.is_learned && back.slips == away.slips + 1 && back.late == away.late);
    const Steps steps(receiver.heard, setup.begin + 6000, receiver.heard.end());
    CHECK_UNDER(steps.most, one_step);
    CHECK_UNDER(static_cast<double>(steps.silent), static_cast<double>(48 * back.late + 150 * back.slips));
    const Steps end(receiver.heard, receiver.heard.end() - 48'000, receiver.heard.end());
    CHECK(end.silent == 0 && end.most == 0);
  }
}

TEST("a change of the link offset fades out and in, and holds from there on") {
  Setup setup;
  setup.channels = 1;
  for (const uint32_t next : {48u + 16u, 144u, 4800u}) {
    for (const bool is_constant : {true, false}) {
      Receiver receiver(setup);
      const auto deliveries = send(setup, 0, 2000, 0, is_constant ? level : 0);
      const int64_t change = setup.begin + 500 * 48 - setup.begin % 48;
      size_t half = 0;
      while (deliveries[half].arrival <= static_cast<double>(change)) ++half;
      receiver.run({deliveries.begin(), deliveries.begin() + static_cast<long>(half)}, change);
      CHECK(receiver.position() == change);
      receiver.stream.set_link_offset(next);
      receiver.run({deliveries.begin() + static_cast<long>(half), deliveries.end()}, setup.begin + 2000 * 48);
      CHECK(receiver.stream.figures().late == 0);
      CHECK(receiver.stream.figures().lost == 0);
      if (is_constant) {
        const Steps steps(receiver.heard, setup.begin + 1, setup.begin + 2000 * 48);
        CHECK_UNDER(steps.most, one_step);
      } else {
        CHECK(wrong(setup, receiver.heard, setup.begin + 200, change, 96) == 0);
        CHECK(wrong(setup, receiver.heard, change + 32 + (next > 96 ? next - 96 : 0), setup.begin + 2000 * 48, next) == 0);
      }
    }
  }
}

TEST("the desk's media time may jump: what is played fades out and goes on at its place") {
  for (const int64_t jump : {480ll, 4801ll, 480'000ll, -480ll, -480'000ll}) {
    Setup setup;
    setup.channels = 1;
    ReceiveStream stream({setup.encoding, 1, 48000, 97, 48, 0}, 96);
    std::vector<float> heard;
    float plane[48];
    float* const planes[] = {plane};
    for (int64_t block = 0; block < 1000; ++block) {
      const int64_t position = setup.begin + block * 48 + (block >= 500 ? jump : 0);
      Setup now = setup;
      // The sender's time jumps with the desk's.
      now.begin = position;
      now.first_sequence = static_cast<uint16_t>(block);
      stream.take(packet_of(now, 0, level), 0, static_cast<uint64_t>(position + 48), 0.5);
      if (block == 500) stream.realign();
      stream.play(static_cast<uint64_t>(position), 48, planes);
      heard.insert(heard.end(), plane, plane + 48);
    }
    double most = 0;
    for (size_t i = 1; i < heard.size(); ++i) most = std::max<double>(most, std::fabs(heard[i] - heard[i - 1]));
    CHECK_UNDER(most, one_step);
    CHECK(std::count(heard.begin() + 500 * 48, heard.end(), 0.0f) < 48 * 115);
    CHECK(heard.back() == static_cast<float>(level) && !stream.figures().is_learned && stream.figures().slips == 0);
  }
}

TEST("a sender that begins anew is heard after three packets, whatever its time is now") {
  for (const bool is_known : {true, false}) {
    Setup setup;
    setup.channels = 1;
    if (!is_known) setup.clock_offset.reset();
    auto deliveries = send(setup, 0, 1000, 1, level);
    Setup anew = setup;
    anew.first_sequence = 40'000;
    anew.begin += 48'000 + 13;
    anew.sent_offset = is_known ? 0 : 123'456'789;
    add(deliveries, send(anew, 0, 2000, 1, level));
    Receiver receiver(setup);
    receiver.run(deliveries, setup.begin + 3000 * 48);
    const ReceiveFigures figures = receiver.stream.figures();
    // The first two of the new line; without a clock offset what comes in the next 100 ms is only learned from.
    CHECK(figures.malformed == 2);
    CHECK(figures.lost == 0 && figures.late == 0 && figures.packets == 2998 && figures.slips == (is_known ? 0 : 1));
    const int64_t begin = anew.begin + 96;
    CHECK_UNDER(Steps(receiver.heard, setup.begin + 1, receiver.heard.end()).most, one_step);
    const int64_t least = is_known ? 2 * 48 : 4800, silent = Steps(receiver.heard, begin - 200, receiver.heard.end()).silent;
    CHECK(silent >= least && silent < least + 300);
  }
}

TEST("packets that come further ahead than the ring is long are well-formed, and counted as outside of it") {
  Setup setup;
  setup.channels = 1;
  auto deliveries = send(setup, 0, 500, 1, level);
  for (int64_t n = 500; n < 700; ++n) deliveries.push_back({end_of(setup, 500) + 1, 0, n, packet_of(setup, n)});
  Receiver receiver(setup);
  receiver.run(deliveries, static_cast<int64_t>(end_of(setup, 501)));
  const ReceiveFigures figures = receiver.stream.figures();
  // Three in a row are believed: the stream is learned anew.
  CHECK(figures.outside == 3 && figures.malformed == 0 && figures.foreign == 0 && figures.slips == 1);
  CHECK(figures.packets == 700);
}

TEST("a sender whose time jumps more often than learning takes is learned and heard all the same") {
  // PipeWire 1.4 leaves out what is no whole packet of its block.
  for (const int64_t jump : {32, -8}) {
    Setup setup;
    setup.clock_offset.reset();
    std::vector<Delivery> deliveries;
    constexpr int64_t jumps = 30, packets = 42;
    Setup now = setup;
    for (int64_t n = 0; n < jumps * packets; ++n) {
      now.begin = setup.begin + n / packets * jump;
      deliveries.push_back({end_of(now, n) + 1, 0, n, packet_of(now, n)});
    }
    Receiver receiver(setup);
    receiver.run(deliveries, static_cast<int64_t>(end_of(now, jumps * packets)));
    const ReceiveFigures figures = receiver.stream.figures();
    // Two packets of each jump are not believed.
    CHECK(figures.is_learned && figures.slips == 0 && figures.malformed == 2 * (jumps - 1));
    const int64_t most = jumps * (2 * 48 + std::max<int64_t>(jump, 0) + 2);
    CHECK(Steps(receiver.heard, setup.begin + 6000, receiver.heard.end()).silent <= most);
  }
}

TEST("another source is foreign while the one that is heard goes on, and is heard 100 ms after its end, or 25 ms where it fits") {
  for (const bool fits : {true, false}) {
    Setup setup;
    setup.channels = 1;
    Setup other = setup;
    other.ssrc = 99;
    other.first_sequence = 7;
    if (!fits) other.sent_offset = 1'000'000;
    auto deliveries = send(setup, 0, 1000, 1);
    add(deliveries, send(other, 500, 3000, 2));
    Receiver receiver(setup);
    receiver.run(deliveries, setup.begin + 3000 * 48);
    const ReceiveFigures figures = receiver.stream.figures();
    CHECK(figures.ssrc == 99 && figures.is_learned == !fits && figures.has_signal);
    // 500 beside the first source, and those of the time that must pass.
    CHECK(figures.foreign == 500 + (fits ? 24 : 99));
    CHECK(figures.lost == 0 && figures.late == 0 && figures.slips == 0 && figures.malformed == 0);
    CHECK(wrong(setup, receiver.heard, setup.begin + 200, setup.begin + 1000 * 48 + 80, 96) == 0);
    const int64_t begin = setup.begin + 1030 * 48 + (fits ? 0 : 200 * 48);
    CHECK(wrong(other, receiver.heard, begin, setup.begin + 2900 * 48, fits ? 96 : 98) == 0);
  }
}

TEST("a network that was away for a while: what was sent meanwhile is lost, and the sender is not learned anew") {
  for (const int64_t away : {50, 2000, 70'000}) {
    Setup setup;
    setup.channels = 1;
    auto deliveries = send(setup, 0, 1000, 1);
    add(deliveries, send(setup, 1000 + away, 2000 + away, 1));
    Receiver receiver(setup);
    const int64_t end = setup.begin + (2000 + away) * 48;
    receiver.run(deliveries, end);
    const ReceiveFigures figures = receiver.stream.figures();
    CHECK(figures.lost == static_cast<uint64_t>(away));
    CHECK(figures.packets == 2000 && figures.late == 0 && figures.slips == 0 && figures.malformed == 0 && !figures.is_learned);
    CHECK(wrong(setup, receiver.heard, end - 990 * 48, end - 10, 96) == 0);
    // A gap of less than 100 ms is concealed; behind a longer one the sender fades in as a new one.
    CHECK(figures.concealed_frames == 15 + static_cast<uint64_t>(away < 100 ? away * 48 + 15 : 0) ||
          (away >= 100 && figures.concealed_frames < 4800));
  }
}

TEST("formats and link offsets out of range are refused") {
  const auto is_refused = [](const ReceiveFormat& format, uint32_t link) {
    try {
      ReceiveStream stream(format, link);
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  const ReceiveFormat good{Encoding::l24, 64, 96000, 127, 0, {}};
  CHECK(!is_refused(good, 9600));
  CHECK(is_refused(good, 9601));
  for (const uint32_t channels : {0u, 65u}) CHECK(is_refused({Encoding::l24, channels, 48000, 97, 0, {}}, 96));
  for (const uint32_t rate_hz : {0u, 44099u, 96001u}) CHECK(is_refused({Encoding::l24, 2, rate_hz, 97, 0, {}}, 96));
  CHECK(is_refused({Encoding::l24, 2, 48000, 128, 0, {}}, 96));
}

}  // namespace
}  // namespace rowdesk::aes67::test
