// Networks that lose, delay, reorder and double: every sample and every count as the model has it.
#include "../../lib/sound-files/test/check.h"
#include "stream_rig.h"

namespace rowdesk::aes67::test {
namespace {

struct Faults {
  double lost = 0, doubled = 0, reordered = 0, jitter_ms = 0.05;
  /** Packets of 20 ms come at once, every 300 ms. */
  bool has_bursts = false;
};

/** Deliveries of packets [first, first + count) on a path. */
std::vector<Delivery> send(const Setup& setup, int64_t count, const Faults& faults, uint32_t path, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> part(0, 1);
  const double ms = setup.rate_hz / 1000.0;
  std::vector<Delivery> deliveries;
  for (int64_t n = 0; n < count; ++n) {
    double arrival = end_of(setup, n) + (0.05 + faults.jitter_ms * part(random)) * ms;
    const bool is_first = n == 0, is_lost = part(random) < faults.lost, is_doubled = part(random) < faults.doubled;
    if (part(random) < faults.reordered) arrival += (1 + 3 * part(random)) * setup.packet_frames;
    if (faults.has_bursts && std::fmod(arrival, 300 * ms) < 20 * ms) arrival += 20 * ms - std::fmod(arrival, 300 * ms);
    if (is_lost && !is_first) continue;
    deliveries.push_back({arrival, path, n, packet_of(setup, n)});
    if (is_doubled) deliveries.push_back({arrival + 2 * part(random) * setup.packet_frames, path, n, packet_of(setup, n)});
  }
  return deliveries;
}

void compare(const Setup& setup, std::vector<Delivery> deliveries, int64_t count) {
  sort(deliveries);
  Receiver receiver(setup);
  const int64_t until = setup.begin + count * setup.packet_frames + setup.rate_hz / 2;
  receiver.run(deliveries, until);
  const Model model(setup, deliveries, receiver.heard.begin, receiver.heard.end());
  const ReceiveFigures seen = receiver.stream.figures(), &expected = model.figures;
  const int before = rowdesk::test::failures;
  const uint64_t wrong = model.wrong(setup, receiver.heard);
  CHECK(wrong == 0);
  CHECK(seen.packets == expected.packets);
  CHECK(seen.lost == expected.lost);
  CHECK(seen.late == expected.late);
  CHECK(seen.doubled == expected.doubled);
  CHECK(seen.reordered == expected.reordered);
  CHECK(seen.concealed_frames == expected.concealed_frames);
  CHECK(seen.malformed == 0 && seen.foreign == 0 && seen.slips == 0 && !seen.is_learned);
  for (uint32_t path = 0; path < most_paths; ++path) {
    CHECK(seen.path_packets[path] == expected.path_packets[path]);
    CHECK(seen.path_lost[path] == expected.path_lost[path]);
  }
  if (rowdesk::test::failures > before) {
    std::printf("  rate %u block %u packet %u link %u: packets %lu/%lu lost %lu/%lu late %lu/%lu doubled %lu/%lu reordered %lu/%lu "
                "concealed %lu/%lu malformed %lu slips %lu wrong %lu\n",
                setup.rate_hz, setup.block_frames, setup.packet_frames, setup.link_offset_frames, seen.packets, expected.packets,
                seen.lost, expected.lost, seen.late, expected.late, seen.doubled, expected.doubled, seen.reordered,
                expected.reordered, seen.concealed_frames, expected.concealed_frames, seen.malformed, seen.slips, wrong);
  }
}

/** All rates, sizes of packets and blocks, each with a link offset that has room and with one that hardly has. */
void compare_all(const Faults& faults, uint64_t seed) {
  const int before = rowdesk::test::failures;
  for (const uint32_t rate_hz : {44100u, 48000u, 96000u}) {
    for (const uint32_t packet_frames : {6u, 12u, 44u, 48u, 96u, 192u}) {
      for (const uint32_t block_frames : {7u, 48u, 64u}) {
        for (const bool has_room : {true, false}) {
          Setup setup;
          setup.rate_hz = rate_hz;
          setup.packet_frames = packet_frames;
          setup.block_frames = block_frames;
          setup.link_offset_frames = packet_frames + (has_room ? rate_hz / 100 : 30);
          setup.encoding = packet_frames % 4 == 0 ? Encoding::l24 : Encoding::l16;
          // Both counters of the packets wrap on the way.
          setup.first_sequence = 65'500;
          setup.sent_offset = static_cast<uint32_t>(-static_cast<int64_t>(setup.begin) - 1000);
          setup.clock_offset = setup.sent_offset;
          const int64_t count = rate_hz / packet_frames;
          compare(setup, send(setup, count, faults, 0, seed++), count);
          if (rowdesk::test::failures > before) return;
        }
      }
    }
  }
}

TEST("a stream whose packets are in time is heard bit for bit, one link offset late") { compare_all({}, 1); }

TEST("a network that loses 1 %: silence at the gaps between fades, and each loss is counted") {
  Faults faults;
  faults.lost = 0.01;
  compare_all(faults, 1000);
}

TEST("a network that reorders: what comes in time is heard, what comes late is counted so") {
  Faults faults;
  faults.reordered = 0.05;
  compare_all(faults, 2000);
}

TEST("a network that doubles: copies are counted, and change nothing") {
  Faults faults;
  faults.doubled = 0.05;
  compare_all(faults, 3000);
}

TEST("a network that holds packets back for 20 ms: late ones are silent where the link offset is shorter") {
  Faults faults;
  faults.has_bursts = true;
  compare_all(faults, 4000);
}

TEST("all faults together, with jitter as long as two milliseconds") {
  compare_all({0.01, 0.02, 0.02, 2.0, true}, 5000);
}

TEST("two paths that lose what the other has, 3 ms apart, one of them cut: not a sample changes") {
  for (const uint32_t cut_path : {0u, 1u}) {
    Setup setup;
    setup.channels = 8;
    setup.link_offset_frames = 480;
    const int64_t count = 3000;
    std::mt19937_64 random(7 + cut_path);
    std::vector<Delivery> deliveries;
    for (int64_t n = 0; n < count; ++n) {
      const double arrival = end_of(setup, n) + 5;
      const bool is_cut = n >= 1000 && n < 2000;
      const uint64_t lost = random() % 10;
      if ((lost != 0 || is_cut || n == 0) && !(is_cut && cut_path == 0)) deliveries.push_back({arrival, 0, n, packet_of(setup, n)});
      if ((lost != 1 || is_cut || n == 0) && !(is_cut && cut_path == 1)) deliveries.push_back({arrival + 144, 1, n, packet_of(setup, n)});
    }
    compare(setup, deliveries, count);
    Receiver receiver(setup);
    sort(deliveries);
    receiver.run(deliveries, setup.begin + count * setup.packet_frames + setup.rate_hz / 2);
    const ReceiveFigures figures = receiver.stream.figures();
    CHECK(figures.packets == count && figures.lost == 0 && figures.late == 0 && figures.doubled == 0);
    CHECK(figures.path_lost[cut_path] > 1050 && figures.path_lost[1 - cut_path] > 150 && figures.path_lost[1 - cut_path] < 250);
    // Bit for bit from the first fade in to the end.
    uint64_t wrong = 0;
    for (int64_t media = setup.begin + 480 + 16; media < setup.begin + 480 + count * setup.packet_frames - 16; ++media) {
      for (uint32_t c = 0; c < setup.channels; ++c) {
        wrong += receiver.heard.at(c, media) != static_cast<float>(sample_of(c, media - 480, 24) / setup.full_scale());
      }
    }
    CHECK(wrong == 0);
  }
}

TEST("packets of changing size are heard bit for bit, their losses are counted") {
  Setup setup;
  setup.packet_frames = 1;
  setup.link_offset_frames = 480;
  const uint32_t sizes[] = {48, 17, 96, 44, 45, 3};
  std::vector<Delivery> deliveries;
  std::vector<bool> was_sent;
  uint64_t lost = 0, packets = 0;
  for (uint32_t n = 0; n < 2000; ++n) {
    Setup packet = setup;
    packet.packet_frames = sizes[n * n % 7 % 6];
    packet.begin = setup.begin + static_cast<int64_t>(was_sent.size());
    packet.first_sequence = static_cast<uint16_t>(n);
    const bool is_lost = n % 50 == 49;
    lost += is_lost;
    packets += !is_lost;
    was_sent.insert(was_sent.end(), packet.packet_frames, !is_lost);
    // Every ninth is overtaken by the next one.
    if (!is_lost) deliveries.push_back({end_of(packet, 0) + (n % 9 == 8 ? 100 : 5), 0, n, packet_of(packet, 0)});
  }
  sort(deliveries);
  Receiver receiver(setup);
  receiver.run(deliveries, setup.begin + static_cast<int64_t>(was_sent.size()) + setup.rate_hz);
  const ReceiveFigures figures = receiver.stream.figures();
  CHECK(figures.packets == packets);
  CHECK(figures.malformed == 0);
  CHECK(figures.late == 0);
  // The last one has no packet behind it that tells of it.
  CHECK(figures.lost == lost - 1);
  uint64_t wrong = 0, heard = 0;
  for (size_t i = 16; i + 16 < was_sent.size(); ++i) {
    const bool is_far_from_gaps = std::all_of(was_sent.begin() + static_cast<long>(i) - 15, was_sent.begin() + static_cast<long>(i) + 16, [](bool sent) { return sent; });
    const int64_t frame = setup.begin + static_cast<int64_t>(i);
    const float sample = receiver.heard.at(1, frame + 480);
    if (!was_sent[i]) wrong += sample != 0;
    if (is_far_from_gaps) wrong += sample != static_cast<float>(sample_of(1, frame, 24) / setup.full_scale()), ++heard;
  }
  CHECK(wrong == 0);
  CHECK(heard > was_sent.size() * 9 / 10);
}

/** Packets of these sizes, again and again, of which one is lost: counts, and frames that are not what was sent. */
void check_sizes(const std::vector<uint32_t>& sizes, int64_t lost) {
  Setup setup;
  setup.packet_frames = 1;
  setup.link_offset_frames = 960;
  std::vector<Delivery> deliveries;
  int64_t sent = 0, gap = 0, gap_frames = 0;
  const int64_t count = 400;
  for (int64_t n = 0; n < count; ++n) {
    Setup packet = setup;
    packet.packet_frames = sizes[static_cast<size_t>(n) % sizes.size()];
    packet.begin = setup.begin + sent;
    packet.first_sequence = static_cast<uint16_t>(n);
    if (n == lost) gap = sent, gap_frames = packet.packet_frames;
    if (n != lost) deliveries.push_back({end_of(packet, 0) + 5, 0, n, packet_of(packet, 0)});
    sent += packet.packet_frames;
  }
  Receiver receiver(setup);
  // Until the last packet is there: what is concealed after the end is no loss.
  receiver.run(deliveries, setup.begin + sent + setup.block_frames);
  const ReceiveFigures figures = receiver.stream.figures();
  const int before = rowdesk::test::failures;
  CHECK(figures.malformed == 0 && figures.foreign == 0 && figures.late == 0 && figures.outside == 0 && figures.slips == 0);
  CHECK(figures.packets == static_cast<uint64_t>(count - (lost > 0 ? 1 : 0)));
  CHECK(figures.lost == (lost > 0 ? 1u : 0u));
  // As many frames as the lost packet had, between two fades of 16, which a gap of fewer frames shares with it.
  // Behind a first packet of 18 frames nothing sounds yet.
  if (gap > 32) CHECK(figures.concealed_frames >= static_cast<uint64_t>(gap_frames));
  CHECK(figures.concealed_frames <= static_cast<uint64_t>(gap_frames == 0 ? 0 : gap_frames + 32));
  uint64_t wrong = 0;
  for (int64_t i = 16; i < sent - setup.link_offset_frames; ++i) {
    const float sample = receiver.heard.at(1, setup.begin + i + setup.link_offset_frames);
    if (gap_frames > 0 && i >= gap - 16 && i < gap + gap_frames + 16) continue;
    wrong += sample != static_cast<float>(sample_of(1, setup.begin + i, 24) / setup.full_scale());
  }
  CHECK(wrong == 0);
  if (rowdesk::test::failures > before) {
    std::printf("  sizes %u %u ... lost number %ld: packets %lu lost %lu malformed %lu late %lu outside %lu slips %lu concealed %lu wrong %lu\n",
                sizes[0], sizes[1], static_cast<long>(lost), figures.packets, figures.lost, figures.malformed, figures.late,
                figures.outside, figures.slips, figures.concealed_frames, wrong);
  }
}

TEST("senders that cut their buffers into packets (231, 231, 18 frames; ten of 44 and one of 40; 243 and a short one) lose what is lost, and no more") {
  const std::vector<uint32_t> by_gstreamer{231, 231, 18}, by_ffmpeg{243, 243, 243, 243, 52};
  const std::vector<uint32_t> at_44100{44, 44, 44, 44, 44, 44, 44, 44, 44, 44, 40};
  for (const auto& sizes : {by_gstreamer, by_ffmpeg, at_44100, std::vector<uint32_t>{18, 231, 231}}) {
    // None; the first short one as well, before which nothing says that sizes differ.
    for (const int64_t lost : {-1, 1, 2, 3, 4, 10, 11, 100, 101, 102}) check_sizes(sizes, lost);
  }
}

}  // namespace
}  // namespace rowdesk::aes67::test
