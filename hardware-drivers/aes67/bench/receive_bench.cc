// What reception costs, for `npm run bench`: processor time per block of 1 ms of streams that are complete, and of ones that
// lack 1 % of their packets, as JSON.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include "../src/receive_stream.h"

namespace rowdesk::aes67 {
namespace {

constexpr uint32_t rate_hz = 48000, block_frames = 48, blocks = 1000;

double thread_us() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

struct Cost {
  double take_us = 1e9, play_us = 1e9;
};

/** The least of several runs of a second of sound: other programs only add. lost: each such packet, 0: none. */
Cost cost_of(uint32_t streams, uint32_t channels, uint32_t packet_frames, uint32_t lost) {
  std::vector<std::unique_ptr<ReceiveStream>> all;
  for (uint32_t i = 0; i < streams; ++i) {
    all.push_back(std::make_unique<ReceiveStream>(ReceiveFormat{Encoding::l24, channels, rate_hz, 97, packet_frames, 0}, 96));
  }
  std::vector<uint8_t> packet(rtp_header_bytes + packet_frames * channels * bytes_of(Encoding::l24));
  uint32_t seed = 1;
  for (uint8_t& each : packet) each = static_cast<uint8_t>((seed = seed * 1664525u + 1013904223u) >> 24);
  std::vector<float> sound(static_cast<size_t>(channels) * block_frames);
  std::vector<float*> planes;
  for (uint32_t c = 0; c < channels; ++c) planes.push_back(&sound[c * block_frames]);
  Cost cost;
  uint64_t position = 1'000'000 * block_frames;
  uint32_t number = 0;
  for (int run = 0; run < 6; ++run) {
    Cost sum{0, 0};
    for (uint32_t n = 0; n < blocks; ++n, position += block_frames) {
      const double begin = thread_us();
      for (uint64_t at = position; at < position + block_frames; at += packet_frames, ++number) {
        if (lost > 0 && number % lost == 0) continue;
        write_rtp_header({97, false, static_cast<uint16_t>(number), static_cast<uint32_t>(at), 7}, packet.data());
        for (const auto& stream : all) stream->take(packet, 0, position + block_frames, 0.5);
      }
      const double taken = thread_us();
      for (const auto& stream : all) stream->play(position, block_frames, planes.data());
      sum.play_us += thread_us() - taken;
      sum.take_us += taken - begin;
    }
    // The first run fills the rings.
    if (run == 0) continue;
    cost.take_us = std::min(cost.take_us, sum.take_us / blocks);
    cost.play_us = std::min(cost.play_us, sum.play_us / blocks);
  }
  for (const auto& stream : all) {
    if (!stream->figures().has_signal) std::fprintf(stderr, "a stream is silent\n");
  }
  return cost;
}

}  // namespace
}  // namespace rowdesk::aes67

int main() {
  using namespace rowdesk::aes67;
  const Cost whole = cost_of(8, 8, 48, 0), lacking = cost_of(8, 8, 48, 100), small = cost_of(8, 8, 6, 0), single = cost_of(64, 1, 48, 0);
  std::printf("{\"usTake\": %.3f, \"usPlay\": %.3f, \"usLacking\": %.3f, \"usSmallPackets\": %.3f, \"usSingleChannels\": %.3f}\n",
              whole.take_us, whole.play_us, lacking.take_us + lacking.play_us, small.take_us + small.play_us,
              single.take_us + single.play_us);
}
