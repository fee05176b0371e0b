#include "../src/transmit_stream.h"

#include <algorithm>

#include "../../lib/sound-files/test/check.h"
#include "../src/rtp_packet.h"

using namespace rowdesk::aes67;

namespace {

/** Output n of the device at media time t. */
float sample_at(uint32_t output, uint64_t t) {
  return static_cast<float>(static_cast<int32_t>((t * 7919 + output * 104729) % 16777216) - 8388608) / 8388608.0f;
}

struct Sent {
  RtpHeader header;
  std::vector<uint8_t> payload;
};

struct Sender {
  static constexpr uint32_t device_outputs = 8;
  TransmitStream stream;
  uint32_t block;
  std::vector<Sent> sent = {};

  void run(uint64_t position, uint32_t blocks = 1) {
    std::vector<float> samples(size_t{device_outputs} * block);
    const float* planes[device_outputs];
    for (uint32_t n = 0; n < device_outputs; ++n) planes[n] = samples.data() + size_t{n} * block;
    for (; blocks > 0; --blocks, position += block) {
      for (uint32_t n = 0; n < device_outputs; ++n) {
        for (uint32_t i = 0; i < block; ++i) samples[size_t{n} * block + i] = sample_at(n, position + i);
      }
      const uint32_t count = stream.put(position, block, planes);
      CHECK(count <= stream.most_packets());
      for (uint32_t n = 0; n < count; ++n) {
        const auto read = read_rtp({stream.packet(n), stream.packet_bytes()});
        CHECK(read.has_value());
        if (read) sent.push_back({*read, {read->payload.begin(), read->payload.end()}});
      }
    }
  }
  /** All samples are those of the media time that the header states, bit by bit. */
  bool is_exact() const {
    const TransmitFormat& format = stream.format();
    for (const Sent& packet : sent) {
      const uint8_t* at = packet.payload.data();
      for (uint32_t i = 0; i < format.packet_frames; ++i) {
        for (const uint32_t output : format.outputs) {
          uint8_t expected[3];
          const float value = sample_at(output, packet.header.timestamp + uint64_t{i});
          write_pcm(format.encoding, &value, expected, 0, 1);
          if (!std::equal(expected, expected + bytes_of(format.encoding), at)) return false;
          at += bytes_of(format.encoding);
        }
      }
      if (at != packet.payload.data() + packet.payload.size()) return false;
    }
    return true;
  }
};

TransmitFormat format_of(Encoding encoding, std::vector<uint32_t> outputs, uint32_t packet_frames) {
  return {encoding, std::move(outputs), packet_frames, 97, 0x12345678};
}

}  // namespace

TEST("a block is a packet, a few, or a part of one, each at its multiple and with its samples") {
  for (const uint32_t block : {44u, 48u, 32u, 96u, 384u}) {
    for (const uint32_t packet_frames : {6u, 16u, 44u, 48u, 192u, 384u}) {
      for (const Encoding encoding : {Encoding::l16, Encoding::l24}) {
        Sender sender{{format_of(encoding, {5, 0}, packet_frames), block, 65530}, block};
        const uint64_t begin = 48'000 * 3;
        sender.run(begin * block, 48);
        const uint64_t all = block * uint64_t{48} / packet_frames;
        CHECK(sender.sent.size() >= all - 1 && sender.sent.size() <= all + 1);
        CHECK(sender.is_exact());
        for (size_t n = 0; n < sender.sent.size(); ++n) {
          const RtpHeader& header = sender.sent[n].header;
          CHECK(header.timestamp % packet_frames == 0 && header.payload_type == 97 && header.ssrc == 0x12345678);
          CHECK(header.sequence == static_cast<uint16_t>(65530 + n));
          CHECK(n == 0 || header.timestamp == sender.sent[n - 1].header.timestamp + packet_frames);
        }
      }
    }
  }
}

TEST("behind a gap packets are whole again, and none is missing by its number") {
  Sender sender{{format_of(Encoding::l24, {1, 2, 3}, 192), 48, 7}, 48};
  sender.run(192 * 10, 6);
  CHECK(sender.sent.size() == 1);
  sender.run(192 * 20 + 48, 8);
  CHECK(sender.sent.size() == 2);
  CHECK(sender.sent[1].header.timestamp == 192 * 21 && sender.sent[1].header.sequence == 8);
  // Media time may go back too.
  sender.run(192 * 5, 4);
  CHECK(sender.sent.size() == 3 && sender.sent[2].header.timestamp == 192 * 5 && sender.sent[2].header.sequence == 9);
  CHECK(sender.is_exact());
}

TEST("RTP time goes on over 2^32") {
  Sender sender{{format_of(Encoding::l16, {0}, 48), 48, 0}, 48};
  const uint64_t wrap = (uint64_t{1} << 32) / 48 * 48;
  sender.run(wrap - 96, 4);
  CHECK(sender.sent.size() == 4 && sender.sent[2].header.timestamp == static_cast<uint32_t>(wrap));
  CHECK(sender.sent[3].header.timestamp == static_cast<uint32_t>(wrap + 48));
}
