// What the network thread receives and sends, made whole off that thread: it takes a plan at a block boundary and gives the one
// before back. Streams and sockets that stay are in both.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "receive_stream.h"
#include "sockets.h"
#include "transmit_stream.h"

namespace rowdesk::aes67 {

/** A count of one thread, which any thread reads. */
class SharedCount {
 public:
  void add(uint64_t more) {
    if (more > 0) value_.store(value_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }
  uint64_t get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

/** A stream that is received, and a block of its sound. */
struct Receiver {
  Receiver(const ReceiveFormat& format, uint32_t link_offset_frames, uint32_t block_frames)
      : stream(format, link_offset_frames), frames(block_frames), samples(size_t{format.channels} * block_frames) {}
  float* plane(uint32_t channel) { return samples.data() + size_t{channel} * frames; }

  ReceiveStream stream;
  const uint32_t frames;
  std::vector<float> samples;
  /** Packets of other senders, packets that were too long to be read, and what overran the sockets. */
  SharedCount strangers, cut, overrun, socket_errors;
};

struct ReceivePath {
  /** None: the path is not open. */
  std::shared_ptr<ReceiveSocket> socket;
  in_addr source{INADDR_ANY};
};

struct ReceiveLine {
  std::shared_ptr<Receiver> receiver;
  std::array<ReceivePath, most_paths> paths;
  /** Of the channels that feed an input; null for others. */
  std::array<float*, most_channels> planes{};
  /** That a block reads of each path, so that a flood can't hold it. */
  uint32_t most_packets = 0;
};

/** A stream that is sent. */
struct Transmitter {
  Transmitter(const TransmitFormat& format, uint32_t block_frames, uint16_t first_sequence)
      : stream(format, block_frames, first_sequence), vectors(stream.most_packets()) {
    for (uint32_t n = 0; n < vectors.size(); ++n) vectors[n] = {const_cast<uint8_t*>(stream.packet(n)), stream.packet_bytes()};
  }

  TransmitStream stream;
  std::vector<iovec> vectors;
  SharedCount packets, dropped;
  /** Per path: errno of the last packet, 0 where it was sent. */
  std::array<std::atomic<int>, most_paths> errors{};
};

/** The messages of a block that leave by one socket. */
struct SendGroup {
  struct Owner {
    Transmitter* transmitter;
    uint32_t path;
  };
  std::shared_ptr<TransmitSocket> socket;
  /** With room for all of a block. */
  std::vector<mmsghdr> messages;
  std::vector<Owner> owners;
  uint32_t count = 0;
};

struct TransmitLine {
  struct Path {
    uint32_t path;
    /** In Plan::groups. */
    size_t group;
    sockaddr_in to;
  };
  std::shared_ptr<Transmitter> transmitter;
  /** Those that are open. */
  std::vector<Path> paths;
};

struct Plan {
  std::vector<ReceiveLine> receive;
  /** Per input of the device: the plane of a receiver, null for silence. */
  std::vector<const float*> inputs;
  std::vector<TransmitLine> transmit;
  std::vector<SendGroup> groups;
};

}  // namespace rowdesk::aes67
