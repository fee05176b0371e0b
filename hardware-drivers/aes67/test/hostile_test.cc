// Packets that nobody should send: nothing but counters, and the good stream beside them is heard bit for bit.
#include "../../lib/sound-files/test/check.h"
#include "stream_rig.h"

namespace rowdesk::aes67::test {
namespace {

using Bytes = std::vector<uint8_t>;

/** Packets of a random kind; some are made of a good one. */
class Hostile {
 public:
  explicit Hostile(uint64_t seed) : random_(seed) {}

  uint64_t below(uint64_t most) { return random_() % most; }

  Bytes next(const Bytes& good) {
    switch (below(7)) {
      case 0: return noise(below(1600));
      case 1: return rtcp();
      case 2: return cut_or_grown(good);
      case 3: return another_header(good);
      default: return flipped(good);
    }
  }

 private:
  Bytes noise(size_t length) {
    Bytes bytes(length);
    for (uint8_t& each : bytes) each = static_cast<uint8_t>(random_());
    return bytes;
  }
  /** Sender and receiver reports, source descriptions, BYE, and broken ones of them. */
  Bytes rtcp() {
    Bytes bytes = noise(8 + below(80));
    bytes[0] = static_cast<uint8_t>(0x80 | below(32));
    bytes[1] = static_cast<uint8_t>(200 + below(8));
    return bytes;
  }
  Bytes cut_or_grown(Bytes bytes) {
    const size_t length = below(2 * bytes.size());
    while (bytes.size() < length) bytes.push_back(static_cast<uint8_t>(random_()));
    bytes.resize(length);
    return bytes;
  }
  /** Valid, from another source or with another payload type; or with sources, an extension and padding in the payload's place. */
  Bytes another_header(Bytes bytes) {
    if (below(2) == 0) {
      bytes[8 + below(4)] ^= static_cast<uint8_t>(1 + below(255));
    } else {
      bytes[0] = static_cast<uint8_t>(0x80 | below(64));
    }
    if (below(4) == 0) bytes[1] = static_cast<uint8_t>(random_());
    return bytes;
  }
  Bytes flipped(Bytes bytes) {
    const bool is_header = below(4) != 0;
    for (uint64_t flips = 1 + below(4); flips > 0; --flips) {
      bytes[below(is_header ? rtp_header_bytes : bytes.size())] ^= static_cast<uint8_t>(1u << below(8));
    }
    return bytes;
  }

  std::mt19937_64 random_;
};

TEST("100,000 malformed packets of RTP and RTCP beside a stream: each is counted, and the stream is heard bit for bit") {
  for (const bool is_known : {true, false}) {
    Setup setup;
    setup.sent_offset = 0xffff0000;
    setup.clock_offset = setup.sent_offset;
    if (!is_known) setup.clock_offset.reset();
    constexpr int64_t count = 5000;
    constexpr uint64_t hostile_packets = 10;
    Hostile hostile(is_known ? 1 : 2);
    std::vector<Delivery> deliveries;
    for (int64_t n = 0; n < count; ++n) {
      const Bytes good = packet_of(setup, n);
      deliveries.push_back({end_of(setup, n), 0, n, good});
      for (uint64_t i = 0; i < hostile_packets; ++i) {
        deliveries.push_back({end_of(setup, n) + static_cast<double>(i), static_cast<uint32_t>(hostile.below(2)), -1, hostile.next(good)});
      }
    }
    Receiver receiver(setup);
    receiver.run(deliveries, setup.begin + count * setup.packet_frames);
    const ReceiveFigures figures = receiver.stream.figures();
    CHECK(figures.packets == count && figures.lost == 0 && figures.late == 0 && figures.slips == 0);
    // A copy whose header is whole comes twice on its own path, or once on the other.
    const uint64_t copies = figures.doubled + figures.path_packets[0] + figures.path_packets[1] - count;
    CHECK(figures.malformed + figures.foreign + copies == hostile_packets * count);
    CHECK(figures.malformed > 10'000 && figures.foreign > 10'000 && copies > 1000);
    uint64_t wrong = 0;
    for (int64_t media = setup.begin + (is_known ? 200 : 6000); media < setup.begin + count * 48; ++media) {
      for (uint32_t c = 0; c < setup.channels; ++c) {
        wrong += receiver.heard.at(c, media) != static_cast<float>(sample_of(c, media - 96, 24) / setup.full_scale());
      }
    }
    CHECK(wrong == 0);
    CHECK(figures.concealed_frames == 0);
  }
}

TEST("nothing but malformed packets, at any time and place: no sound, and a good stream is heard after them") {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Setup setup;
    if (seed % 2 == 1) setup.clock_offset.reset();
    setup.encoding = seed % 3 == 0 ? Encoding::l16 : Encoding::l24;
    setup.channels = seed % 4 == 0 ? 64 : 1;
    setup.packet_frames = 6;
    Hostile hostile(100 + seed);
    ReceiveStream stream({setup.encoding, setup.channels, 48000, 97, 6, setup.clock_offset}, 96);
    std::vector<std::vector<float>> planes(setup.channels, std::vector<float>(4096));
    std::vector<float*> at;
    for (auto& plane : planes) at.push_back(plane.data());
    int64_t position = setup.begin;
    bool are_within = true;
    for (uint32_t n = 0; n < 5000; ++n) {
      const Bytes good = packet_of(setup, static_cast<int64_t>(hostile.below(1u << 20)));
      const auto frames = static_cast<uint32_t>(hostile.below(4) == 0 ? hostile.below(4096) : 48);
      // The desk's own time jumps too.
      if (hostile.below(500) == 0) position = static_cast<int64_t>(hostile.below(1ull << 60));
      if (hostile.below(300) == 0) stream.realign();
      if (hostile.below(100) == 0) stream.set_link_offset(static_cast<uint32_t>(hostile.below(6000)));
      const uint64_t arrival = hostile.below(50) == 0 ? hostile.below(1ull << 60) : static_cast<uint64_t>(position);
      stream.take(hostile.next(good), static_cast<uint32_t>(hostile.below(3)), arrival, 0.5);
      stream.play(static_cast<uint64_t>(position), frames, at.data());
      position += frames;
      for (const auto& plane : planes) {
        for (uint32_t i = 0; i < frames; ++i) are_within &= std::fabs(plane[i]) <= 1.0f;
      }
    }
    CHECK(are_within);
    stream.set_link_offset(96);
    Setup after = setup;
    after.begin = position + 48000;
    after.ssrc = 5;
    position = after.begin;
    std::vector<float> heard;
    for (int64_t n = 0; n < 48'000 / 6; ++n, position += 6) {
      stream.take(packet_of(after, n), 0, static_cast<uint64_t>(position + 6), 0.0);
      stream.play(static_cast<uint64_t>(position), 6, at.data());
      heard.insert(heard.end(), at[0], at[0] + 6);
    }
    uint64_t wrong = 0;
    for (int64_t i = 24'000; i < 48'000; ++i) {
      wrong += heard[static_cast<size_t>(i)] != static_cast<float>(sample_of(0, after.begin + i - 96, setup.bits()) / setup.full_scale());
    }
    CHECK(wrong == 0);
    CHECK(stream.figures().has_signal && stream.figures().ssrc == 5);
  }
}

}  // namespace
}  // namespace rowdesk::aes67::test
