// Records some of the outputs: the audio thread puts frames into a ring, a thread of its own writes them to a WAV.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "frame_ring.h"
#include "wav_writer.h"

namespace rowdesk::stagebox {

class Recorder {
 public:
  struct Order {
    std::string folder;
    /** What exists is kept: `mix.wav` becomes `mix-2.wav`, `mix-3.wav`, and so on; also when a file is full. */
    std::string file;
    /** Outputs from 0, one channel each. */
    std::vector<uint32_t> outputs;
    uint32_t rate_hz = 48000;
    uint64_t most_data_bytes = WavWriter::most_data_bytes;
    double ring_s = 4;
    /** What is said of the disk: tests give another. */
    Room (*room)(const std::string& folder) = room_in;
  };
  struct State {
    /** The file that is being written, or was last. */
    std::string file;
    uint64_t frames = 0;
    /** CLOCK_MONOTONIC when the block of the first frame was begun; 0 before. */
    uint64_t begun_ns = 0;
    /** Frames that found the ring full. */
    uint64_t lost = 0;
    /** Why it stopped early, or empty. */
    std::string fault;
    bool closed = false;
  };

  /** What is left free on a disk of this size, in bytes: the store and the logs of the desk need it more. */
  static uint64_t reserve_of(uint64_t total_bytes);

  /**
   * Creates the file and starts the writer. `changed` is called from the writer's thread. Throws FileError, also where
   * there is no room for ten seconds above the reserve.
   */
  Recorder(Order order, std::function<void()> changed);
  /** Waits until all that was put is in the file. */
  ~Recorder();

  /** Audio thread: one block of all outputs, begun at this CLOCK_MONOTONIC. Never waits. */
  void put(const float* const* outputs, uint32_t frames, uint64_t begun_ns = 0);
  /** Audio thread, or any other when none runs: that was the last block. The file is closed soon after. */
  void end() { ended_.store(true, std::memory_order_release); }

  /** Any thread but the audio thread. */
  State state() const;
  const Order& order() const { return order_; }

 private:
  void run();
  void drain();
  void open_next();

  const Order order_;
  const std::function<void()> changed_;
  FrameRing ring_;
  WavWriter wav_;
  int part_ = 0;
  uint64_t frames_before_ = 0;
  uint64_t told_lost_ = 0;
  mutable std::mutex guard_;
  State state_;
  std::atomic<uint64_t> lost_{0}, begun_ns_{0};
  std::atomic<bool> failed_{false}, ended_{false};
  std::thread writer_;
};

}  // namespace rowdesk::stagebox
