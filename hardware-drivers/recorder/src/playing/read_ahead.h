// A thread that reads a take ahead of its play into memory, so that a disk that stalls for some seconds isn't heard.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "take_stream.h"

namespace rowdesk::playing {

/** All functions may be called on any thread. */
class ReadAhead {
 public:
  /** What is read: `channels` of the take from `position` on. */
  struct Order {
    std::shared_ptr<const Take> take;
    uint32_t channels = 0;
    int64_t position = 0;
    Loop loop;
    uint32_t fade_frames = 0;
  };

  ReadAhead();
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /** Drops all that was read, and begins again. Returns before anything is read. */
  void start(Order order);
  /** Drops all that was read. */
  void stop();
  /**
   * Moves the next frames, at most `frames`, to `out`: one array for each channel of the order, and within it index
   * (at + n) % capacity. Returns the run, without frames where nothing is read yet.
   */
  TakeStream::Run take(int64_t frames, float* const* out, uint64_t at, uint32_t capacity);
  /** The end of the take was read, and all of it taken. */
  bool has_ended() const;
  /** Of this order: why a track is silent; empty for none. */
  std::string fault() const;

  /** Of the buffer for so many channels at this rate: 5 s, or what 256 MiB hold. */
  static int64_t buffer_frames(uint32_t channels, uint32_t rate_hz);

 private:
  void run();
  void allocate(const Order& order);
  void push(const TakeStream::Run& run, float* const* from);
  int64_t free_frames() const { return size_ - filled_; }

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Order order_;
  /** Of the newest order; 0 for none. */
  uint64_t serial_ = 0;
  bool is_reading_ = false;
  bool is_closing_ = false;
  bool has_read_end_ = false;
  std::string fault_;
  /** A ring of `size_` frames a channel, and the runs that are in it. */
  std::vector<std::vector<float>> buffer_;
  int64_t size_ = 0;
  int64_t first_ = 0;
  int64_t filled_ = 0;
  std::deque<TakeStream::Run> runs_;
  std::thread thread_;
};

}  // namespace rowdesk::playing
