// A device that exchanges sound with a mixer that another device drives.
#pragma once
#include <rowdesk/audio.h>
#include <rowdesk/joined.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "../../../../../hardware-drivers/mixer/src/engine/locked_array.h"
#include "clock_line.h"
#include "gate.h"
#include "planes.h"
#include "resampler.h"

namespace rowdesk {

struct JoinSettings {
  /** The highest channel of the device's ports, each 0 to 256. */
  uint32_t inputs, outputs;
  /** The device has a clock of its own. */
  bool resamples;
};

/** JoinedFigures of core/audio/process/native.ts. */
struct JoinedFigures {
  enum class State { stopped, filling, running };
  State state = State::stopped;
  double ratio = 0, deviation_ppm = 0;
  double input_fill_frames = 0, output_fill_frames = 0;
  double input_latency_frames = 0, output_latency_frames = 0;
  double block_us = 0, block_max_us = 0;
  uint64_t gaps = 0;
};

/**
 * Its own audio thread converts and does all that takes time; the driving thread copies to and from the rings. Each input of the
 * device has a constant delay to the mixer's frame in which it sounds, and each output one from the mixer's frame: as much
 * as the blocks of both sides, their lateness, a fade and the converter need. The two clocks' lines say what that delay
 * is, and the ratio of conversion moves so that it stays. A side that comes later than that leaves a gap, and gets more room.
 */
class JoinedDevice {
 public:
  /** What is between a block and the one before: nothing; a clock that is another one by now, while the frames go on; lost frames. */
  enum class Break { none, clock, frames };
  static constexpr uint32_t most_channels = 256;
  /**
   * Of devices that resample, both directions and all of them together. A channel at 48 kHz in blocks of 64 frames takes 0.18 %
   * of one core of an AMD EPYC (`npm run bench -- joined`; libsamplerate's medium quality), 64 of them 12 %: below 60 % of
   * a core that is five times slower. At 96 kHz they take twice as much.
   */
  static constexpr uint32_t most_resampled_channels = 64;
  /** Of each ring, in frames of the mixer. */
  static constexpr uint32_t capacity_frames = 32768;

  /** driving: the line of the mixer's clock. Throws std::runtime_error: libsamplerate is missing. */
  JoinedDevice(const JoinSettings& settings, std::shared_ptr<const rd_joined_clock> driving);
  JoinedDevice(const JoinedDevice&) = delete;
  JoinedDevice& operator=(const JoinedDevice&) = delete;

  const JoinSettings& settings() const { return settings_; }
  /** For the driver of the device. */
  rd_processor* processor() { return &processor_; }
  bool is_prepared() const { return is_prepared_; }
  JoinedFigures figures();

  // Off the audio threads, while the driving one is stopped.
  void prepare_driving(double rate_hz, uint32_t max_frames);
  void release_driving() { input_gate_.cut(); }

  // Driving thread.
  /** Writes the device's inputs for the frames at a position, silence where there are none. They fade out for another clock. */
  void read_inputs(uint64_t position, uint64_t generation, uint32_t frames, Break since, float* const* planes);
  bool are_inputs_silent() const { return input_gate_.is_silent(); }
  void write_outputs(uint64_t position, uint32_t frames, const float* const* planes);

 private:
  static int prepare(void* self, double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs);
  static void release(void* self);
  static void process(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time);
  int prepare(double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs);
  void run(const float* const* in, float* const* out, uint32_t frames, const rd_block_time& time);

  /** Frames that are converted at a time, and that they become at most: 192 kHz by 44.1 kHz, and what the converter holds. */
  static constexpr uint32_t piece_frames = 256, most_converted = piece_frames * 5 + 64;

  /** The loop of one direction: it holds the delay by moving the ratio. */
  struct Loop {
    /** Mixer frames for one of the device. */
    double ratio = 0;
    double age_s = 0;
    void begin(double clocks) {
      ratio = clocks;
      age_s = 0;
    }
    /** clocks: the ratio of both; error_s: delay over its target, by which `sign` moves the ratio. Over a block. */
    void follow(double clocks, double error_s, double sign, double block_s);
  };

  /** What audio.h has a processor check in the first block. */
  bool has_pointers(const float* const* in, float* const* out) const;
  /**
   * Converting takes long: a thread with SCHED_FIFO sets its priority one below the driving thread's, once, with the first
   * block behind the mixer's first one. It is silent then, and the only place at which it calls the system.
   */
  void yield_to_driving();
  /** Notes the block's time. */
  Break follow_clock(const rd_block_time& time, uint32_t frames);
  bool are_both_running(const rd_block_time& time) const;
  void make_room_for_late(bool is_cut);
  void set_targets();
  double clocks() const { return line_.frame_ns() / mixer_.frame_ns; }
  /** Where the mixer is when the device is at a frame of its own, counted from the block: frames behind mixer_.position. */
  double mixer_frames_at(double device_frames) const;
  double seconds_of(double mixer_frames) const { return mixer_frames * mixer_.frame_ns * 1e-9; }
  void give_inputs(const float* const* in, uint32_t frames, bool is_cut);
  bool begin_inputs();
  void put_inputs(const float* const* planes, uint32_t frames);
  void take_outputs(float* const* out, uint32_t frames, Break since);
  void place_outputs();
  uint64_t ready_outputs() const;
  uint32_t convert_outputs(float* const* out, uint32_t frames);
  void show(uint64_t begin_ns, bool are_running);

  const JoinSettings settings_;
  const std::shared_ptr<const rd_joined_clock> driving_;
  rd_processor processor_;
  const LockedArray<float> input_samples_, output_samples_;
  rd_joined_ring inputs_, outputs_;

  // Of the driving thread.
  Gate input_gate_;
  double driving_rate_hz_ = 0;

  // Of the device's thread, or of its control side while that does not run.
  double rate_hz_ = 0;
  uint32_t max_frames_ = 0;
  std::unique_ptr<Resampler> input_resampler_, output_resampler_;
  Planes converted_, fed_;
  std::vector<float*> out_planes_;
  std::vector<const float*> in_planes_;
  ClockLine line_;
  rd_joined_line mixer_{};
  uint64_t next_position_ = 0;
  double block_s_ = 0;
  bool has_position_ = false, is_live_ = false, has_yielded_ = false;
  bool is_first_block_ = true, takes_blocks_ = false;
  uint32_t largest_frames_ = 0, restarts_ = 0;
  /** Mixer frames: the delays that are held, and how far one may be off. */
  double input_target_ = 0, output_target_ = 0, largest_error_ = 0;
  bool has_input_moved_ = false, has_output_moved_ = false;

  /** What the other side may be late: more, when that was not enough. */
  double input_late_s_ = 0, output_late_s_ = 0;
  uint64_t seen_late_inputs_ = 0, late_block_ns_ = 0;
  bool is_output_late_ = false;

  Loop input_loop_;
  bool is_giving_ = false;
  uint64_t input_generation_ = 0;
  /** Where the next input goes; the frames of the device that the converter holds back. */
  uint64_t input_position_ = 0;
  double input_held_ = 0;
  /** What the converter gives first knows nothing of the sound before. */
  uint32_t input_skip_ = 0;

  Loop output_loop_;
  Gate output_gate_;
  bool is_placed_ = false;
  uint64_t output_generation_ = 0;
  /** Which frame of the mixer is read next; how many of those before it are still to be heard. */
  uint64_t output_position_ = 0;
  double output_held_ = 0;
  uint32_t output_skip_ = 0;

  // Read by other threads.
  std::atomic<bool> is_prepared_{false}, shows_running_{false}, shows_giving_{false}, is_input_open_{false},
      is_output_open_{false};
  std::atomic<uint64_t> given_generation_{0}, late_inputs_{0}, input_gaps_{0}, output_gaps_{0}, block_ns_{0}, block_max_ns_{0};
  std::atomic<double> ratio_{0}, deviation_ppm_{0}, input_latency_{0}, output_latency_{0};
};

}  // namespace rowdesk
