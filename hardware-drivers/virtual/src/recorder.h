// Records outputs to a WAV file: the audio thread puts frames into a ring, the recorder's thread writes them.
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
#include "../../lib/sound-files/src/wave_file.h"

namespace rowdesk::stagebox {

class Recorder {
 public:
  struct Order {
    std::string folder;
    /** If the name exists, and after a full file, `mix.wav` becomes `mix-2.wav`, `mix-3.wav` and so on. */
    std::string file;
    /** Outputs from 0, one channel each. */
    std::vector<uint32_t> outputs;
    uint32_t rate_hz = 48000;
    /** Of one file, which stays a WAV; its header needs less than 128 bytes. */
    uint64_t most_data_bytes = sound::WaveHeader::most_wav_bytes - 128;
    double ring_s = 4;
    /** Returns the space on the disk; tests replace it. */
    sound::Room (*room)(const std::string& folder) = sound::room_in;
  };
  struct State {
    /** The present file, or the last one. */
    std::string file;
    uint64_t frames = 0;
    /** CLOCK_MONOTONIC at the start of the block of the first frame; 0 before it. */
    uint64_t begun_ns = 0;
    /** Frames lost because the ring was full. */
    uint64_t lost = 0;
    /** Why the recording stopped early; empty if it did not. */
    std::string fault;
    bool closed = false;
  };

  /** The space that recordings leave free on a disk of this size, in bytes, for the desk's store and logs. */
  static uint64_t reserve_of(uint64_t total_bytes);

  /**
   * Creates the file and starts the writer, whose thread calls `changed`. Throws FileError, also if the disk has no room
   * for ten seconds above the reserve.
   */
  Recorder(Order order, std::function<void()> changed);
  /** Waits until the file has all frames. */
  ~Recorder();

  /** Audio thread: adds one block of all outputs, begun at this CLOCK_MONOTONIC. Never waits. */
  void put(const float* const* outputs, uint32_t frames, uint64_t begun_ns = 0);
  /** Audio thread: whether so many frames can be put without a loss. */
  bool has_room(uint32_t frames) const { return failed_.load(std::memory_order_relaxed) || ring_.has_room(frames); }
  /** Audio thread, or any thread while no audio thread runs: ends the recording. The writer closes the file soon after. */
  void end() { ended_.store(true, std::memory_order_release); }

  /** Any thread except the audio thread. */
  State state() const;
  const Order& order() const { return order_; }

 private:
  void run();
  void drain();
  void open_next();

  const Order order_;
  const std::function<void()> changed_;
  FrameRing ring_;
  std::unique_ptr<sound::WaveFile> wav_;
  std::string name_;
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
