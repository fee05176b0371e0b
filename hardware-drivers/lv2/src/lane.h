// One slot with the plugin that sounds in it. The rack's thread runs it; another thread makes it and hands voices over.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "slot_map.h"
#include "voice.h"

namespace rowdesk::plugins {

/** Processor time of the calling thread and CLOCK_MONOTONIC, in ns. */
struct Instant {
  uint64_t processor_ns;
  uint64_t wall_ns;
  static Instant now() noexcept;
};

class Lane {
 public:
  enum class Fault { none, late, not_finite };

  /** `place` is never freed. */
  Lane(const char* place, std::unique_ptr<SlotMap> slot, uint32_t rack);
  /** After the rack's thread has seen a list without it. */
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  const char* place() const { return place_; }
  SlotMap& slot() { return *slot_; }

  // Of the control side.
  /** Crossfades over 20 ms to another voice, once that is prepared: it has got sound for as long as its latency, and its worker has ended.
   * The first voice begins so. */
  void play(std::unique_ptr<Voice> voice);
  /** What sounded before, once the rack's thread has done with it. */
  std::vector<std::unique_ptr<Voice>> take_ended();
  /** The slot is dry from the rack's next look on. */
  void close() noexcept { is_closed_.store(true, std::memory_order_release); }
  Fault fault() const noexcept { return fault_.load(std::memory_order_acquire); }
  uint32_t latency_frames() const noexcept { return latency_.load(std::memory_order_relaxed); }
  /** Processor time so far, in ns. */
  uint64_t busy_ns() const noexcept { return busy_ns_.load(std::memory_order_relaxed); }

  // Of the rack's thread.
  /** Processes what the mixer wrote; false without anything. `preemptions`: a count of this thread's at the begin of the pass. */
  bool run(uint64_t preemptions) noexcept;
  /** A voice is prepared for a slot that no rack serves yet: the mixer wakes nobody for it. */
  bool is_unoffered() const noexcept { return next_ != nullptr && current_ == nullptr; }
  uint64_t block_ns() const noexcept { return uint64_t{slot_->block_frames()} * 1'000'000'000u / slot_->rate_hz(); }
  /** As run() reads it, for the watch of a plugin that does not return: CLOCK_MONOTONIC in ns, 0 outside of the plugin. */
  uint64_t busy_since_ns() const noexcept { return busy_since_ns_.load(std::memory_order_acquire); }

 private:
  void take_next() noexcept;
  bool process(uint32_t frames, uint64_t preemptions) noexcept;
  bool run_voices(uint32_t frames) noexcept;
  void begin_next() noexcept;
  void retire(Voice* voice) noexcept;
  void judge_time(const Instant& before, uint32_t frames, uint64_t preemptions) noexcept;
  void set_aside(Fault fault) noexcept;

  const char* const place_;
  const std::unique_ptr<SlotMap> slot_;
  const uint32_t rack_;
  std::atomic<Voice*> incoming_{nullptr};
  std::atomic<Voice*> ended_[2] = {nullptr, nullptr};
  std::atomic<bool> is_closed_{false};
  std::atomic<Fault> fault_{Fault::none};
  std::atomic<uint32_t> latency_{0};
  std::atomic<uint64_t> busy_ns_{0};
  std::atomic<uint64_t> busy_since_ns_{0};

  /** Those of the rack's thread. */
  std::unique_ptr<Voice> current_, next_;
  bool has_position_ = false;
  /** Nothing was sent before the first frame: the first voice needs no sound of before. */
  bool is_from_start_ = false;
  uint64_t position_ = 0;
  uint64_t prepared_frames_ = 0;
  bool is_fading_ = false;
  uint32_t faded_frames_ = 0;
  uint32_t voice_blocks_ = 0;
  /** A bit for each of the last 8 blocks, 1 for a late one. */
  uint8_t late_ = 0;
  std::vector<float> memory_;
  float* input_[2];
  float* output_[2];
  float* other_[2];
  float* key_;
};

/** How often the calling thread lost its processor to another one. */
uint64_t preemptions_of_thread() noexcept;

}  // namespace rowdesk::plugins
