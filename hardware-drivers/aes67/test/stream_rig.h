// A sender, a network and a receiver in simulated media time, and a plain model of what must be heard and counted.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

#include "../src/receive_stream.h"

namespace rowdesk::aes67::test {

/** Of one channel of a sender; never 0. */
inline int32_t sample_of(uint32_t channel, int64_t frame, uint32_t bits) {
  uint64_t mixed = (static_cast<uint64_t>(frame) * 64 + channel) * 0x9e3779b97f4a7c15ull;
  mixed ^= mixed >> 29;
  const auto most = static_cast<int64_t>(1) << (bits - 1);
  return static_cast<int32_t>(static_cast<int64_t>(mixed % static_cast<uint64_t>(2 * most)) - most) | 1;
}

struct Setup {
  uint32_t rate_hz = 48000, block_frames = 48, packet_frames = 48, link_offset_frames = 96, channels = 2;
  Encoding encoding = Encoding::l24;
  std::optional<uint32_t> clock_offset = 0;
  /** What the sender's RTP time is off from media time. */
  uint32_t sent_offset = 0;
  uint32_t ssrc = 0x11223344;
  uint16_t first_sequence = 0;
  /** Media time at which the first packet begins. */
  int64_t begin = 1'000'000;

  uint32_t bits() const { return bytes_of(encoding) * 8; }
  double full_scale() const { return static_cast<double>(1ll << (bits() - 1)); }
};

/** A packet on its way. */
struct Delivery {
  double arrival;
  uint32_t path;
  /** Which packet of the sender, from 0; -1: none of it. */
  int64_t number;
  std::vector<uint8_t> bytes;
};

inline std::vector<uint8_t> packet_of(const Setup& setup, int64_t number, double level = 0) {
  const int64_t position = setup.begin + number * setup.packet_frames;
  const uint32_t bytes = bytes_of(setup.encoding);
  std::vector<uint8_t> packet(rtp_header_bytes + setup.packet_frames * setup.channels * bytes);
  write_rtp_header({97, false, static_cast<uint16_t>(setup.first_sequence + number),
                    static_cast<uint32_t>(position) + setup.sent_offset, setup.ssrc},
                   packet.data());
  uint8_t* to = packet.data() + rtp_header_bytes;
  for (uint32_t n = 0; n < setup.packet_frames; ++n) {
    for (uint32_t c = 0; c < setup.channels; ++c) {
      const int32_t sample = level == 0 ? sample_of(c, position + n, setup.bits()) : static_cast<int32_t>(level * setup.full_scale());
      for (uint32_t b = 0; b < bytes; ++b) *to++ = static_cast<uint8_t>(sample >> ((bytes - 1 - b) * 8));
    }
  }
  return packet;
}

/** The end of a packet in media time: when it can leave. */
inline double end_of(const Setup& setup, int64_t number) {
  return static_cast<double>(setup.begin + (number + 1) * static_cast<int64_t>(setup.packet_frames));
}

inline void sort(std::vector<Delivery>& deliveries) {
  std::stable_sort(deliveries.begin(), deliveries.end(), [](const Delivery& a, const Delivery& b) { return a.arrival < b.arrival; });
}

/** What a stream played, per channel, and the media time of its first frame. */
struct Heard {
  int64_t begin = 0;
  std::vector<std::vector<float>> channels;
  float at(uint32_t channel, int64_t media) const { return channels[channel][static_cast<size_t>(media - begin)]; }
  int64_t end() const { return begin + static_cast<int64_t>(channels[0].size()); }
};

/** The network thread: at the end of each block it takes what has arrived, and plays. */
class Receiver {
 public:
  Receiver(const Setup& setup)
      : setup_(setup),
        stream({setup.encoding, setup.channels, setup.rate_hz, 97, 0, setup.clock_offset}, setup.link_offset_frames),
        block_(setup.begin / setup.block_frames) {
    heard.begin = position();
    heard.channels.resize(setup.channels);
  }

  int64_t position() const { return block_ * static_cast<int64_t>(setup_.block_frames); }

  /** Until all before this media time is played; deliveries in order of their arrival. */
  void run(const std::vector<Delivery>& deliveries, int64_t until) {
    size_t next = 0;
    std::vector<std::vector<float>> planes(setup_.channels, std::vector<float>(setup_.block_frames));
    std::vector<float*> at;
    for (auto& plane : planes) at.push_back(plane.data());
    for (; position() < until; ++block_) {
      const double awake = static_cast<double>(position() + setup_.block_frames);
      const size_t first = next;
      while (next < deliveries.size() && deliveries[next].arrival <= awake) ++next;
      // One socket after the other is read.
      for (uint32_t path = 0; path < most_paths; ++path) {
        for (size_t n = first; n < next; ++n) {
          const Delivery& each = deliveries[n];
          const double whole = std::floor(each.arrival);
          if (each.path == path) stream.take(each.bytes, path, static_cast<uint64_t>(whole), each.arrival - whole);
        }
      }
      stream.play(static_cast<uint64_t>(position()), setup_.block_frames, at.data());
      for (uint32_t c = 0; c < setup_.channels; ++c) {
        heard.channels[c].insert(heard.channels[c].end(), planes[c].begin(), planes[c].end());
      }
    }
  }

 private:
  const Setup setup_;

 public:
  ReceiveStream stream;
  Heard heard;

 private:
  int64_t block_;
};

/** The same by definition: frame for frame, from when each one was there. For a sender that is aligned by its clock offset. */
struct Model {
  std::vector<double> gains;  // per frame of media time from `begin` on
  int64_t begin;
  ReceiveFigures figures;

  Model(const Setup& setup, const std::vector<Delivery>& deliveries, int64_t from, int64_t until) : begin(from) {
    const int64_t block = setup.block_frames, size = setup.packet_frames, link = setup.link_offset_frames;
    constexpr int64_t never = std::numeric_limits<int64_t>::max();
    // In which block a packet's first copy was taken.
    std::map<int64_t, int64_t> taken;
    std::map<int64_t, int> copies[2];
    int64_t newest[2] = {-1, -1}, last_number = -1, first_number = never;
    double last = 0;
    for (const Delivery& each : deliveries) {
      const auto in_block = static_cast<int64_t>(std::ceil(each.arrival / static_cast<double>(block))) - 1;
      last = each.arrival;
      if (++copies[each.path][each.number] > 1) {
        ++figures.doubled;
        continue;
      }
      ++figures.path_packets[each.path];
      figures.reordered += each.number < newest[each.path];
      newest[each.path] = std::max(newest[each.path], each.number);
      last_number = std::max(last_number, each.number);
      first_number = std::min(first_number, each.number);
      if (!taken.emplace(each.number, in_block).second) continue;
      ++figures.packets;
      figures.late += setup.begin + each.number * size < in_block * block - link;
    }
    for (int64_t n = first_number; n <= last_number; ++n) {
      figures.lost += !taken.contains(n);
      for (uint32_t path = 0; path < 2; ++path) {
        const bool is_alive = !copies[path].empty() && n >= copies[path].begin()->first;
        figures.path_lost[path] += is_alive && !copies[path].contains(n);
      }
    }
    // When a frame of the sender was there.
    const auto there = [&](int64_t frame) {
      if (frame < setup.begin) return never;
      const auto found = taken.find((frame - setup.begin) / size);
      return found == taken.end() ? never : found->second;
    };
    int64_t level = 0;
    bool has_sounded = false;
    for (int64_t media = from; media < until; ++media) {
      const int64_t now = media / block, frame = media - link;
      int64_t ahead = 0;
      while (ahead < 16 && there(frame + ahead) <= now) ++ahead;
      level = std::min<int64_t>({level + 1, ahead, 16});
      gains.push_back(static_cast<double>(level) / 16);
      const int64_t block_end = (now + 1) * block;
      const bool has_signal = last > 0 && block_end - static_cast<int64_t>(last) < setup.rate_hz / 10;
      has_sounded = has_sounded || level == 16;
      figures.concealed_frames += has_signal && has_sounded && level < 16;
    }
  }

  /** Frames of all channels that are not as they must be. */
  uint64_t wrong(const Setup& setup, const Heard& heard) const {
    uint64_t count = 0;
    for (size_t i = 0; i < gains.size(); ++i) {
      const int64_t media = begin + static_cast<int64_t>(i);
      for (uint32_t c = 0; c < setup.channels; ++c) {
        const double sent = sample_of(c, media - setup.link_offset_frames, setup.bits()) / setup.full_scale();
        const auto expected = static_cast<float>(sent * gains[i]);
        count += heard.at(c, media) != expected;
      }
    }
    return count;
  }
};

}  // namespace rowdesk::aes67::test
